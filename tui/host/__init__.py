"""What a session needs of its host: the port, what it shows, the two ends of a terminal session.

How the host does it is left to `server`.
"""
