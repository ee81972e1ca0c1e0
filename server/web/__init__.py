"""A window on the web: a process that is a guest at a host's API and shows on pages what spectators see.

It has no seat and no database, so what a spectator may not know never enters it; if it dies, no game
notices. What pages look like is left to `tui.web`.
"""
