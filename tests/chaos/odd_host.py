"""`crownhouse` on a machine whose clock is wrong, and in a version with newer rules.

`python -m tests.chaos.odd_host AHEAD NEWER ARGUMENTS`: AHEAD in seconds; if NEWER is 1, a game has a rules
version that the present program does not know; it still plays the present one.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import server.start.postgres_store
import tui.boards
from server.log.entries import Entry
from server.store.journal.journal import Conflict
from server.store.postgres.journal import PostgresJournal

NEWER_GAME = "laurin"
DONE_BEFORE = "another node had moved for a player"


class WatchedJournal(PostgresJournal):
    """Logs attempts in vain for players whose time is up. Those for bots are refused, which is logged."""

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        try:
            await super().append(table, expected, entries)
        except Conflict:
            first = entries[0]
            done = [(one.kind, one.seat, one.ask) for one in await self.read(table, expected)]
            if first.by == "timeout" and (first.kind, first.seat, first.ask) in done:
                logging.getLogger(__name__).info(DONE_BEFORE)
            raise


def main() -> int:
    """Run the program as the command line says."""
    ahead, is_newer, *arguments = sys.argv[1:]
    real = time.time
    time.time = lambda: real() + float(ahead)  # type: ignore[assignment]
    if int(is_newer):
        game = tui.boards.PLAYABLE[NEWER_GAME]
        newer = replace(
            game, rules_version=game.rules_version + 1, older_starts={game.rules_version: game.start}
        )
        tui.boards.PLAYABLE = MappingProxyType({**tui.boards.PLAYABLE, NEWER_GAME: newer})  # type: ignore[misc]
    server.start.postgres_store.PostgresJournal = WatchedJournal  # type: ignore[misc]
    from server.start.main import main as run  # it takes the games when it is imported

    sys.argv[1:] = arguments
    return run()


if __name__ == "__main__":
    sys.exit(main())
