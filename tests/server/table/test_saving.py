"""Everybody at a table is told when the disk is slow or full, and play goes on when it is so no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.game import Refused
from server.log.entries import Entry
from server.start.stores import start_thread
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.memory import MemoryJournal
from server.table.table import SLOW
from tests.server.simulation import (
    ADA,
    BERT,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    play,
    refusal,
    settled,
    started,
)
from tests.server.toy import Think
from tui.actions import answers


class SlowJournal(MemoryJournal):
    """A journal that writes when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_write = asyncio.Event()
        self.may_write.set()

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        await self.may_write.wait()
        await super().append(table, expected, entries)


async def test_a_slow_disk_is_told_after_half_a_second() -> None:
    """To all who follow the table, those who look on included, until the entry is written; not before."""
    journal = SlowJournal()
    stage = Simulation(journal)
    ada, bert, seen = stage.port(ADA), stage.port(BERT), ReceivedSnapshots()
    table = await started(stage, ada, bert)
    stage.port(GUEST).follow_table(table, seen.see)
    journal.may_write.clear()
    moving = asyncio.ensure_future(play(stage, table, ada, bert))
    await stage.time.pass_by(SLOW - 0.01)
    assert seen.last.saving == ""
    assert "saving" not in answers.news(seen.last)
    await stage.time.pass_by(0.01)
    assert (seen.last.saving, seen.last.events) == ("saving", ())
    assert answers.news(seen.last)["saving"] == "saving"
    before = seen.last.seq
    journal.may_write.set()
    await moving
    assert (seen.last.saving, seen.last.seq) == ("", before + 1)
    assert seen.last.events


async def test_what_is_written_in_time_is_not_told_late() -> None:
    stage, seen = Simulation(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    ada.follow_table(table, seen.see)
    await play(stage, table, ada, bert)
    told = len(seen)
    await stage.time.pass_by(SLOW + 1)
    assert len(seen) == told


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "crownhouse.db", start_thread)


async def test_a_full_disk_is_told_until_there_is_room_again(database: Database) -> None:
    """The move did not happen, for whoever made it and for all others; made again, it draws the same dice."""
    stage, seen = Simulation(SqliteJournal(database)), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    bert.follow_table(table, seen.see)
    before = seen.last

    async def limit(more: int) -> None:
        """So many pages more than there are now are as many as there may be."""
        await database.run(
            lambda one: (
                one.execute(
                    f"PRAGMA max_page_count = {one.execute('PRAGMA page_count').fetchone()[0] + more}"
                )
                and None
            )
        )

    await limit(0)
    refused = ""
    while not refused:  # the room that the last pages have is used up first
        before = seen.last
        try:
            await play(stage, table, ada, bert, move=Think())
            await stage.host.port(ADA if before.waiting_for == (1,) else BERT).undo(table)
        except Refused as error:
            refused = error.code
    assert refused == "not-saved"
    assert (seen.last.saving, seen.last.events) == ("not-saved", ())
    assert (await refusal(play(stage, table, ada, bert))).code == "not-saved"
    before = seen.last
    await limit(100)
    await play(stage, table, ada, bert)
    assert (seen.last.saving, seen.last.seq) == ("", before.seq + 1)
    await settled()
    await stage.host.close()
