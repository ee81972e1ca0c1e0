"""What journals of both databases do beside adding entries and reading logs: ended games, signatures, and
deleting players from them.

The functions of a transaction are for the one that adds entries, or ends a table.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from server.log.entries import (
    Entry,
    FinishedTable,
    Opening,
    Outcome,
    StoredSignature,
    handed_over,
    outcome_of,
    without_player,
)
from server.store import dice_counts, history, rated_seats
from server.store.database.checksums import entry_crc
from server.store.history import OPENING, HistoryStore
from server.store.journal.journal import COUNTED, Journal
from server.store.journal.personal import JoinedTable, KnownRatingChange, PersonalRecords, SignedRecord
from server.store.journal.rows import ENTRY_COLUMNS, OPENING_COLUMNS, DamagedLog, NoTable, opening_of
from server.store.ratings import RatingStore
from server.store.sql import Sql, Transaction
from tui.host.dice import DiceCounts

log = logging.getLogger(__name__)

HAS_TABLE = "SELECT 1 FROM tables WHERE id = $1"
RETIRE = "UPDATE tables SET ended = true WHERE id = $1 AND NOT ended"
END = f"""
    UPDATE tables SET ended = true, length = CASE WHEN length > $2 THEN length ELSE $2 END
    WHERE id = $1 RETURNING {", ".join(OPENING_COLUMNS)}
"""  # noqa: S608  (our own words)
LIST = "INSERT INTO results (player, table_id, ended) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
LISTED = "SELECT table_id, ended FROM results WHERE player = $1 ORDER BY table_id"
UNLIST = "DELETE FROM results WHERE player = $1"
UNLIST_TABLE = "DELETE FROM results WHERE player = $1 AND table_id = $2"
LIST_FOR = "UPDATE results SET player = $2 WHERE player = $1 AND table_id = $3"
FINISHED = f"""
    SELECT results.ended, (
        SELECT note FROM entries WHERE table_id = tables.id AND kind = 'end' ORDER BY seq DESC LIMIT 1
    ), {", ".join(f"tables.{column}" for column in OPENING_COLUMNS)}
    FROM results JOIN tables ON id = table_id WHERE player = $1 ORDER BY results.ended DESC LIMIT $2
"""  # noqa: S608  (likewise)
ROW = ("table_id", *ENTRY_COLUMNS)
ENTRY = ", ".join(f'entries."{column}"' for column in ROW)
END_OF = f"SELECT {ENTRY} FROM entries WHERE kind = 'end' AND table_id = $1 ORDER BY seq LIMIT 1"  # noqa: S608
ENDS_OF = f"""
    SELECT {ENTRY} FROM entries
    WHERE kind = 'end' AND table_id IN (SELECT table_id FROM results WHERE player = $1) ORDER BY table_id
"""  # noqa: S608  (likewise)
SEATINGS_OF = f"""
    SELECT {ENTRY} FROM entries WHERE who = $1 AND table_id IN (
        SELECT table_id FROM entries WHERE kind IN ('sit', 'keep') AND who = $1
    ) ORDER BY table_id, seq
"""  # noqa: S608  (likewise)
REWRITE = "UPDATE entries SET who = $3, name = $4, note = $5, crc = $6 WHERE table_id = $1 AND seq = $2"
DISOWN = "UPDATE tables SET owner = '' WHERE owner = $1"
UNSIGN_TABLE = "DELETE FROM signatures WHERE table_id = $1 AND player = $2"
SIGN = "INSERT INTO signatures (table_id, player, seat, base64) VALUES ($1, $2, $3, $4)"
SIGNATURES = "SELECT player, seat, base64 FROM signatures WHERE table_id = $1 ORDER BY number"
UNSIGN_WHERE_BOTH = """
    DELETE FROM signatures
    WHERE player = $2 AND table_id IN (SELECT table_id FROM signatures WHERE player = $1)
