"""What the nodes of one host share, and for each what a host of one process has instead.

A host is one process or several, its nodes, with one lobby. Tables and their logs are left to
`server.store.journal.journal`, which all nodes share; accounts and bans to `server.identity`.
"""
