"""The data of laurin: garden, cards, moves, events, refusals and the position.

What a move does is left to `phases`.
"""
