"""Chances of dice alone:

groups, sums, parity and straights without any card. Cards are left to the rest of `odds`.
"""
