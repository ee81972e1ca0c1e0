"""What is promised of the journal and of what follows from it.

What the entries of a log mean is left to `server.log`, files to `server.store.sqlite`, several nodes to
`server.store.postgres`.
"""
