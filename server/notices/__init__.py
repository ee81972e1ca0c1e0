"""Notices to players who are away: that a table waits for them. Sent through services that the operator
listed, to recipients that confirmed them.

Nothing of it runs without such a service. Who is away is left to `server.lobby.presence`, the words to
`tui.language.away_notices`.
"""
