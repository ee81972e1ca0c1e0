"""What a player asks of the host: at tables, about games that have ended, other players and themselves, and
what protects them.

What is decided and stored is left to `server.people`, `server.results` and `server.identity`.
"""
