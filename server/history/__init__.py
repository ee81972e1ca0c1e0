"""What an ended game amounts to, and what a player's games add up to: values, pure.

What happened in a game is left to `server.log`, storing results to `server.storage`, showing them to `tui`.
"""
