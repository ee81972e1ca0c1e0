"""All tables of the host: opening, finding and listing them, who is here, and what time does to them.

What happens at one table is left to `server.table`, what its log means to `server.log`.
"""
