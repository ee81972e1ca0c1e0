"""What a host keeps, and where: one class a thing over `server.store.sql`, with one text of SQL for a file,
for memory and for PostgreSQL; beside them the journal, the two databases, the schema and the data folder.

What the stored things mean is left to the rooms that they are about.
"""
