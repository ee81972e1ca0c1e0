"""Analyses of finished games on a host: a queue apart from bots, and a process for each analysis under way.

What an analysis says is left to `engine.analysis`, storing it to `server.store.analyses`, who may ask to
`server.host`.
"""
