"""Works out the results and ratings of all ended games again from their logs: `crownhouse rebuild`.

What older versions stored has no results until then.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping

from engine.game import AnyGame, with_rules
from server.history.from_log import whole_outcome
from server.storage.journal import DamagedLog, Journal, NoTable

log = logging.getLogger(__name__)

PAGE = 200
"""Tables whose ids are read at once."""


async def rebuild(journal: Journal, games: Mapping[str, AnyGame]) -> AsyncIterator[bool]:
    """Store the result of each ended table again, and yield whether it could be worked out; then rate all
    games again. What cannot be read is logged and stays as it is.
    """
    after = ""
    while tables := await journal.history.ended(after, PAGE):
        for table in tables:
            yield await _rebuild(journal, table, games)
        after = tables[-1]
    await journal.ratings.rate_again()


async def _rebuild(journal: Journal, table: str, games: Mapping[str, AnyGame]) -> bool:
    try:
        opening, entries = await journal.find(table), await journal.read(table)
        game = games.get(opening.game)
        outcome = whole_outcome(opening, entries, with_rules(game, opening.rules_version))
        if outcome is not None:
            ended = next(entry.time for entry in entries if entry.kind == "end")
            await journal.history.write(table, ended, outcome)
    except (NoTable, DamagedLog) as why:
        log.warning("a result cannot be worked out", extra={"table": table, "why": str(why)})
        return False
    return True
