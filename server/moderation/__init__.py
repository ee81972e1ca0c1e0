"""People who look after a host: reports, what moderators decide, letters to players, mutes, an audit log.

What a player may ask for is left to `server.host`, how it is shown to `tui`, bans to `server.host.bans`,
operators to `server.admin`. `reports` and `letters` are pure.
"""
