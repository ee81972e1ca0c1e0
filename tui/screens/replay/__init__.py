"""A game that is looked at again, as a screen: the board and the log as at the table, and keys to go about.

Positions and words are left to `tui.replay`, the parts of a table's screen to `tui.screens.table`.
"""
