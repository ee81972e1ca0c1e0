"""What is known of a table's log on this node: the state that its entries fold to, and the entries that a
request takes next; and all events up to a step, played again for whoever asks.

It neither reads nor writes: that, and who is told, is left to `server.table.table`. A log that breaks the
rules raises here; the table sets it aside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from engine.chance import NOTHING_ADDED, Chance, table_key
from engine.game import AnyGame, with_rules
from engine.playthrough import chance_of_step
from server.log import fold, lessons, table_state
from server.log.entries import Entry, Opening
from server.log.fold import AppliedEntry
from server.log.requests import Draft
from server.log.results import natural_end
from server.log.table_options import LESSON, deal_of, is_duplicate
from server.log.table_state import TableState
from server.table import snapshots

AT_ONCE = 16
"""Entries that are played again before other sessions get their turn: some milliseconds."""


async def events_until(
    opening: Opening, game: AnyGame | None, entries: Sequence[Entry], steps: int, seat: int | None
) -> tuple[Any, ...]:
    """Return the events of the deal and of the steps after it up to number `steps`, as a seat, or None a
    spectator, is shown them. Empty if the rules are gone. Raises BrokenLog.
    """
    state, events = table_state.opened(opening), list[Any]()
    for number, entry in enumerate(entries):
        applied = fold.replay(state, (entry,), game)
        state = applied.state
        if state.playthrough is not None and state.playthrough.steps > steps:
            break
        events += applied.events
        if number % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0)
    return snapshots.shown(game, events, seat) if game is not None else ()


AT_ONCE = 32
"""Entries that are applied before others have their turn: some milliseconds."""


def _never(_: float, __: float) -> float:
    return 0.0


class FoldedLog:
    """The state of a log, and the entries that were decided on it last. `game` are the rules of the table;
    None if the host no longer has them, so that the table is frozen.
    """

    def __init__(self, opening: Opening, games: Mapping[str, AnyGame]) -> None:
        self.state = table_state.opened(opening)
        self.game = with_rules(games.get(opening.game), opening.rules_version)
        self._opening = opening
        self._decided: dict[int, tuple[Entry, AppliedEntry]] = {}

    def begin_again(self) -> FoldedLog:
        """Return the log as it was when the table was opened, to be read from its beginning."""
        return FoldedLog(self._opening, {} if self.game is None else {self._opening.game: self.game})

    async def take_slowly(self, entries: Sequence[Entry]) -> list[Any]:
        """Do as `take` does; others have their turn meanwhile."""
        events = list[Any]()
        for first in range(0, len(entries), AT_ONCE):
            if first:
                await asyncio.sleep(0)
            events += self.take(entries[first : first + AT_ONCE])
        return events

    def has_decided(self, seq: int) -> bool:
        """Return whether the entry with that number was among those decided last."""
        return seq in self._decided

    def decide(self, draft: Draft, now: float, down: Callable[[float, float], float] = _never) -> list[Entry]:
        """Return the entries that a request takes now, with their numbers, draws and times: `now`, or the
        time of the last entry where that is later. `down(since, now)` returns for how long the host was down.
        Raises Refused.
        """
        self._decided.clear()
        state = self.state
        entries = list(draft(state))
        for entry in entries:
            plays = state.banks and entry.kind in {"move", "concede"}
            lost = _down_by(state, entry.seat, now, down) if plays else 0.0
            state = self._decide_entry(state, replace(entry, note=f"{lost:.2f}") if lost else entry, now)
        if entries and state.stage == "over" and entries[-1].kind != "end":
            self._decide_entry(state, natural_end(state), now)
        elif entries and LESSON in state.opening.options and lessons.is_done(state):
            self._decide_entry(state, lessons.lesson_end(state), now)
        return [entry for entry, _ in self._decided.values()]

    def _decide_entry(self, state: TableState, draft: Entry, now: float) -> TableState:
        time = max(now, state.changed)  # another node, or this one's clock, may have been ahead
        entry = replace(draft, seq=state.seq + 1, time=time)
        applied = fold.apply(state, entry, self.game, self._chance(state, entry.seat))
        self._decided[entry.seq] = (replace(entry, draws=applied.draws), applied)
        return applied.state

    def _chance(self, state: TableState, seat: int) -> Chance:
        """Return where the draws of a seat's step come from: the lesson; else the seed and what seats added
        to it.
        """
        opening, dice = state.opening, state.dice
        if LESSON in opening.options and (said := lessons.chance_of(state, self.game)):
            return said
        deal = deal_of(opening.options) or opening.id
        texts = dice.texts if dice.added else NOTHING_ADDED
        key = table_key(dice.seed, deal, opening.rules_version, texts)
        return chance_of_step(key, state.playthrough, seat, is_duplicate=is_duplicate(opening.options))

    def take(self, entries: Sequence[Entry]) -> list[Any]:
        """Apply those entries that follow, and return their events. Nothing follows in a damaged log. Raises
        BrokenLog; the entries before the one that broke the rules have been applied.
        """
        events: list[Any] = []
        for entry in entries:
            if entry.seq == self.state.seq + 1 and self.state.stage != "damaged":
                applied = self._applied(entry)
                self.state = applied.state
                events += applied.events
        self._freeze_without_rules()
        return events

    def sketch(self, entries: Sequence[Entry], changed: float = 0.0, length: int = 0) -> None:
        """Apply what the lobby lists, from entries of a log that has a length and was changed then."""
        self.note_seats(entries)
        length, changed = max(length, self.state.seq), max(changed, self.state.changed)
        self.state = replace(self.state, seq=length, changed=changed)
        self._freeze_without_rules()

    def note_seats(self, entries: Sequence[Entry]) -> None:
        """Take what entries say of seats, those of them that say it."""
        for entry in entries:
            with suppress(Exception):  # of a damaged log they may say anything
                self.state = fold.apply_for_listing(self.state, entry)

    def _applied(self, entry: Entry) -> AppliedEntry:
        if self.game is None:
            return AppliedEntry(fold.apply_for_listing(self.state, entry))
        decided, applied = self._decided.get(entry.seq, (None, None))
        if applied is not None and decided == entry:
            return applied
        return fold.replay(self.state, (entry,), self.game)

    def _freeze_without_rules(self) -> None:
        if self.game is None and self.state.stage in {"open", "running"}:
            self.state = table_state.frozen(self.state)


def _down_by(state: TableState, seat: int, now: float, down: Callable[[float, float], float]) -> float:
    """Return for how long the host was down by now, since the deal, as far as a clock ran: it did not on the
    vacation of who is asked.
    """
    asked = seat if seat in state.clock_from else next(iter(state.clock_from), 0)
    bank = state.banks.get(asked)
    return bank.down + down(state.clock_from[asked], now) if bank and asked else state.down
