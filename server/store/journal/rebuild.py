"""Works out the results and ratings of all ended games again from their logs.

`crownhouse rebuild` does it for all of them at once. A host fills in by itself, a table at a time, what an
older version did not store, and then rates all games again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

from engine.game import AnyGame, with_rules
from server.log.entries import Entry, Opening
from server.results.from_log import whole_outcome
from server.store.journal.journal import Journal
from server.store.journal.rows import DamagedLog, NoTable

log = logging.getLogger(__name__)

PAGE = 200
"""Tables whose ids are read at once."""
FILLING = "filling"
"""The duty of filling in results after an upgrade."""
REST, LONG_REST = 0.05, 60.0
"""Seconds after each table, and after something went wrong or while the duty is another node's."""


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


async def keep_filling(
    journal: Journal,
    games: Mapping[str, AnyGame],
    pause: Callable[[float], Awaitable[None]],
    acts_for: Callable[[str], bool],
) -> None:
    """Fill in the results of games that an older version stored, while that is this node's duty; return once
    it is done, by whichever node.
    """
    while True:
        try:
            if (upto := await journal.history.filled()) is None:
                return
            if acts_for(FILLING):
                await _fill_page(journal, games, pause, upto)
            else:
                await pause(LONG_REST)
        except Exception:
            log.exception("results of older games could not be filled in")
            await pause(LONG_REST)


async def _fill_page(
    journal: Journal, games: Mapping[str, AnyGame], pause: Callable[[float], Awaitable[None]], upto: str
) -> None:
    """Fill in the next tables after `upto`, and note how far; behind the last, rate all games again."""
    tables = await journal.history.ended(upto, PAGE)
    for table in tables:
        await _rebuild(journal, table, games)
        await pause(REST)
    if not tables:
        await journal.ratings.rate_again()
    await journal.history.note_filled(tables[-1] if tables else None)


async def _rebuild(journal: Journal, table: str, games: Mapping[str, AnyGame]) -> bool:
    try:
        opening, entries = await journal.find(table), await journal.read(table)
        while await _written(journal, opening, entries, games):
            before, entries = entries, await journal.read(table)
            if entries == before:  # else somebody was forgotten meanwhile, who must not come back
                break
    except (NoTable, DamagedLog) as why:
        log.warning("a result cannot be worked out", extra={"table": table, "why": str(why)})
        return False
    return True


async def _written(
    journal: Journal, opening: Opening, entries: Sequence[Entry], games: Mapping[str, AnyGame]
) -> bool:
    """Store what a log says of how its table ended; return False if it has not ended. Long games are played
    again in a thread: others play here meanwhile.
    """
    game = with_rules(games.get(opening.game), opening.rules_version)
    outcome = await asyncio.to_thread(whole_outcome, opening, entries, game)
    if outcome is not None:
        ended = next(entry.time for entry in entries if entry.kind == "end")
        await journal.history.write(opening.id, ended, outcome)
    return outcome is not None
