"""Every private place of Textual that we rely on, and nothing else: how an app lives in a process with
others (`app`), how screens and widgets are painted (`screens`), how news and calls reach them
(`news`, `calls`).

The rest of the house uses the public names of these modules. Each of them names its private places
in `PLACES` with the reason; `tests/tui/test_private_places.py` looks for every one, so that a new
version of Textual that moves one fails there and not on a player's screen.
"""
