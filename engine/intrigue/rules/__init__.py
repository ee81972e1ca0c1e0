"""The rules of intrigue: which moves are allowed, and what a move leads to.

What a seat may know is left to `views`, good moves to `bots`.
"""
