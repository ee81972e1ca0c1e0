"""PostgreSQL, the store that several nodes of one host share: everything that speaks to the database.

What the stores promise is left to the protocols in `server.storage` and `server.identity`, the schema to
`server.database`.
"""
