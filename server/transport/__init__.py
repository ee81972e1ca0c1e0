"""The bytes of clients: accepting connections, hardened asyncssh, the line to a screen, the terminal's size.

Who a client is, is left to `server.sessions` and `server.identity`; how much it may use to `server.settings`.
"""
