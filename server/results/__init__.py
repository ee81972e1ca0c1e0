"""What ended games amount to: their results, what a player's games add up to, ratings, deals;
in `cups` who meets whom and what that is worth. Values, pure.

What happened in a game is left to `server.log`, storing results to `server.store.journal` and `server.store`,
showing them to `tui`.
"""
