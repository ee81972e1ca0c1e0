"""The operators' side: `crownhouse admin`, the socket it connects to, and its commands.

What the commands do to a host is left to `server.lobby` and `server.identity`, copies of the
database to `server.store.database`.
"""
