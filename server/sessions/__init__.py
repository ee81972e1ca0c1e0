"""One SSH client: the listener, a connection, a session, and the commands it may ask for.

Bytes are left to `server.transport`, programs to `server.api`, what a player can do to `server.host`.
"""
