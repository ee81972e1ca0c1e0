"""A table's log: its entries, the pure fold that gives their meaning, and the entries that a request takes.

Storing the log is left to `server.store.journal`, telling the followers to `server.table`.
"""
