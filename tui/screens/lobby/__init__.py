"""The lobby as a screen: its page, its list and the form for a new table.

What can be done there is left to `tui.presenters`, what commands do to `tui.actions`.
"""
