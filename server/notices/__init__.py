"""What a player has to hear: notes, brought to all sessions of theirs, and notices to players who are away,
through services that the operator listed, to recipients that confirmed them.

No notice runs without such a service. Who is away is left to `server.lobby.presence`, the words to
`tui.language.away_notices`.
"""
