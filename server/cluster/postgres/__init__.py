"""What the nodes of one host share, on PostgreSQL: the protocols of `server.cluster`.

Connections, retries and the journal are left to `server.store.postgres`, the tables to
`server.store.database`.
"""
