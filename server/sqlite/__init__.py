"""Storage in one SQLite file: the journal, what follows from it, and the outages of a host
that is one process.

The contracts that it fulfils are left to `server.storage`, the schema and its checks to `server.database`.
"""
