"""PostgreSQL, the store that several nodes of one host share: everything that speaks to the database.

What the journal promises is left to `server.store.journal`, the schema to `server.store.database`, what is
stored beside the journal to `server.store`.
"""
