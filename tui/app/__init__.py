"""A player's session on the screen: the app, how it begins and ends, and the switch to plain mode.

What is on a screen is left to `tui.screens`, bytes to `tui.wire`, plain mode to `tui.plain`.
"""
