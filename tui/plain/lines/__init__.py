"""The lines of a client in plain mode: typed, edited, and shown below what the session says.

What lines mean is left to `tui.plain`.
"""
