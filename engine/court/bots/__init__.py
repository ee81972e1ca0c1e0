"""The bots of court: `page` plays by goals, `steward` by expected values.

They see views only; the chances come from `odds`.
"""
