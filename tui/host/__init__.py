"""What a session needs of its host: the port, the data it shows, and the two ends of a terminal session.

The implementation is left to `server`.
"""
