"""What operators see of a running host: logs, metrics and printed sentences.

What is counted is decided where it happens; operators' commands are left to `server.admin`.
"""
