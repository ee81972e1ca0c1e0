"""Damage in the database of a running host is noticed, and told to operators."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.admin.display import as_text
from server.admin.protocol import (
    AdminRequest,
    AnnounceRequest,
    AnyAnswer,
    CommandDone,
    HostStatus,
    WhoRequest,
)
from server.start.damage_watch import FIRST, PAUSE, DamageWatch, checked
from server.store.sqlite.database import Database
from tests.server.journals import start_thread


async def answered(request: AdminRequest) -> tuple[AnyAnswer, Path | None]:
    if isinstance(request, WhoRequest):
        return HostStatus((), (), False, ""), None
    return CommandDone(("Done.",)), None


@pytest.mark.parametrize(
    ("found", "looks", "told"),
    [
        (["", "odd", "", "bad", "bad"], 3, "bad"),  # odd once is not damage
        (["", "", "", "bad", "bad"], 4, "bad"),
        (["bad", "bad"], 1, "bad"),
    ],
)
async def test_damage_that_is_found_twice_is_an_alarm(
    found: list[str], looks: int, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Once: it stays until the host starts anew."""
    pauses: list[float] = []

    async def check(_: Path) -> str:
        return found.pop(0)

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    watch = DamageWatch(Path("db"), check)
    await watch.keep(pause)
    assert (watch.found, found) == (told, [])
    assert (pauses[0], min(pauses[1:]), len(pauses)) == (FIRST, PAUSE, 1 + looks)
    assert [record.getMessage() for record in caplog.records] == ["the database is damaged"]
    answer, _ = await watch.told_to(answered)(WhoRequest())
    assert "damage was found: bad" in as_text(answer)
    assert await watch.told_to(answered)(AnnounceRequest("x")) == (CommandDone(("Done.",)), None)


async def test_a_check_that_cannot_be_started_is_no_alarm(caplog: pytest.LogCaptureFixture) -> None:
    async def check(_: Path) -> str:
        raise OSError(11, "Resource temporarily unavailable")

    watch = DamageWatch(Path("db"), check)
    await watch.look()
    assert watch.found == ""
    assert [record.getMessage() for record in caplog.records] == ["the database could not be checked"]


async def test_pages_that_are_overwritten_under_a_running_database_are_found(tmp_path: Path) -> None:
    """By another process, which changes nothing, while the database is open."""
    path = tmp_path / "crownhouse.db"
    database = Database(path, start_thread)
    try:
        await database.run(lambda connection: connection.execute("PRAGMA wal_checkpoint").fetchall())
        watch = DamageWatch(path)
        await watch.look()
        assert watch.found == ""
        with path.open("r+b") as file:
            file.seek(4096 * 3)
            file.write(os.urandom(4096 * 10))
        assert "is damaged" in await checked(path)
        await watch.look()
        assert str(path) in watch.found
    finally:
        database.close()
