"""The data of intrigue: cards, moves, events, refusals and the position.

What a move does is left to `rules`.
"""
