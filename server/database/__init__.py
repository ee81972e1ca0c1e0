"""The file of a host's database: its schema, its migrations from older ones, and copies of it.

What is stored in it is left to `server.storage`.
"""
