"""Storage on disk or in memory: journals, accounts, bans, outages, and the data folder.

What the entries of a log mean is left to `server.log`.
"""
