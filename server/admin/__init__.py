"""The operators' side: `crownhouse admin`, the socket it connects to, its commands, and backups.

What the commands do to a host is left to `server.lobby` and `server.identity`.
"""
