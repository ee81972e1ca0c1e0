"""Analysis of a finished game: its data, what a game contributes to it, and the driver that yields its parts.

How decisions are valued is left to each game, words and plots to the callers.
"""
