"""Commands that answer at once and end: about tables before their game, other players, moderators.

Which command a client sent is left to `server.sessions.commands`, games themselves and writing an answer to
the modules above.
"""
