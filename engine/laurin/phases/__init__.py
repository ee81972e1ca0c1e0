"""The phases of a round of laurin, as functions from a state to the next state and its events.

Which moves are allowed is left to `rules`.
"""
