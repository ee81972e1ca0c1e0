"""From what the host shows to words and choices: tables, offers, events, results, what can be done.

Drawing is left to `tui.screens`, lines of plain mode to `tui.plain`, words of one game to its board.
"""
