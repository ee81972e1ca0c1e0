"""Answers that no person gives: bots, standing answers, odds, and the worker processes that compute them.

How a bot chooses is left to `engine`, when a table asks to `server.table`.
"""
