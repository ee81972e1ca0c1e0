"""A host that stops closes its store last: whatever happens meanwhile, nothing asks for it then."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeVar

import pytest

from server.people.notes import Note
from server.store.sqlite.database import Committed, Job, do_nothing
from server.store.sqlite.memory import MemoryDatabase, MemoryJournal
from server.table.changes import EVERYTHING
from tests.server.simulation import ReceivedSnapshots, Simulation, play, settled, started

T = TypeVar("T")
A_WEEK = 7 * 86_400.0


class ClosedDatabase(MemoryDatabase):
    """As one in a file, it takes no job once it is closed, and notes that there was one."""

    def __init__(self) -> None:
        super().__init__()
        self.closed, self.late = False, 0

    async def run(self, job: Job[T], committed: Committed = do_nothing) -> T:
        self.late += self.closed
        if self.closed:
            raise RuntimeError("the database is closed")
        return await super().run(job, committed)

    def close(self) -> None:
        self.closed = True


class ClosedJournal(MemoryJournal):
    """On such a database."""

    def __init__(self) -> None:
        super(MemoryJournal, self).__init__(ClosedDatabase())

    async def close(self) -> None:
        await super().close()
        self._database.close()

    @property
    def late(self) -> int:
        """How many jobs came when it was closed."""
        database: Any = self._database
        found: int = database.late
        return found


async def begun_again() -> Simulation:
    """A host that was killed and has begun again, with a table where Ada and Bert play."""
    stage = Simulation(ClosedJournal())
    await stage.host.open()
    await started(stage, *[(await stage.come(f"SHA256:{name}", name))[0] for name in ("Ada", "Bert")])
    return await stage.restarted()


def nothing_failed(stage: Simulation, caplog: pytest.LogCaptureFixture) -> bool:
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    return (stage.journal.late, said) == (0, [])


async def test_a_log_that_is_being_read_is_read_before_the_store_closes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """However long its turn takes."""
    stage = await begun_again()
    (table,) = stage.lobby.tables
    await table._lock.acquire()
    reading = table.reading.begin()
    closing = asyncio.ensure_future(stage.host.close())
    await settled()
    assert not closing.done()
    table._lock.release()
    await closing
    await reading
    assert not table.asleep
    assert nothing_failed(stage, caplog)


@pytest.mark.usefixtures("quick_stewards")
async def test_a_host_that_has_stopped_asks_its_store_for_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Neither by its timers, nor for what it hears of its tables, nor for who comes at this very moment."""
    stage = await begun_again()
    ada, _ = await stage.come("SHA256:Ada", "Ada")
    bert, _ = await stage.come("SHA256:Bert", "Bert")
    over = stage.lobby.table(await started(stage, ada, bert, goal=1))
    await play(stage, over.opening.id, ada, bert)
    await started(stage, ada, bert, clock="1m")
    deal = await stage.host.deals.daily("toy")
    host, lobby = stage.host, stage.lobby
    tables = [over, *lobby.tables]
    await host.close()
    for table in tables:
        lobby.listeners.tell(table, EVERYTHING)
        lobby._timeout_scheduler.table_changed(table)
    lobby.hidden.look_at(["new"])
    lobby.ratings._known.clear()
    bert.follow_lobby(ReceivedSnapshots().see)
    lobby.ratings.read_again(over.opening.id)
    host.notes.give_soon(Note(id="1", to="new", kind="reminder", sent=0.0))
    host.trophies._known.clear()
    host.trophies.table_changed(over)
    host.cups.look_soon()
    host.cups.heard("cup")
    host.calendar.look_soon()
    host.deals.measure_soon(deal)
    await stage.time.pass_by(A_WEEK)
    assert nothing_failed(stage, caplog)
