"""Takes out of a fresh database what came with a version of its schema, and with all later ones."""

from __future__ import annotations

from collections.abc import Sequence

CAME = {
    32: ("ALTER TABLE rated_seats DROP COLUMN counted", "DROP INDEX lately_established"),
    31: ("DROP TABLE gone_names",),
    30: ("DROP TABLE club_events",),
    29: ("DROP TABLE waiting_notices", "DROP TABLE further_recipients"),
    28: ("ALTER TABLE deal_tables DROP COLUMN second", "ALTER TABLE deal_tables DROP COLUMN place"),
    26: tuple(f"DROP TABLE {table}" for table in ("club_notes", "club_invitations", "members", "clubs")),
    25: ("DROP INDEX results_by_end", "DROP TABLE trophies"),
    24: ("DROP TABLE cup_entries", "DROP TABLE cups"),
    23: ("DROP TABLE pending_recipients",),
    21: tuple(f'ALTER TABLE {table} RENAME COLUMN table_id TO "table"' for table in ("entries", "results")),
    20: ("DROP TABLE host_keys",),
    19: ("DROP TABLE notice_codes",),
    18: ("DROP TABLE former_names",),
    16: ("DROP TABLE analyses",),
    15: (),
    14: ("DROP TABLE deal_tables", "DROP TABLE deals"),
    13: ("DROP TABLE filled", "ALTER TABLE seat_results DROP COLUMN program"),
    12: (
        *(f"DROP TABLE {table}" for table in ("recovery_codes", "audit", "moderators", "letters", "reports")),
        "ALTER TABLE bans DROP COLUMN reason",
    ),
    11: ("DROP TABLE ratings", "DROP TABLE rated_seats"),
    10: (
        "DROP TABLE notes",
        "DROP TABLE follows",
        "ALTER TABLE tables DROP COLUMN matching",
        "ALTER TABLE tables DROP COLUMN starts",
    ),
    9: ("DROP TABLE notices", "DROP TABLE notice_recipients"),
    8: ("DROP TABLE seat_results", "DROP TABLE game_results"),
    7: ("ALTER TABLE entries DROP COLUMN crc", "ALTER TABLE tables DROP COLUMN length"),
    6: ("DROP TABLE signatures", "DROP TABLE missed_reveals", "DROP TABLE dice_counts"),
    5: ("DROP INDEX provisional", "ALTER TABLE accounts DROP COLUMN provisional"),
    4: ("DROP TABLE looks",),
}


def back_to(version: int) -> Sequence[str]:
    """The statements that take out what came after a version, and say that the file has this version."""
    undone = (statement for later in CAME if later > version for statement in CAME[later])
    return (*undone, f"PRAGMA user_version = {version}")
