"""The bots of laurin: `beginner` makes the mistakes of one, `page` plays by rules of thumb, `steward` looks
ahead, `master` expects stewards.

They see views only; the rules are left to `rules`.
"""
