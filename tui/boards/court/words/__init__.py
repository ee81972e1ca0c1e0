"""The words of court: names, cards, events, refusals, the rules on a page, typed moves.

Where they stand on the screen is left to `panels`.
"""
