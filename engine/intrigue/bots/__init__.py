"""The bots of intrigue: `beginner` makes the mistakes of one, `page` plays by rules of thumb, `steward` by
simulated games, `master` by simulated rounds and what it has learned.

They see views only; the rules are left to `rules`.
"""
