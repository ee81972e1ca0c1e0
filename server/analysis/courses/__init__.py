"""Ended games that are looked at again: worked out once for all who ask, by another process, and kept in a
bounded store; and casts of them, which the same process draws; and everybody's chances over each game,
while it goes on.

What a course says is left to `engine.records.course`, what chances are to `engine.analysis.rounds`, what a
record says to `server.log.records`, who may ask to `server.host`.
"""
