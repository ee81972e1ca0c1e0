"""Storage in one SQLite file, or in memory: the journal of a host that is one process.

The contracts that it fulfils are left to `server.store.journal`, the schema and its checks to
`server.store.database`.
"""