"""
SIGN_FOR = "UPDATE signatures SET player = $2 WHERE player = $1"
UNSIGN = "DELETE FROM signatures WHERE player = $1"
TABLES = """
    SELECT id, name, game, opened, owner = $1, ended FROM tables
    WHERE owner = $1 OR id IN (SELECT table_id FROM entries WHERE kind IN ('sit', 'keep') AND who = $1)
    ORDER BY opened, id COLLATE "C"
"""
SIGNED = "SELECT table_id, seat, base64 FROM signatures WHERE player = $1 ORDER BY number"
CHANGES = """
    SELECT table_id, game, ended, kind, old_mu, old_sigma, mu, sigma, games FROM rated_seats
    WHERE game IN (SELECT game FROM ratings WHERE who = $1) AND who = $1 ORDER BY ended, table_id COLLATE "C"
"""


class StoredJournal(Journal):
    """The part of a journal that is the same for every database."""

    def __init__(self, sql: Sql) -> None:
        self.sql = sql
        """What all of it is stored in."""
        self.history = HistoryStore(sql)
        self.ratings = RatingStore(sql)

    async def find(self, table: str) -> Opening:
        for row in await self.sql.fetch(OPENING, table):
            return opening_of(tuple(row))
        raise NoTable(table)

    async def retire(self, table: str) -> None:
        async def job(transaction: Transaction) -> None:
            if await transaction.execute(RETIRE, table):
                await dice_counts.count_retired(transaction, table)
            else:
                await check_exists(transaction, table)

        await self.sql.run(job)

    async def finished(self, player: str, most: int) -> tuple[FinishedTable, ...]:
        found: list[FinishedTable] = []
        for time, note, *opening in await self.sql.fetch(FINISHED, player, most):
            try:
                outcome = msgspec.json.decode(note or "", type=Outcome)
                found.append(FinishedTable(opening_of(opening), time, outcome))
            except (DamagedLog, msgspec.DecodeError):
                log.warning("a finished game cannot be read", extra={"table": opening[0]})
        return tuple(found)

    async def dice_counts(self) -> DiceCounts:
        return await self.sql.run(dice_counts.read)

    async def sign(self, table: str, signature: StoredSignature) -> None:
        async def job(transaction: Transaction) -> None:
            await check_exists(transaction, table)
            await transaction.execute(UNSIGN_TABLE, table, signature.player)
            await transaction.execute(SIGN, table, signature.player, signature.seat, signature.base64)

        await self.sql.run(job)

    async def signatures(self, table: str) -> tuple[StoredSignature, ...]:
        return tuple(StoredSignature(*row) for row in await self.sql.fetch(SIGNATURES, table))

    async def personal(self, player: str) -> PersonalRecords:
        async def job(transaction: Transaction) -> PersonalRecords:
            return PersonalRecords(
                tuple(
                    JoinedTable(table, name, game, opened, bool(owner), bool(ended))
                    for table, name, game, opened, owner, ended in await transaction.fetch(TABLES, player)
                ),
                tuple(SignedRecord(*row) for row in await transaction.fetch(SIGNED, player)),
                tuple(KnownRatingChange(*row) for row in await transaction.fetch(CHANGES, player)),
                await transaction.value(dice_counts.MISSED_BY, player) or 0,
            )

        return await self.sql.run(job)

    async def void(self, table: str, void: bool) -> None:
        async def job(transaction: Transaction) -> None:
            ends = await transaction.fetch_locked(END_OF, table)
            end = _by_column(ends[0]) if ends else None
            if end is None or not end["note"] or (outcome := _outcome(table, end)) is None:
                raise NoTable(table)
            await _rewrite_end(transaction, table, end["time"], end, replace(outcome, void=void))

        await self.sql.run(job)

    async def hand_over(self, player: str, to: str) -> None:
        async def job(transaction: Transaction) -> None:
            for table, ended, end in await _ends_of(transaction, player):
                if outcome := _outcome(table, end):
                    moved = handed_over(outcome, player, to)
                    if moved == outcome:
                        continue
                    await _rewrite_end(transaction, table, ended, end, moved)
                await transaction.execute(UNLIST_TABLE, to, table)
                await transaction.execute(LIST_FOR, player, to, table)
            await transaction.execute(UNSIGN_WHERE_BOTH, player, to)
            await transaction.execute(SIGN_FOR, player, to)
            await dice_counts.hand_over(transaction, player, to)

        await self.sql.run(job)

    async def forget(self, player: str) -> None:
        async def job(transaction: Transaction) -> None:
            await rated_seats.forget(transaction, player)
            for table, ended, end in await _ends_of(transaction, player):
                outcome = _outcome(table, end) or Outcome("closed")  # an unreadable end may contain the name
                await _rewrite_end(transaction, table, ended, end, without_player(outcome, player))
            await transaction.execute(UNLIST, player)
            await transaction.execute(UNSIGN, player)
            await dice_counts.forget(transaction, player)
            for row in await transaction.fetch_locked(SEATINGS_OF, player):
                await _rewrite(transaction, _by_column(row), who="", name="")
            await transaction.execute(DISOWN, player)

        await self.sql.run(job)


async def check_exists(transaction: Transaction, table: str) -> None:
    """Raise NoTable if there is no table with an id."""
    if not await transaction.fetch(HAS_TABLE, table):
        raise NoTable(table)


async def note_counted(transaction: Transaction, table: str, entries: Iterable[Entry]) -> None:
    """Note what entries change beside the logs, as they are added."""
    counted = [entry for entry in entries if entry.kind in COUNTED]
    if counted:
        await dice_counts.count(transaction, table, counted)
    for entry in counted:
        if entry.kind == "end":
            await _mark_ended(transaction, table, entry)


async def _mark_ended(transaction: Transaction, table: str, end: Entry) -> None:
    """Mark a table as ended and list its game for everyone who played it."""
    outcome = outcome_of(end)
    opening = (await transaction.fetch(END, table, end.seq))[0]
    players = sorted(set(outcome.players) - {""})
    await transaction.execute_many(LIST, [(player, table, end.time) for player in players])
    await history.write_or_log(transaction, table, end.time, outcome, opening)


async def _ends_of(
    transaction: Transaction, player: str
) -> Sequence[tuple[str, float, Mapping[str, Any] | None]]:
    """Return the ended tables of an account, each with the time and, if it is there, the entry of its end."""
    ends = {row[0]: _by_column(row) for row in await transaction.fetch_locked(ENDS_OF, player)}
    return [(table, ended, ends.get(table)) for table, ended in await transaction.fetch(LISTED, player)]


def _by_column(row: Sequence[Any]) -> Mapping[str, Any]:
    return dict(zip(ROW, row, strict=True))


def _outcome(table: str, end: Mapping[str, Any] | None) -> Outcome | None:
    """Return how a table ended. If its last entry cannot be read, log that and return None."""
    try:
        return msgspec.json.decode(end["note"] if end else "", type=Outcome)
    except msgspec.DecodeError:
        log.warning("a finished game cannot be read", extra={"table": table})
        return None


async def _rewrite_end(
    transaction: Transaction, table: str, ended: float, end: Mapping[str, Any] | None, outcome: Outcome
) -> None:
    """Change how a table ended, in its log and in its result."""
    if end:
        await _rewrite(transaction, end, note=msgspec.json.encode(outcome).decode())
    await history.write_or_log(transaction, table, ended, outcome)


async def _rewrite(transaction: Transaction, entry: Mapping[str, Any], **changed: str) -> None:
    """Change texts of a stored entry, and its checksum."""
    changed_entry = {**entry, **changed}
    crc = entry_crc(*(changed_entry[column] for column in ROW[:-1]))
    texts = (changed_entry["who"], changed_entry["name"], changed_entry["note"])
    await transaction.execute(REWRITE, entry["table_id"], entry["seq"], *texts, crc)
