"""One host: its parts put together, and the port through which one player's session uses it.

What happens at tables is left to `server.table`, finding them to `server.lobby`, bytes to
`server.transport`.
"""
