"""The schema of what is stored and its migrations from older ones; the data folder, the host's own file in
it, its checks and copies.

What is stored in it is left to `server.store.sqlite`, speaking to PostgreSQL to `server.store.postgres`.
"""
