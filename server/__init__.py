"""Time, network and disk: the host around the rules and the screens.

Rules are left to `engine`, screens and words to `tui`. Rooms import only rooms below them; the order
stands in `pyproject.toml`.
"""
