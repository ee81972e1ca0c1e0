"""Deals that several tables play with the same luck: the deal of the day, duplicate matches, their results.

What a deal is does not depend on tables; opening them is left to `server.host`.
"""
