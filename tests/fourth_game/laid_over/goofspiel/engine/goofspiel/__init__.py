"""Goofspiel for three: a prize is turned up, everybody bids a card unseen, the highest card takes it.

Rules: Merrill Flood's game as in Sheldon M. Ross, "Goofspiel, the game of pure strategy" (1971), with
a choice of how many cards there are and of what becomes of a prize that nobody takes alone.
"""
