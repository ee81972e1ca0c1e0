"""The bots of court: `beginner` makes the mistakes of one, `page` plays by goals, `steward` by expectation.

They see views only; the chances come from `odds`.
"""
