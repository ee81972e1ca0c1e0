"""A client's lines in plain mode: typed, edited, and written below what the session says.

What lines mean is left to `tui.plain`.
"""
