"""The screens of a session, for any game.

What is on a board is left to `tui.boards`, drawing of lines to `tui.widgets`.
"""
