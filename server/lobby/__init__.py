"""All tables of a host: opening, finding and listing them, who is here, and the timeouts of tables.

One table is left to `server.table`, the meaning of its log to `server.log`.
"""
