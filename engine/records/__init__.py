"""Game records: their data, reading and writing their text, and replaying them through the rules.

The rules are left to each game, files to the callers.
"""
