"""Ended games that are looked at again: worked out once for all who ask, by another process, and kept in a
bounded store; and casts of them, which the same process draws.

What a course says is left to `engine.records.course`, what a record says to `server.log.records`, who may ask
to `server.host`.
"""
