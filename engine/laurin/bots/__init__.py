"""The bots of laurin: `page` plays by rules of thumb, `steward` by looking ahead, `master` by expecting stewards.

They see views only; the rules are left to `rules`.
"""
