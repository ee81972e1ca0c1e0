"""What a database needs that was restored from a backup, before a host starts on it.

Players may know what the tables would have drawn after the backup. So each table that has not ended draws
from a newly committed seed; tables of shared deals, whose luck would not be the same any more, end without a
result, and today's deal is closed. A running round of a cup with equal luck is void, and drawn anew.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from engine.game import AnyGame
from server.log import fair_dice, game_requests
from server.log.entries import Entry, Opening
from server.log.table_options import deal_of, is_lesson
from server.log.table_state import BrokenLog, TableState
from server.people.audit import restoring
from server.results.cups.course import drawn_again
from server.results.cups.log import cup_of
from server.results.deal import daily_id, day_of
from server.start.store import Store
from server.store.journal.rows import DamagedLog
from server.table.folded_log import FoldedLog

log = logging.getLogger(__name__)

SEED_BYTES = 32
Became = Literal["redrawn", "ended", "kept", "damaged"]
"""What became of a table: it draws anew, it was ended, nothing is drawn there, or its log cannot be read."""


async def renew_draws(
    store: Store, games: Mapping[str, AnyGame], secret: Callable[[int], bytes], backup: float
) -> Counter[Became]:
    """Give every table that has not ended what it needs after a backup of that time was restored, and return
    how many became what. No host may use the store meanwhile. Raises NotSaved, Unsure.
    """
    now, found = store.clock(), Counter[Became]()
    for summary in await store.journal.open_tables():
        found[await _renewed(store, games, summary.opening, secret(SEED_BYTES), backup)] += 1
    for game in games:
        await store.stores.deals.close(daily_id(game, day_of(now)))
    await _void_rounds(store, now)
    await store.stores.moderation.note(restoring(backup, now))
    return found


async def _void_rounds(store: Store, now: float) -> None:
    for id_ in await store.stores.cups.lately(now):
        cup = cup_of(await store.stores.cups.read(id_))
        results = await store.journal.history.results([table.id for table in cup.tables if table.id])
        if entry := drawn_again(cup, {result.table: result for result in results}, now):
            await store.stores.cups.append(id_, cup.length + 1, entry)


async def _renewed(
    store: Store, games: Mapping[str, AnyGame], opening: Opening, seed: bytes, backup: float
) -> Became:
    if is_lesson(opening.options):
        return "kept"
    is_shared = deal_of(opening.options) is not None

    def draft(state: TableState) -> Sequence[Entry]:
        return game_requests.close()(state) if is_shared else (fair_dice.restored(seed, backup),)

    table = FoldedLog(opening, games)
    try:
        entries = await store.journal.read(opening.id)
        table.take(entries)
    except (DamagedLog, BrokenLog) as why:
        log.warning("a damaged table was left as it is", extra={"table": opening.id, "why": str(why)})
        return "damaged"
    await store.journal.append(opening.id, len(entries), table.decide(draft, store.clock()))
    return "ended" if is_shared else "redrawn"
