"""A player's requests about themselves, about other players, and about games that have ended.

What every request begins with is left to `server.host.player_requests`, tables to the other modules there.
"""
