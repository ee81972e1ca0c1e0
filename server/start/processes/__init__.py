"""A host of several processes of one machine: the parent, which has the port, the operators' socket, metrics
and readiness, and the processes that it starts, each of which serves a share of the players.

What the processes share is left to `server.cluster.postgres`, the program of each of them to
`server.start.one_process`.
"""
