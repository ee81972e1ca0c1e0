"""A table's log: its entries, the pure fold that gives their meaning, and the entries that a request takes.

Storing the log is left to `server.storage`, telling the followers to `server.table`.
"""
