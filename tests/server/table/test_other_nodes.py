"""Other nodes append to a table's log, too, and a store may stop answering: a table follows the log, decides
nothing on a position that may be an old one, and tells nobody what is not so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.log import requests
from server.log.entries import Entry
from server.log.fold import apply_for_listing
from server.log.table_state import BrokenLog, opened
from server.store.journal.journal import Unsure
from server.store.sqlite.memory import MemoryJournal
from server.table import table as table_module
from tests.server.table.test_table import play, seated, started, table_of, watch
from tests.server.toy import Roll, Think


class SilentStore(MemoryJournal):
    """A journal whose next append is not answered, whether or not it lands."""

    lands: bool | None = None
    """None: the next append is answered."""

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        lands, self.lands = self.lands, None
        if lands is None:
            await super().append(table, expected, entries)
            return
        if lands:
            with patch.object(self._listeners, "publish"):  # whoever wrote it is gone, so nobody here is told
                await super().append(table, expected, entries)
        raise Unsure(table)


@pytest.mark.parametrize("lands", [True, False])
async def test_what_may_have_been_saved_is_read_before_anything_is_decided(lands: bool) -> None:
    """Who asked is told that nobody knows, everybody sees that it is being saved, then what there is."""
    journal = SilentStore()
    table = await started(journal, goal=99)
    eyes = watch(table, "bert")
    before = eyes.last.seq
    journal.lands = lands
    with pytest.raises(Refused, match="unsure"):
        await play(table, Roll())
    assert table.asleep
    assert [(news.saving, news.seq, news.events) for news in eyes[1:]] == [("saving", before, ())]
    await table.reading.begin()
    assert (eyes.last.saving, eyes.last.seq) == ("", before + lands)
    await play(table, Think())
    reference = await started(MemoryJournal(), goal=99)
    if lands:
        await play(reference, Roll())
    await play(reference, Think())
    assert [entry.draws for entry in await journal.read("t")] == [
        entry.draws for entry in await reference._journal.read("t")
    ]


async def test_entries_of_another_node_are_shown_like_ones_own() -> None:
    journal = MemoryJournal()
    here = await started(journal, goal=99)
    there = table_of(journal, here.opening, *await journal.read("t"))
    eyes, theirs = watch(here, "ada"), watch(there, "ada")
    await play(there, Roll())
    assert eyes.events == theirs.events != []
    assert here.state.seq == there.state.seq


async def test_a_sleeping_table_lists_who_sits_down_elsewhere() -> None:
    journal = MemoryJournal()
    there = await seated(journal, seats=3)
    (listing,) = await journal.open_tables()
    here = table_of(journal, there.opening, *listing.entries, asleep=True)
    await there.write(requests.sit("cy", "Cy"))
    await there.write(requests.start("ada"))
    assert here.asleep
    assert [holder.name for holder in here.state.holders] == ["Ada", "Bert", "Cy"]
    assert here.state.stage == "running"


async def test_a_table_that_was_not_told_of_an_entry_reads_its_log() -> None:
    journal = MemoryJournal()
    table = await started(journal, goal=99)
    eyes = watch(table, "ada")
    before = eyes.last.seq
    twin = await started(MemoryJournal(), goal=99)
    for _ in range(2):
        await play(twin, Roll())
    *_, lost, told = await twin._journal.read("t")
    with patch.object(journal._listeners, "publish"):
        await journal.append("t", lost.seq - 1, [lost])
    await journal.append("t", lost.seq, [told])
    await table.reading.begin()
    assert table.state.seq == told.seq
    assert eyes.last.seq == before + 2
    assert table.state.stage == "running"


async def test_an_entry_of_a_newer_version_sets_a_table_aside() -> None:
    """An older node beside it, during an upgrade, must not take it for something that it knows."""
    journal = MemoryJournal()
    table = await started(journal, goal=99)
    newer: Any = "promote"
    entry = Entry(seq=table.state.seq + 1, kind=newer, time=200.0)
    with pytest.raises(BrokenLog, match="unknown kind"):
        apply_for_listing(opened(table.opening), entry)
    await journal.append("t", table.state.seq, [entry])
    assert table.state.stage == "damaged"
    with pytest.raises(Refused, match="table-damaged"):
        await table.write(requests.sit("cy", "Cy"))


async def test_no_entry_is_older_than_the_one_before_it() -> None:
    """The clock of the node that wrote last may have been ahead."""
    journal = MemoryJournal()
    table = await started(journal, goal=99)
    twin = await started(MemoryJournal(), goal=99)
    await play(twin, Roll())
    ahead = replace((await twin._journal.read("t"))[-1], time=1e6)
    await journal.append("t", table.state.seq, [ahead])
    await play(table, Roll())
    assert (await journal.read("t"))[-1].time == 1e6


class ContestedJournal(MemoryJournal):
    """Another node writes first, so many times."""

    contested = 0

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        if self.contested:
            self.contested -= 1
            agree = Entry(seq=expected + 1, kind="agree", seat=1, time=entries[0].time)
            await super().append(table, expected, [agree])
        await super().append(table, expected, entries)


async def test_who_is_crossed_again_and_again_gets_through_with_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table of many seats on many nodes, all of which answer at once."""
    monkeypatch.setattr(table_module, "FIRST_PAUSE", 0.0)
    journal = ContestedJournal()
    table = await started(journal, goal=99)
    journal.contested = table_module.ATTEMPTS - 1
    await play(table, Roll())
    assert (await journal.read("t"))[-1].kind == "move"
    journal.contested = table_module.ATTEMPTS
    with pytest.raises(Refused, match="busy"):
        await play(table, Roll())
