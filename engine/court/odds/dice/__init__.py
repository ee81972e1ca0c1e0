"""Chances of groups, sums, parities and straights from numbers of dice.

Which cards help, and how, is left to the rest of `odds`.
"""
