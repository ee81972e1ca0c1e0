"""One table: its only writer, its audience, and what each seat and spectator is shown.

What a log means is left to `server.log`, how it is stored to `server.storage`.
"""
