"""What is stored beside the journal: one class a thing, over `server.store.sql`, with one text of SQL for a
file, for memory and for PostgreSQL.

Journals, and the connections to databases, are left to `server.sqlite` and `server.postgres`, the schema to
`server.database`, what the stored things mean to the rooms that they are about.
"""
