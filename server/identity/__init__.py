"""Players and their accounts, names, codes and bans.

Proving a key is left to `server.sessions`, storing accounts to `server.store`.
"""
