"""Bots for court, on views only:

`page` by goals, `steward` by chances. The chances themselves come from `odds`.
"""
