"""Proofs of a game for people who do not trust the host: players' signatures, and a program that checks dice.

Checking moves against the rules is left to `engine.records.replay`, storing signatures to
`server.store.journal`.
"""
