"""All processes of a host: who gets the next connection, and what happens when one is lost."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from server.settings.current_limits import NodePart
from server.start.processes.group import ProcessGroup
from server.start.processes.process import StartedProcess
from server.store.database.data_folder import StartupError
from tests.waiting import WITHIN


class FakeProcess:
    """A process that is lost when a test says so."""

    def __init__(self, why: str = "") -> None:
        self.name = self.node = "node"
        self.why = why
        self.load, self.taken = 0, 0
        self.has_started = self.answers = self.is_reached = self.takes = True
        self.part = NodePart(0, 3)
        self.lost = asyncio.Event()
        self.has_ended = False
        self.fingerprint: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.link = self

    async def start(self) -> None:
        if self.why:
            self.fingerprint.set_exception(StartupError(self.why))
        else:
            self.fingerprint.set_result("SHA256:key")

    def take(self, sock: socket.socket, address: str, leave: Callable[[bool], None]) -> bool:  # noqa: ARG002
        self.taken += self.takes
        return self.takes

    async def ended(self) -> int:
        await self.lost.wait()
        return -9

    async def end(self) -> None:
        self.has_ended = True

    def close(self) -> None:
        """The link's."""


class FakeGroup:
    """A group whose processes are fakes, made in this order."""

    def __init__(self, number: int) -> None:
        self.made: list[FakeProcess] = []
        self.lost: list[StartedProcess] = []
        self.why = ""
        self.third_is_made = asyncio.Event()
        self.group = ProcessGroup(number, self._make, self.lost.append)

    def _make(self) -> StartedProcess:
        self.made.append(FakeProcess(self.why))
        if len(self.made) == 3:
            self.third_is_made.set()
        return cast("StartedProcess", self.made[-1])


@pytest.fixture
def sock() -> Iterator[socket.socket]:
    with socket.socket() as made:
        yield made


async def test_the_process_with_the_fewest_players_takes_the_next(sock: socket.socket) -> None:
    fake = FakeGroup(3)
    assert await fake.group.start() == "SHA256:key"
    for process, load in zip(fake.made, (5, 2, 3), strict=True):
        process.load = load
    fake.group.take(sock, "192.0.2.1", lambda _: None)
    assert [process.taken for process in fake.made] == [0, 1, 0]
    fake.made[1].takes = False  # its door is full
    fake.group.take(sock, "192.0.2.1", lambda _: None)
    fake.made[2].answers = False
    fake.group.take(sock, "192.0.2.1", lambda _: None)
    assert [process.taken for process in fake.made] == [1, 1, 1]
    await fake.group.close()


async def test_who_comes_while_nobody_takes_them_is_sent_away(sock: socket.socket) -> None:
    fake = FakeGroup(1)
    await fake.group.start()
    fake.made[0].takes = False
    left: list[bool] = []
    fake.group.take(sock, "192.0.2.1", left.append)
    assert left == [False]
    assert sock.fileno() == -1
    await fake.group.close()


async def test_another_process_takes_the_place_of_a_lost_one() -> None:
    fake = FakeGroup(2)
    await fake.group.start()
    fake.made[0].lost.set()
    async with asyncio.timeout(WITHIN):
        await fake.third_is_made.wait()
    await asyncio.sleep(0)
    assert fake.lost == [fake.made[0]]
    assert fake.group.serving == [fake.made[2], fake.made[1]]
    await fake.group.close()
    assert [process.has_ended for process in fake.made] == [False, True, True]


async def test_a_host_whose_processes_cannot_start_does_not_start() -> None:
    fake = FakeGroup(2)
    fake.why = "Cannot use the database."
    with pytest.raises(StartupError, match="Cannot use"):
        await fake.group.start()
    await fake.group.close()
    assert fake.made[1].fingerprint.exception()
    assert all(process.has_ended for process in fake.made)


async def test_a_host_takes_players_while_any_process_reaches_the_store() -> None:
    fake = FakeGroup(2)
    assert not fake.group.is_reached()
    await fake.group.start()
    fake.made[0].is_reached = False
    assert fake.group.is_reached()
    fake.made[1].answers = False
    assert not fake.group.is_reached()
    await fake.group.close()


async def test_the_parts_of_a_host_are_those_of_the_processes_that_answer() -> None:
    """Other nodes may have the part of one that hangs already."""
    fake = FakeGroup(2)
    await fake.group.start()
    fake.made[1].part = NodePart(2, 3)
    assert fake.group.parts() == (NodePart(0, 3), NodePart(2, 3))
    fake.made[0].answers = False
    assert fake.group.parts() == (NodePart(2, 3),)
    await fake.group.close()
