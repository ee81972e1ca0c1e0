"""A node that leaves its host sends its players to the others, those first whom it disturbs least."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.admin import protocol as wire
from server.admin.service import AdminService
from server.cluster.duties import Duties
from server.cluster.nodes import Nodes
from server.settings.reloading import Reloaded
from tests.server.running_host import LIMITS, RunningHost, running_host
from tests.server.sessions.test_session import terminal


class ResigningDuties(Duties):
    """The duties of a node, which remember whether it gave them up."""

    def __init__(self) -> None:
        self.resigned = False

    def resign(self) -> None:
        self.resigned = True


class LeavingNode:
    """A node and its operator. While it moves its players, `step()` lets the next moment come."""

    def __init__(self, at: RunningHost, *, alone: bool = False) -> None:
        self.stopped = self.left = False
        self.waits: list[float] = []
        self.duties = ResigningDuties()
        self.at_each_pause: Any = None
        at.host.dependencies = replace(
            at.host.dependencies, pause=self._pause, nodes=Nodes(duties=self.duties)
        )
        self.service = AdminService(
            at.host,
            sessions=lambda: at.ssh.sessions,
            copy=lambda: pytest.fail("nothing is copied"),
            stop=self._stop,
            reload=lambda: Reloaded(LIMITS, ()),
            leave=None if alone else self._leave,
        )

    def _stop(self) -> None:
        self.stopped = True

    def _leave(self) -> None:
        self.left = True

    async def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        if self.at_each_pause:
            await self.at_each_pause()

    async def ask(self, request: wire.AdminRequest) -> wire.AnyAnswer:
        return (await self.service.serve(request))[0]


def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_players_are_moved_in_order() -> None:
    """The lobby and spectators first, then seats that are not asked, then those that are; balancers hear of
    it and duties are given up before anybody is moved, and the node stops after the last one.
    """
    async with running_host() as at, AsyncExitStack() as open_sessions:
        node = LeavingNode(at)
        seen = {}
        for name in ("ada", "bert", "watching", "lobby"):
            client = await open_sessions.enter_async_context(at.connect(username=name, client_keys=[key()]))
            seen[name] = await terminal(client)
        ports = {screen.port.name: screen for screen in at.screens}
        table = await ports["ada"].port.open_table("toy", 2, {})
        await ports["bert"].port.sit(table)
        await ports["ada"].port.start(table)
        for name in ("ada", "bert", "watching"):
            ports[name].follow(table)
        (ask,) = at.host.lobby.table(table).state.asks
        asked = ("ada", "bert")[ask.seat - 1]
        left: list[set[str]] = []

        async def note() -> None:
            if not left:
                assert node.left
                assert node.duties.resigned
                assert at.host.lobby.broadcaster.moving
                with pytest.raises(Refused, match="moving"):
                    await ports["lobby"].port.open_table("toy", 2, {})
                who = await node.ask(wire.WhoRequest())
                assert isinstance(who, wire.HostStatus)
                assert who.moving
            here = {name for name, screen in ports.items() if not screen.done.done()}
            left.append(here)

        node.at_each_pause = note
        answer = await node.ask(wire.DrainRequest(move=True))
        said = ("4 sessions moved to other nodes. This one stops.",)
        assert answer == wire.CommandDone(said, {"sessions": 4})
        assert node.stopped
        assert len(left) == 5
        assert left[0] == set(ports)
        assert left[2] == {"ada", "bert"}
        assert left[3:] == [{asked}, set()]
        assert node.waits[1:] == [pytest.approx(0.2)] * 4
        for one in seen.values():
            await one.see("goodbye moved")
        assert "running" in at.host.lobby.table(table).state.stage


async def test_who_comes_meanwhile_is_moved_at_the_end() -> None:
    """All at once: without a balancer they would come for ever."""
    async with running_host() as at, AsyncExitStack() as open_sessions:
        node = LeavingNode(at)

        async def come() -> None:
            if len(at.screens) < 20:
                client = await open_sessions.enter_async_context(at.connect(client_keys=[key()]))
                await terminal(client)

        await come()
        node.at_each_pause = come
        answer = await node.ask(wire.DrainRequest(move=True))
        said = ("2 sessions moved to other nodes. This one stops.",)
        assert answer == wire.CommandDone(said, {"sessions": 2})
        assert len(at.screens) == 4
        await at.until(lambda: all(screen.done.done() for screen in at.screens), "everybody is moved")


async def test_a_host_that_is_alone_moves_nobody() -> None:
    """One sentence says so, and nothing changes."""
    async with running_host() as at:
        node = LeavingNode(at, alone=True)
        answer = await node.ask(wire.DrainRequest(move=True))
        assert isinstance(answer, wire.CommandDeclined)
        assert answer.sentence.startswith("This host has no other nodes")
        assert not at.host.lobby.broadcaster.moving
        assert not node.stopped


async def test_moving_is_not_taken_back() -> None:
    """Its duties are given up already."""
    async with running_host() as at:
        node = LeavingNode(at)
        await node.ask(wire.DrainRequest(move=True))
        assert isinstance(await node.ask(wire.DrainRequest(on=False)), wire.CommandDeclined)
