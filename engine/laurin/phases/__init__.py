"""What happens in each phase of a round of laurin, as transitions.

Whether a move is allowed is left to `rules`.
"""
