"""What proves a game to those who do not trust the host: players' signatures, and a program that checks dice.

Whether moves keep the rules is `engine.replay`'s business, where signatures are stored `server.storage`'s.
"""
