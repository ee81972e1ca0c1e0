"""Cups: some rounds of one game with one standing. Who meets whom, what a game is worth, what is due. Values,
pure.

Opening tables and following their games is left to `server.host`, storing a cup's log to `server.store`,
showing it to `tui`.
"""
