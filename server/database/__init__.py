"""The schema of what is stored and its migrations from older ones; a host's own file, its checks and copies.

What is stored in it is left to `server.sqlite`, speaking to a PostgreSQL server to `server.postgres`.
"""
