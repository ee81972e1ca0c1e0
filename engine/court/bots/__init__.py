"""The bots of court: `beginner` makes the mistakes of one, `page` plays by goals, `steward` by what to expect.

They see views only; the chances come from `odds`.
"""
