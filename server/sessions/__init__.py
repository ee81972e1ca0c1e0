"""SSH clients: the listener, a connection, a session, and the commands that a client may send.

Bytes are left to `server.transport`, programs to `server.sessions.api`, what a player can do to
`server.host`.
"""
