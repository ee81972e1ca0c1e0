"""Storage in one SQLite file: the journal, what follows from it, and the outages of a host
that is one process.

The contracts that it fulfils are left to `server.store.journal`, the schema and its checks to
`server.store.database`.
"""
