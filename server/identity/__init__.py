"""Who is who: accounts, names, codes, bans, and the account of a proven key.

Proving a key is left to `server.sessions`, storing accounts to `server.storage`.
"""
