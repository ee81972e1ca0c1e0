"""One host: its parts put together, and the port through which one player's session uses it.

Tables are left to `server.table`, finding them to `server.lobby`, bytes to `server.transport`.
"""
