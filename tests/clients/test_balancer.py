"""Three nodes behind a real HAProxy, with the configuration of deploy/: clients come to nodes that are ready,
and the nodes are renewed one after another.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.results.rated_games import ENOUGH_MOVES
from tests.e2e.court_player import CourtPlayer, play_on
from tests.e2e.held_writes import HeldWrites
from tests.e2e.host import QUICK, SCRIPT
from tests.e2e.test_nodes import LiveNode
from tests.e2e.test_whole_game import come_back, sit_down
from tests.forked import run
from tests.server.running_postgres import RunningPostgres
from tests.terminal import PtyTerminal, PtyTerminals
from tests.waiting import WITHIN

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
NAMES = ("node1", "node2", "node3")
STATISTICS = "haproxy.sock"


def free_port() -> int:
    """A port that nobody listens at; the balancer has to know it before a node has one."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class BalancedNode(LiveNode):
    """A node that says on `ready_port` whether it is ready."""

    def __init__(self, folder: Path, terminals: PtyTerminals, settings: dict[str, str]) -> None:
        folder.mkdir()
        self.own_port, self.ready_port = free_port(), free_port()
        self.all: list[BalancedNode] = []
        """This node and the others behind the balancer."""
        ready = {"CROWNHOUSE_READY": f"127.0.0.1:{self.ready_port}", "CROWNHOUSE_PROXIED": "true"}
        super().__init__(folder, terminals, settings | ready)

    def start(self) -> None:
        """Listens at its own port; clients come to the balancer's, which the host says."""
        self.port = self.own_port
        super().start()

    def connect(self, name: str, *words: str, **given: Any) -> PtyTerminal:
        """As any client: the balancer chooses the node, whose door is asked from then on."""
        doors, self.doors = self.doors, None
        terminal = super().connect(name, *words, **given)
        self.doors = doors
        self._terminals.look(terminal, "crownhouse ")
        terminal.doors = next(node.doors for node in self.all if node.runs and name in node.names)
        return terminal

    @property
    def runs(self) -> bool:
        """Whether it has not left."""
        return self._process is not None and self._process.poll() is None

    @property
    def who(self) -> dict[str, Any]:
        """Who is here, as an operator is told on this node."""
        command = [SCRIPT, "admin", "who", "--json", "--data", str(self.folder / "data")]
        said: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        return said

    @property
    def names(self) -> list[str]:
        """Whose sessions are on this node, and from where the balancer says they come."""
        sessions = self.who["sessions"]
        assert {session["address"] for session in sessions} <= {"127.0.0.1"}
        return [session["name"] for session in sessions if session["here"]]


@pytest.fixture
def store() -> Iterator[RunningPostgres]:
    server = RunningPostgres()
    yield server
    server.remove()


@pytest.fixture
def terminals() -> Iterator[PtyTerminals]:
    terminals = PtyTerminals()
    yield terminals
    terminals.close()


@pytest.fixture
def nodes(tmp_path: Path, terminals: PtyTerminals, store: RunningPostgres) -> Iterator[list[BalancedNode]]:
    """Three nodes and their balancer."""
    port = free_port()
    settings = {**QUICK, "CROWNHOUSE_STORE": store.url(), "CROWNHOUSE_PUBLIC": f"localhost:{port}"}
    nodes = [BalancedNode(tmp_path / name, terminals, settings) for name in NAMES]
    for node in nodes:
        node.all = nodes
    text = CONFIGURATION.read_text("utf-8").replace("bind :2222", f"bind 127.0.0.1:{port}")
    text = text.replace("global\n", f"global\n    stats socket {tmp_path / STATISTICS}\n")
    for name, node in zip(NAMES, nodes, strict=True):
        line = f"server {name} 127.0.0.1:{node.own_port} port {node.ready_port}\n"
        text = re.sub(rf"server {name} .*\n", line, text)
    assert "127.0.0.1" in text
    (tmp_path / "haproxy.cfg").write_text(text)
    program = shutil.which("haproxy") or "/usr/sbin/haproxy"
    balancer = subprocess.Popen([program, "-db", "-f", str(tmp_path / "haproxy.cfg")])
    for node in nodes:
        node.start()
    yield nodes
    for node in nodes:
        node.close()
    balancer.kill()
    balancer.wait()


def test_a_game_goes_on_while_all_nodes_are_renewed(
    terminals: PtyTerminals, nodes: list[BalancedNode]
) -> None:
    """Players type the line that they are told, and are never sent to a node that leaves."""
    first = nodes[0]
    balancer = first.folder.parent / STATISTICS
    terminals.wait(lambda: _ready(balancer) == 3, "three nodes behind it")
    anna, bert = CourtPlayer("anna", first.connect("anna")), CourtPlayer("bert", first.connect("bert"))
    sit_down(terminals, anna.terminal, bert.terminal)
    for node in nodes:
        assert play_on(terminals, [anna, bert], 5) == 5
        here, people = node.names, {"anna": anna, "bert": bert}
        node.leave()
        for name in here:
            left = people[name].terminal
            terminals.ended(left)
            assert f"Moved: type  ssh -p {first.port} localhost  again.".encode() in left.received
            people[name] = come_back(terminals, node, name)
        anna, bert = people["anna"], people["bert"]
        node.start()
        terminals.wait(lambda: _ready(balancer) == 3, "three nodes behind it again")
        assert node.names == []
    assert play_on(terminals, [anna, bert], 2000) < 2000
    for person in (anna, bert):
        terminals.check(person.over, f"the result before {person.name}")


