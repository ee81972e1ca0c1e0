"""Bots for laurin, on views only:

`page` by rules of thumb, `steward` by looking ahead. The rules are left to `rules`.
"""
