"""What ended games leave behind on PostgreSQL: their results, who played them, and counts.

Logs are left to `server.store.postgres.journal`.
"""
