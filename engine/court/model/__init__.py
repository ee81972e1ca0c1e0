"""The data of court: cards, dice, moves, events, refusals and the position.

What a move does is left to `rules`.
"""
