"""One table: its only writer, its followers, and what each seat and spectator is shown.

The meaning of a log is left to `server.log`, storing it to `server.store.journal`.
"""
