"""The phases of a round of laurin, as transitions.

Which moves are allowed is left to `rules`.
"""
