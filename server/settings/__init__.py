"""A host's settings: limits, timeouts, notices, rates, and where the values come from.

Applying them is left to the rooms above.
"""
