"""Counts how the tables' commitments ended, beside the logs: in the transaction that adds the entries, so
that no game goes uncounted.

A lesson, and a game played on from another, are not counted: their seeds prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from server.identity.accounts import is_guest
from server.log.entries import Entry, outcome_of
from server.store.accounts import NAME
from server.store.sql import Transaction
from tui.host.dice import DiceCounts
from tui.host.history import HIDDEN, PROFILE_SETTING

MOST_MISSED = 20
"""The most names in `DiceCounts.missed`."""
ADD_PROVEN = """
    INSERT INTO dice_counts (what, number) SELECT $2, 1 WHERE NOT EXISTS (
        SELECT 1 FROM tables WHERE id = $1 AND (options LIKE '%"lesson":%' OR options LIKE '%"from":%')
    ) ON CONFLICT (what) DO UPDATE SET number = dice_counts.number + 1
"""
"""A quotation mark in a text of JSON stands behind a backslash: what is found is the key of an option."""
DEALT = "SELECT 1 FROM entries WHERE table_id = $1 AND kind IN ('start', 'move') LIMIT 1"
MISS = """
    INSERT INTO missed_reveals (player, name, number) VALUES ($1, $2, $3) ON CONFLICT (player)
    DO UPDATE SET number = missed_reveals.number + excluded.number, name = excluded.name
"""
COUNTS = "SELECT what, number FROM dice_counts"
MISSED = """
    SELECT CASE WHEN hidden.account IS NULL THEN name ELSE '' END, number FROM missed_reveals
    LEFT JOIN settings AS hidden
    ON hidden.account = player AND setting = $2 AND value = $3
    ORDER BY number DESC, name LIMIT $1
"""
MISSED_BY = "SELECT number FROM missed_reveals WHERE player = $1"
FORGET = "DELETE FROM missed_reveals WHERE player = $1"


async def count_opened(transaction: Transaction, table: str) -> None:
    await transaction.execute(ADD_PROVEN, table, "opened")


async def count(transaction: Transaction, table: str, entries: Iterable[Entry]) -> None:
    """Count the entries that change a count. A table that ends before its deal is not counted."""
    for entry in entries:
        match entry.kind:
            case "start":
                await transaction.execute(ADD_PROVEN, table, "dealt")
            case "void":
                counted = await transaction.execute(ADD_PROVEN, table, "voided")
                if counted and entry.who and not is_guest(entry.who):
                    await transaction.execute(MISS, entry.who, entry.name, 1)
            case "end" if entry.note:
                ended = "finished" if outcome_of(entry).places else "unfinished"
                await transaction.execute(ADD_PROVEN, table, ended)


async def count_retired(transaction: Transaction, table: str) -> None:
    """Count a table that ends although its log cannot be read. A table without a deal is not counted."""
    if await transaction.fetch(DEALT, table):
        await transaction.execute(ADD_PROVEN, table, "unfinished")


async def read(transaction: Transaction) -> DiceCounts:
    counts = dict(await transaction.fetch(COUNTS))
    missed = [
        (name, number)
        for name, number in await transaction.fetch(MISSED, MOST_MISSED, PROFILE_SETTING, HIDDEN)
    ]
    return DiceCounts(**counts, missed=tuple(missed))


async def hand_over(transaction: Transaction, player: str, to: str) -> None:
    """Move one account's missed reveals to another account, under that account's name."""
    number = await transaction.value(MISSED_BY, player)
    if number is not None:
        await transaction.execute(MISS, to, await transaction.value(NAME, to) or "", number)
        await forget(transaction, player)


async def forget(transaction: Transaction, player: str) -> None:
    """Delete an account's missed reveals."""
    await transaction.execute(FORGET, player)
