"""One store for several processes of a machine: a hub in one of them, which has the database, and the side of
each of the others, over a pair of connected UNIX sockets.

The database is left to `server.sqlite`, what the processes promise one another to `server.nodes` and
`server.storage`, starting and ending them to `server.processes`.
"""
