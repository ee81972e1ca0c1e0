"""What players are to each other: whom they follow, and the notes that they are given.

Where both are kept is left to `server.store`, a player's requests to `server.host`, how notes reach sessions
to `server.notices`.
"""
