"""The words of court: names, cards, events, refusals, the rules on a page, typed moves.

Their places on the screen are left to `panels`.
"""
