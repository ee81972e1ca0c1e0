"""What operators are told of all processes of a host together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from server.admin import protocol
from server.settings.config import BotSettings, Config
from server.settings.limits import Limits
from server.start.processes.admin import GroupAdmin
from server.start.processes.group import ProcessGroup
from server.start.processes.link import LinkLost
from server.start.processes.process import config_of_process


class ScriptedProcess:
    """A process that answers as it is told to."""

    def __init__(self, node: str, answer: protocol.AnyAnswer | Exception) -> None:
        self.node, self.answer = node, answer
        self.asked: list[Any] = []
        self.noted: list[Any] = []
        self.when_asked: Callable[[], None] = lambda: None

    async def ask(self, method: str, request: protocol.AdminRequest, more: Any) -> protocol.AnyAnswer | None:
        if method == "note":
            if isinstance(self.answer, Exception):
                raise self.answer
            self.noted.append(request)
            return None
        assert method == "administer"
        self.asked.append(request)
        self.when_asked()
        if isinstance(self.answer, Exception):
            raise self.answer
        if more:
            self.noted.append(request)
        return self.answer


class ScriptedGroup:
    def __init__(self, *processes: ScriptedProcess) -> None:
        self.serving = self.answering = list(processes)


class OperatorOfProcesses:
    """An operator at a host of these processes."""

    def __init__(self, *processes: ScriptedProcess) -> None:
        self.stopped = 0
        group = cast("ProcessGroup", ScriptedGroup(*processes))
        reloaded = protocol.CommandDone(("No limit has changed.",))
        self.admin = GroupAdmin(group, lambda: reloaded, self._stop)

    def _stop(self) -> None:
        self.stopped += 1

    async def ask(self, request: protocol.AdminRequest) -> protocol.AnyAnswer:
        return (await self.admin.serve(request))[0]


def row(name: str, since: float, node: str = "") -> protocol.SessionRow:
    return protocol.SessionRow(name, "none", since, "192.0.2.1", "", here=not node, node=node)


def status(watching: int, *sessions: protocol.SessionRow) -> protocol.HostStatus:
    table = protocol.TableRow("OAK-1", "court", "running", 1.0, ("Ada", "-"), watching)
    return protocol.HostStatus(sessions, (table,), draining=False, notice="")


DONE = protocol.CommandDone(("Done.",))


async def test_who_has_the_sessions_of_all_processes_and_each_table_once() -> None:
    """A process shows those of the others as far away; those on other machines are."""
    one = ScriptedProcess("a", status(1, row("Ada", 2.0), row("Bert", 1.0, "b"), row("Cleo", 3.0, "far")))
    two = ScriptedProcess("b", status(2, row("Bert", 1.0), row("Ada", 2.0, "a"), row("Cleo", 3.0, "far")))
    found = await OperatorOfProcesses(one, two).ask(protocol.WhoRequest())
    assert isinstance(found, protocol.HostStatus)
    assert [(one.name, one.here) for one in found.sessions] == [
        ("Bert", True),
        ("Ada", True),
        ("Cleo", False),
    ]
    assert [(table.name, table.watching) for table in found.tables] == [("OAK-1", 1)]


@pytest.mark.parametrize(
    "request_",
    [
        protocol.KickRequest("Ada"),
        protocol.AnnounceRequest("Tea"),
        protocol.CloseRequest("OAK-1"),
        protocol.GuestsRequest(False),
        protocol.BanRequest("Ada", None, False),
    ],
)
async def test_one_process_does_what_it_signals_to_the_others(request_: protocol.AdminRequest) -> None:
    one, two = ScriptedProcess("a", DONE), ScriptedProcess("b", DONE)
    assert await OperatorOfProcesses(one, two).ask(request_) == DONE
    assert (one.asked, two.asked) == ([request_], [])


async def test_every_process_waits_for_the_last_game() -> None:
    """So the host stops also if one of them is lost meanwhile."""
    one, two = ScriptedProcess("a", LinkLost()), ScriptedProcess("b", DONE)
    request = protocol.DrainRequest(stop=True)
    assert await OperatorOfProcesses(one, two).ask(request) == DONE
    assert (one.asked, two.asked) == ([request], [request])


@pytest.mark.parametrize("answer", [DONE, LinkLost()])
async def test_what_concerns_all_processes_is_noted_once(answer: protocol.AnyAnswer | Exception) -> None:
    """By the first of them, or by another one if that is lost; also what the parent does by itself."""
    one, two = ScriptedProcess("a", answer), ScriptedProcess("b", DONE)
    operator = OperatorOfProcesses(one, two)
    requests = [protocol.DrainRequest(), protocol.DrainRequest(move=True), protocol.ReloadRequest()]
    for request in requests:
        await operator.ask(request)
    assert one.noted + two.noted == requests


async def test_a_host_that_stops_at_once_answers_first() -> None:
    """No game runs, so the first process has ended the host before the others have answered."""
    one, two = ScriptedProcess("a", DONE), ScriptedProcess("b", DONE)
    operator = OperatorOfProcesses(one, two)
    one.when_asked = operator.admin.stop
    two.when_asked = lambda: stopped.append(operator.stopped)
    stopped: list[int] = []
    assert await operator.ask(protocol.DrainRequest(stop=True)) == DONE
    assert stopped == [0]
    assert operator.stopped == 1


async def test_the_host_stops_when_all_processes_have_moved_their_players() -> None:
    operator = OperatorOfProcesses(ScriptedProcess("a", DONE), ScriptedProcess("b", DONE))
    assert await operator.ask(protocol.DrainRequest(move=True)) == protocol.CommandDone(("Done.", "Done."))
    assert operator.stopped == 1


async def test_a_host_without_other_machines_moves_nobody() -> None:
    declined = protocol.CommandDeclined("There are no others.")
    operator = OperatorOfProcesses(ScriptedProcess("a", declined), ScriptedProcess("b", declined))
    assert await operator.ask(protocol.DrainRequest(move=True)) == declined
    assert operator.stopped == 0


async def test_while_no_process_answers_that_is_said() -> None:
    found = await OperatorOfProcesses().ask(protocol.WhoRequest())
    assert isinstance(found, protocol.CommandDeclined)
    assert "try again" in found.sentence


def test_the_workers_of_all_processes_are_no_more_than_the_host_may_have() -> None:
    """Limits are those of the host: the processes share them."""
    config = Config(processes=4, limits=Limits(sessions=1001), bots=BotSettings(workers=6))
    assert config_of_process(config).bots.workers == 1
    assert config_of_process(config).limits == config.limits
