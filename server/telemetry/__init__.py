"""What operators see of a running host: logs, metrics, plain sentences, and garbage collection.

What is counted is decided where it happens; operator commands are left to `server.admin`.
"""
