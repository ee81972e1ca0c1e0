"""A table's log: its entries, the pure fold that says what they mean, and the entries that a request takes.

Writing and reading are left to `server.storage`, who is told to `server.table`.
"""
