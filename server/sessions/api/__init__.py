"""`ssh HOST api`: programs play through the same port as people, in JSON lines (docs/api.md).

The port itself is left to `server.host`, the rules to `engine`.
"""
