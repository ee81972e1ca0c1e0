"""Subcommands that need no running host: they read and check records, settings and stores.

What a record says is left to `server.log` and `server.proofs`.
"""
