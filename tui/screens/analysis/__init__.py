"""The analysis of a finished game on the screen: chances over the game, what each seat lost, and where.

Words and figures are left to `tui.analysis` and `tui.replay.analysis_report`, the positions to a replay.
"""
