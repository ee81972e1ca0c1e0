"""A table as a screen, for any game: before the start, while it runs, and its result.

The board itself is left to `tui.boards`.
"""
