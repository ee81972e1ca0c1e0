"""How strong players, bots and programs are at each game, worked out from results in their order: pure.

What a result is is left to `server.history`, storing ratings to `server.storage`, showing them to `tui`.
"""
