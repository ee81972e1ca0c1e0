"""The step to the schema in which PostgreSQL finds everybody at a table without reading their rows.

Profiles ask who else sat at each of a player's games; without the index, PostgreSQL reads the seats of all
games for that. In a file, seats are stored in the order of their tables.
"""

from __future__ import annotations

POSTGRES_OPPONENTS = """
CREATE INDEX opponents ON seat_results (table_id) INCLUDE (who, place) WHERE holder = 'account'
"""
