"""Requests that protect players: reports, decisions of moderators, lost keys, what is known of a player.

What is decided and stored is left to `server.moderation` and `server.identity`.
"""
