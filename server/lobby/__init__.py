"""All tables of a host: opening and finding them, who is here, and the timeouts of tables.

One table is left to `server.table`, the meaning of its log to `server.log`, what sessions are sent of all
tables to `server.lobby.listing`.
"""
