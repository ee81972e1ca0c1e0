"""Operators: `crownhouse admin`, the socket it talks to, what it may ask, and backups.

What a host does with it is left to `server.lobby` and `server.identity`.
"""
