"""What players are to each other and to those who look after a host: whom they follow, notes, reports, what
moderators decide, letters to players, an audit log. Pure.

What a player may ask for is left to `server.host`, how it is shown to `tui`, how notes reach sessions to
`server.notices`, where all of it is kept to `server.store`.
"""
