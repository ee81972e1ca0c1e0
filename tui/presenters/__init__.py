"""Turns snapshots of the host into words and choices: tables, offers, events, results, available actions.

Drawing is left to `tui.screens`, lines of plain mode to `tui.plain`, words of one game to its board.
"""
