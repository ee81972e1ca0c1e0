"""What other processes find out about games: analyses of finished ones, in a queue apart from bots, and in
`courses` what everybody who looks at an ended game is shown.

What an analysis says is left to `engine.analysis`, storing it to `server.store.analyses`, who may ask to
`server.host`.
"""
