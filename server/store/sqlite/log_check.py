"""Checks the logs of a whole database: no entry may be missing, unreadable, or against the rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

from engine.game import AnyGame, with_rules
from server.log.table_state import BrokenLog, opened, replay
from server.store.journal.journal import DamagedLog
from server.store.sqlite.journal import find_opening, read_log

TABLES = "SELECT id, name, ended FROM tables ORDER BY opened, rowid"


def check_logs(connection: sqlite3.Connection, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Yield a sentence for each table whose log is damaged. Only the logs of open tables are
    checked against the rules: from ended ones, players may have been deleted.
    """
    for table, name, ended in connection.execute(TABLES).fetchall():
        try:
            opening = find_opening(connection, table)
            entries = read_log(connection, table)
            game = with_rules(games.get(opening.game), opening.rules_version)
            if game is not None and not ended:
                replay(opened(opening), entries, game)
        except DamagedLog as why:
            yield f"{name} ({table}): {why}"
        except BrokenLog as why:
            yield f"{name} ({table}): {why} breaks the rules"
