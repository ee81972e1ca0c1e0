"""A game at three nodes on a real PostgreSQL, with stock clients: a node is killed, one moves its players,
PostgreSQL is gone for a while, and the game ends with a record that is signed and verified.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.court_player import CourtPlayer, play_on
from tests.e2e.host import QUICK, LiveHost
from tests.e2e.records import fetched, sign, steps_of, verified
from tests.e2e.test_whole_game import come_back, sit_down
from tests.forked import run
from tests.server.running_postgres import RunningPostgres
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e


class LiveNode(LiveHost):
    """One of the nodes of a host; players bring the same keys to each."""

    def key(self, name: str) -> Path:
        keys = LiveHost(self.folder.parent, self._terminals)
        return keys.key(name)

    def leave(self) -> None:
        """As an operator renews it: its players are moved, and it ends by itself."""
        data = str(self.folder / "data")
        run(["crownhouse", "admin", "drain", "--move", "--data", data], check=True)
        assert self._process is not None
        assert self._process.wait(timeout=WITHIN) == 0


@pytest.fixture
def store() -> Iterator[RunningPostgres]:
    """A server of the test's own, which it restarts."""
    server = RunningPostgres()
    yield server
    server.remove()


@contextmanager
def stopped(store: RunningPostgres) -> Iterator[None]:
    """PostgreSQL is gone meanwhile."""
    store.stop("fast")
    yield
    store.start()


@pytest.fixture
def nodes(tmp_path: Path, terminals: PtyTerminals, store: RunningPostgres) -> Iterator[list[LiveNode]]:
    nodes = []
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        settings = {**QUICK, "CROWNHOUSE_STORE": store.url()}
        nodes.append(LiveNode(tmp_path / name, terminals, settings))
        nodes[-1].start()
    yield nodes
    for node in nodes:
        node.close()


def test_a_game_goes_on_whatever_happens_to_its_nodes(
    terminals: PtyTerminals, nodes: list[LiveNode], store: RunningPostgres
) -> None:
    """Two people at two nodes, and a bot that any of them may play for. Who rolls while PostgreSQL is gone
    reads that it is being saved, and the roll is there afterwards.
    """
    one, two, three = nodes
    anna, bert = CourtPlayer("anna", one.connect("anna")), CourtPlayer("bert", two.connect("bert"))
    sit_down(terminals, anna.terminal, bert.terminal)
    assert play_on(terminals, [anna, bert], 15) == 15

    one.kill()
    terminals.ended(anna.terminal)
    anna = come_back(terminals, three, "anna")
    assert play_on(terminals, [anna, bert], 15) == 15

    left = bert.terminal
    two.leave()
    terminals.ended(left)
    said = f"Moved: type  ssh -p {two.port} localhost  again. Your seat waits."
    assert said.encode() in left.received
    bert = come_back(terminals, three, "bert")
    assert play_on(terminals, [anna, bert], 15) == 15

    (table,) = asyncio.run(store.execute("SELECT id FROM tables"))[0]
    while not (rolling := next((person for person in (anna, bert) if person.may_roll), None)):
        assert play_on(terminals, [anna, bert], 1) == 1
    moves = len(steps_of(fetched(three, "anna", table)))
    rolling.roll_during(terminals, stopped(store), "Saving takes a moment; the game waits for it.")
    one.start()
    assert len(steps_of(fetched(one, "bert", table))) > moves
    bert.terminal.hang_up()
    bert = come_back(terminals, one, "bert")
    assert play_on(terminals, [anna, bert], 2000) < 2000

    for person in (anna, bert):
        terminals.check(person.over, f"the result before {person.name}")
    assert re.search(rf"ssh -p \d+ localhost record {table}", anna.terminal.text), anna.terminal.text
    sign(three, "anna", table)
    sign(one, "bert", table)
    verified(one, "anna", table, signatures=2)
    for node in (one, three):
        assert node.stop() == 0
        assert "Traceback" not in node.log
