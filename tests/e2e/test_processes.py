"""A game at a host of two processes, with stock clients: one is killed, another takes its place,
and the game ends with a record that is signed and verified.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.e2e.court_player import CourtPlayer, play_on
from tests.e2e.host import QUICK, SCRIPT, LiveHost
from tests.e2e.records import sign, verified
from tests.e2e.test_whole_game import come_back, sit_down
from tests.server.running_postgres import RunningPostgres
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e


class HostOfProcesses(LiveHost):
    """A host whose processes can be killed."""

    def processes(self) -> list[int]:
        """The numbers of those that serve players."""
        assert self._process is not None
        children = psutil.Process(self._process.pid).children()
        return [child.pid for child in children if "one_of_many" in " ".join(child.cmdline())]

    def ask(self, name: str, *asked: dict[str, Any]) -> list[Any]:
        """What a program is answered."""
        lines = "".join(f"{json.dumps({'id': 1, **one})}\n" for one in asked)
        told, _ = self.pipe(name, "api").communicate(lines.encode(), timeout=WITHIN)
        return [one["ok"] for one in map(json.loads, told.splitlines()) if "id" in one]

    def admin(self, *words: str) -> str:
        """What an operator's command prints."""
        command = [SCRIPT, "admin", *words, "--data", str(self.folder / "data")]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=WITHIN).stdout


@pytest.fixture
def pair(tmp_path: Path, terminals: PtyTerminals) -> Iterator[HostOfProcesses]:
    store = RunningPostgres()
    settings = {"CROWNHOUSE_STORE": store.url(), "CROWNHOUSE_PROCESSES": "2"}
    host = HostOfProcesses(tmp_path, terminals, {**QUICK, **settings})
    host.start()
    yield host
    host.close()
    store.remove()


def test_a_game_goes_on_when_a_process_is_killed(terminals: PtyTerminals, pair: HostOfProcesses) -> None:
    """Two people at two processes, and a bot that either of them may play for."""
    people = {name: CourtPlayer(name, pair.connect(name)) for name in ("anna", "bert")}
    sit_down(terminals, people["anna"].terminal, people["bert"].terminal)
    assert play_on(terminals, [*people.values()], 10) == 10
    who = pair.admin("who")
    assert who.startswith("2 sessions, 1 table")

    victim = pair.processes()[0]
    os.kill(victim, signal.SIGKILL)
    terminals.rest()
    (lost,) = [name for name, person in people.items() if person.terminal.closed]
    people[lost] = come_back(terminals, pair, lost)
    assert play_on(terminals, [*people.values()], 10) == 10

    (table,) = pair.ask("anna", {"do": "list"})[0]["tables"]
    for name in people:
        pair.ask(name, {"do": "concede", "table": table["id"]})
    for person in people.values():
        terminals.rest()
        terminals.check(person.over, f"the result before {person.name}")
    for name in people:
        sign(pair, name, table["id"])
    verified(pair, "anna", table["id"], signatures=2)
    assert len(pair.processes()) == 2
    assert victim not in pair.processes()
    assert pair.stop() == 0
    assert "Traceback" not in pair.log
