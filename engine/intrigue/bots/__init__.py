"""The bots of intrigue: `page` plays by rules of thumb, `steward` by simulated games.

They see views only; the rules are left to `rules`.
"""
