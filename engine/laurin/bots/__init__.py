"""The bots of laurin: `page` plays by rules of thumb, `steward` by looking ahead.

They see views only; the rules are left to `rules`.
"""