def test_a_game_goes_on_when_a_node_is_killed_and_another_is_stopped(
    terminals: PtyTerminals, nodes: list[BalancedNode]
) -> None:
    """Every step that somebody saw is there afterwards, and all nodes say the same of who is here."""
    first = nodes[0]
    balancer = first.folder.parent / STATISTICS
    terminals.wait(lambda: _ready(balancer) == 3, "three nodes behind it")
    people = {name: CourtPlayer(name, first.connect(name)) for name in ("anna", "bert")}
    sit_down(terminals, people["anna"].terminal, people["bert"].terminal, rounds=4)
    for name, end in (("anna", BalancedNode.kill), ("bert", BalancedNode.stop)):
        assert play_on(terminals, [*people.values()], 5) == 5
        terminals.rest()
        ((table, seen),) = terminals.tables.items()
        node = next(node for node in nodes if name in node.names)
        gone = node.names
        end(node)
        for one in gone:
            terminals.ended(people[one].terminal)
            people[one] = come_back(terminals, first, one)
        terminals.rest()
        assert terminals.tables[table]["seq"] >= seen["seq"]
        node.start()
        terminals.wait(lambda: _ready(balancer) == 3, "three nodes behind it again")
    assert play_on(terminals, [*people.values()], 2000) < 2000
    for person in people.values():
        terminals.check(person.over, f"the result before {person.name}")
    told = [{(one["name"], one["node"]) for one in node.who["sessions"]} for node in nodes]
    assert {name for name, _ in told[0]} == {"anna", "bert"}
    assert told[0] == told[1] == told[2]


class Program:
    """Somebody's program, which stays as long as its node does."""

    def __init__(self, host: LiveNode, name: str) -> None:
        self.process = host.pipe(name, "api")
        self._answer()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        self.send(do, **fields)
        told: dict[str, Any] = self._answer()["ok"]
        return told

    def send(self, do: str, **fields: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"id": 1, "do": do, **fields}).encode() + b"\n")
        self.process.stdin.flush()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told


def test_a_rated_game_whose_node_is_killed_as_it_ends_counts_once(
    terminals: PtyTerminals, nodes: list[BalancedNode], store: RunningPostgres
) -> None:
    """Whoever ends a game loses the node while PostgreSQL commits the result, which is there all the same,
    or before, when nothing is. They look, end it where that is to be done again, and all nodes have one
    ladder, which is what follows from the logs.
    """
    first = nodes[0]
    balancer = first.folder.parent / STATISTICS
    writes = HeldWrites(store)
    for number, is_there in enumerate((True, False)):
        terminals.wait(lambda: _ready(balancer) == 3, "three nodes behind it")
        anna, bert = people = [Program(first, name) for name in ("anna", "bert")]
        wanted = {"game": "court", "seats": 2, "clock": "1d", "options": {"rated": "on"}}
        table = anna.ask("open", **wanted)["table"]
        bert.ask("sit", table=table)
        anna.ask("start", table=table)
        moves = Counter[int]()
        while min(moves[0], moves[1]) < ENOUGH_MOVES:
            (asked,) = [at for at, one in enumerate(people) if one.ask("view", table=table)["ask"]]
            found = people[asked].ask("legal", table=table)
            people[asked].ask("move", table=table, move=found["moves"][-1]["notation"], seq=found["seq"])
            moves[asked] += 1
        with writes.held("rated_seats", 2 * number, as_committed=is_there) as waits:
            anna.send("concede", table=table)
            terminals.wait(waits, "a result that is being written")
            node = next(node for node in nodes if "anna" in node.names)
            node.kill()
            assert anna.process.wait(WITHIN)
        again = Program(first, "anna")
        assert (table in {game["id"] for game in again.ask("finished")["games"]}) == is_there
        if not is_there:
            again.ask("concede", table=table)
        node.start()
        for one in (again, bert):
            one.process.kill()
            one.process.wait(WITHIN)
    ended = writes.rows("SELECT table_id, count(*) FROM entries WHERE kind = 'end' GROUP BY table_id")
    assert [count for _, count in ended] == [1, 1]
    ladder = _ladder(writes)
    assert {name: games for name, games, *_ in ladder} == {"anna": 2, "bert": 2}
    told = [Program(first, "bert").ask("ladder", game="court", programs=True) for _ in nodes]
    assert told[0] == told[1] == told[2]
    run(["crownhouse", "rebuild", "--store", store.url()], check=True)
    assert _ladder(writes) == ladder


def _ladder(writes: HeldWrites) -> list[tuple[Any, ...]]:
    """Who has been rated, in how many games, and how."""
    rated = "SELECT name, games, mu, sigma FROM ratings JOIN accounts ON id = who ORDER BY name"
    return [tuple(row) for row in writes.rows(rated)]


def _ready(balancer: Path) -> int:
    """How many nodes the balancer sends players to."""
    with socket.socket(socket.AF_UNIX) as sock, sock.makefile("rw") as line:
        sock.connect(str(balancer))
        line.write("show stat\n")
        line.flush()
        return len(re.findall(r"^crownhouse,node.*,UP,", line.read(), re.MULTILINE))
