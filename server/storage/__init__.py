"""What is stored and how it is asked for: the contracts of journals and the like, their implementations in
memory, and the data folder.

What the entries of a log mean is left to `server.log`, files to `server.sqlite`, several nodes to
`server.postgres`.
"""
