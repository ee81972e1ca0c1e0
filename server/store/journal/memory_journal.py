"""A journal in memory, which ends with the process: for `play` and simulations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from server.identity.accounts import is_guest
from server.log.entries import (
    Entry,
    FinishedTable,
    Opening,
    Outcome,
    StoredSignature,
    TableSummary,
    handed_over,
    outcome_of,
    without_player,
)
from server.log.table_options import is_unproven
from server.results.book import RatedSeat
from server.store.journal.journal import MOST_MISSED, Conflict, Journal, NoTable, Subscriptions, check_numbers
from server.store.journal.memory_history import MemoryHistory
from server.store.journal.memory_ratings import MemoryRatings
from server.store.journal.personal import JoinedTable, KnownRatingChange, PersonalRecords, SignedRecord
from tui.host.pictures import DiceCounts


class MemoryJournal(Subscriptions, Journal):
    def __init__(self) -> None:
        super().__init__()
        self._openings: dict[str, Opening] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._signatures: dict[str, list[StoredSignature]] = {}
        self._retired: set[str] = set()
        self.history = MemoryHistory(self._all_ended)
        self.ratings = MemoryRatings(self.history.every_result)

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        check_numbers(0, entries)
        if opening.id in self._openings:
            raise Conflict(opening.id)
        self._openings[opening.id] = opening
        self._entries[opening.id] = list(entries)
        self.publish(opening.id, entries)

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        check_numbers(expected, entries)
        log = self._log(table)
        if len(log) != expected:
            raise Conflict(table)
        log.extend(entries)
        self.publish(table, entries)

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self._log(table)[after:])

    async def tails(self, after: Mapping[str, int]) -> Mapping[str, tuple[Entry, ...]]:
        known = {table: seq for table, seq in after.items() if table in self._entries}
        return {table: tail for table, seq in known.items() if (tail := tuple(self._entries[table][seq:]))}

    async def open_tables(self) -> tuple[TableSummary, ...]:
        return tuple(
            TableSummary(
                opening,
                tuple(entry for entry in self._entries[table] if entry.kind != "move"),
                max((entry.time for entry in self._entries[table]), default=opening.opened),
                length=len(self._entries[table]),
            )
            for table, opening in self._openings.items()
            if self._end(table) is None and table not in self._retired
        )

    async def retire(self, table: str) -> None:
        self._log(table)
        self._retired.add(table)

    async def find(self, table: str) -> Opening:
        self._log(table)
        return self._openings[table]

    async def finished(self, player: str, most: int) -> tuple[FinishedTable, ...]:
        ended = [one for one in self._all_ended() if player and player in one.outcome.players]
        return tuple(sorted(ended, key=lambda one: one.time, reverse=True)[:most])

    async def dice_counts(self) -> DiceCounts:
        drawn = [table for table, opening in self._openings.items() if not is_unproven(opening.options)]
        entries = [entry for table in drawn for entry in self._entries[table]]
        ends = [outcome_of(entry) for entry in entries if entry.kind == "end" and entry.note]
        voids = [entry for entry in entries if entry.kind == "void"]
        missed = Counter(void.who for void in voids if void.who and not is_guest(void.who))
        names = {void.who: void.name for void in voids}
        return DiceCounts(
            opened=len(drawn),
            dealt=sum(entry.kind == "start" for entry in entries),
            finished=sum(bool(end.places) for end in ends),
            unfinished=sum(not end.places for end in ends)
            + sum(map(self._was_dealt, self._retired.intersection(drawn))),
            voided=len(voids),
            missed=tuple((names[who], number) for who, number in missed.most_common(MOST_MISSED)),
        )

    async def sign(self, table: str, signature: StoredSignature) -> None:
        self._log(table)
        others = [one for one in self._signatures.get(table, ()) if one.player != signature.player]
        self._signatures[table] = [*others, signature]

    async def signatures(self, table: str) -> tuple[StoredSignature, ...]:
        return tuple(self._signatures.get(table, ()))

    async def personal(self, player: str) -> PersonalRecords:
        opened = sorted(self._openings.values(), key=lambda opening: (opening.opened, opening.id))
        voids = [e for log in self._entries.values() for e in log if e.kind == "void"]
        ended = sorted(self._all_ended(), key=lambda one: (one.time, one.opening.id))
        return PersonalRecords(
            tuple(
                JoinedTable(
                    one.id, one.name, one.game, one.opened, one.owner == player, self._is_over(one.id)
                )
                for one in opened
                if one.owner == player or self._has_sat(one.id, player)
            ),
            tuple(
                SignedRecord(table, one.seat, one.base64)
                for table, signed in self._signatures.items()
                for one in signed
                if one.player == player
            ),
            tuple(
                [
                    _change(one.opening, seat)
                    for one in ended
                    for seat in await self.ratings.changes(one.opening.id)
                    if seat.entrant.who == player
                ]
            ),
            sum(void.who == player for void in voids),
        )

    def _is_over(self, table: str) -> bool:
        return self._end(table) is not None or table in self._retired

    def _has_sat(self, table: str, player: str) -> bool:
        return any(one.kind in {"sit", "keep"} and one.who == player for one in self._entries[table])

    async def void(self, table: str, void: bool) -> None:
        ended = self._ended(table) if table in self._openings else None
        if ended is None:
            raise NoTable(table)
        self._rewrite(table, replace(ended.outcome, void=void))

    async def hand_over(self, player: str, to: str) -> None:
        for table in self._openings:
            if ended := self._ended(table):
                self._rewrite(table, handed_over(ended.outcome, player, to))
        for table, signed in self._signatures.items():
            self._signatures[table] = [
                replace(one, player=to) if one.player == player else one for one in signed
            ]

    async def forget(self, player: str) -> None:
        for table, signed in self._signatures.items():
            self._signatures[table] = [one for one in signed if one.player != player]
        for table, opening in self._openings.items():
            if ended := self._ended(table):
                self._rewrite(table, without_player(ended.outcome, player))
            entries = self._entries[table]
            entries[:] = [replace(e, who="", name="") if e.who == player else e for e in entries]
            if opening.owner == player:
                self._openings[table] = replace(opening, owner="")

    async def close(self) -> None:
        """Drop all listeners."""
        self._listeners.clear()

    def _log(self, table: str) -> list[Entry]:
        if table not in self._entries:
            raise NoTable(table)
        return self._entries[table]

    def _was_dealt(self, table: str) -> bool:
        return any(entry.kind == "start" for entry in self._entries[table])

    def _end(self, table: str) -> Entry | None:
        return next((entry for entry in self._entries[table] if entry.kind == "end"), None)

    def _ended(self, table: str) -> FinishedTable | None:
        """Return how a table ended; None if it has not ended or its game never began."""
        end = self._end(table)
        return FinishedTable(self._openings[table], end.time, outcome_of(end)) if end and end.note else None

    def _all_ended(self) -> list[FinishedTable]:
        return [one for one in map(self._ended, self._openings) if one]

    def _rewrite(self, table: str, outcome: Outcome) -> None:
        note = msgspec.json.encode(outcome).decode()
        entries = self._entries[table]
        entries[:] = [replace(entry, note=note) if entry.kind == "end" else entry for entry in entries]


def _change(opening: Opening, seat: RatedSeat) -> KnownRatingChange:
    before, after = seat.before, seat.after
    return KnownRatingChange(
        opening.id, opening.game, after.last, seat.entrant.kind,
        before.mu, before.sigma, after.mu, after.sigma, after.games,
    )  # fmt: skip
