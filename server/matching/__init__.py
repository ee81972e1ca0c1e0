"""How players find a game: the open table that suits a seeker, who fills it, and when it begins. Pure.

Searching and writing is left to `server.lobby`, a player's requests to `server.host`.
"""
