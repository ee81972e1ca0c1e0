"""What a player sees and presses: views become pictures, keys become moves.

The network and the disk are left to `server`, states and rules to `engine`. Rooms import only rooms
below them; the order stands in `pyproject.toml`.
"""
