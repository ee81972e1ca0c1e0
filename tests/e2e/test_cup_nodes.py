"""A club at two nodes on one PostgreSQL, by stock clients. A node is killed while it writes what is to be
done once: the cup and the notes of a calendar's evening, and the tables of a round.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.cluster.duties import highest_weight
from tests.e2e.held_writes import HeldWrites
from tests.e2e.host import QUICK
from tests.e2e.test_nodes import LiveNode
from tests.e2e.test_single_commands import Commands
from tests.server.running_postgres import RunningPostgres
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e
NAMES = tuple(f"player{number}" for number in range(1, 33))
MANY = {"CROWNHOUSE_LIMITS_INVITATIONS": "999", "CROWNHOUSE_LIMITS_ACCOUNTS_PER_ADDRESS": "999"}


class TwoNodes:
    """The nodes by their ids, and the database that they share."""

    def __init__(self, folder: Path, terminals: PtyTerminals) -> None:
        self.store = RunningPostgres()
        self.writes = HeldWrites(self.store)
        self.rows, self.count = self.writes.rows, self.writes.count
        self.nodes: dict[str, LiveNode] = {}
        settings = {**QUICK, **MANY, "CROWNHOUSE_STORE": self.store.url()}
        for name in ("one", "two"):
            (folder / name).mkdir()
            node = LiveNode(folder / name, terminals, settings)
            node.start()
            ((id_,),) = self.rows(f"SELECT node FROM nodes WHERE node NOT IN ({self._known})")  # noqa: S608
            self.nodes[id_] = node

    @property
    def _known(self) -> str:
        return ", ".join(f"'{one}'" for one in ("", *self.nodes))

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            if holds():
                return
            time.sleep(0.05)
        raise AssertionError([node.log[-2000:] for node in self.nodes.values()])

    def killed_while_it_writes(
        self, duty: str, table: str, written: int, do: Callable[[Commands], object]
    ) -> None:
        """Kill the node that acts for a duty once so many rows are in a table and it writes the next one, and
        start it again. What it had sent to PostgreSQL is carried out after its death.
        """
        acts = highest_weight(frozenset(self.nodes), duty)
        with self.writes.held(table, written) as waits:
            do(Commands(next(node for id_, node in self.nodes.items() if id_ != acts)))
            self.until(waits)
            self.nodes[acts].kill()
        self._start_again(acts)

    @property
    def each(self) -> tuple[Commands, Commands]:
        """People at each node."""
        one, other = (Commands(node) for node in self.nodes.values())
        return one, other

    def _start_again(self, id_: str) -> None:
        known, node = self._known, self.nodes.pop(id_)
        node.start()
        ((new,),) = self.rows(f"SELECT node FROM nodes WHERE node NOT IN ({known})")  # noqa: S608
        self.nodes[new] = node

    def close(self) -> None:
        for node in self.nodes.values():
            node.close()
        self.store.remove()


@pytest.fixture
def two(tmp_path: Path, terminals: PtyTerminals) -> Iterator[TwoNodes]:
    nodes = TwoNodes(tmp_path, terminals)
    yield nodes
    nodes.close()


def page(at: Commands, cup: str = "intrigue-1") -> dict[str, Any]:
    found: dict[str, Any] = at.ask(NAMES[0], {"do": "cup", "cup": cup})[0]["cup"]
    return found


def test_what_is_done_once_is_done_once_whichever_node_is_killed(two: TwoNodes) -> None:
    one, other = two.each
    invitations = [{"do": "club_invite"}] * (len(NAMES) - 1)
    _, *codes = one.ask(NAMES[0], {"do": "club_new", "name": "Kronberg"}, *invitations)
    for name, code in zip(NAMES[1:], codes, strict=True):
        other.ask(name, {"do": "club_join", "club": code["code"]})
    ((id_,),) = two.rows("SELECT id FROM clubs")
    cup = {"game": "intrigue", "rounds": 1, "equal": True}
    event = {"do": "club_event", "starts": "+20h", "text": "Thursday", "cup": cup}
    two.killed_while_it_writes(f"calendar {id_}", "cup_entries", 0, lambda at: at.ask(NAMES[0], event))
    two.until(lambda: two.count("notes", "kind = 'club-event'") == len(NAMES))
    assert (two.count("cups"), two.count("cup_entries")) == (1, 1)

    for number, name in enumerate(NAMES):
        assert two.each[number % 2].ask(name, {"do": "cup_enter", "cup": "intrigue-1"})
    start = {"do": "cup_start", "cup": "intrigue-1"}
    two.killed_while_it_writes("cup intrigue-1", "tables", 3, lambda at: at.ask(NAMES[0], start))
    for at in two.each:
        two.until(lambda at=at: sum(bool(one["name"]) for one in page(at)["tables"]) == 8)  # type: ignore[misc]
    assert (two.count("tables"), two.count("notes", "kind = 'club-event'")) == (8, len(NAMES))
    drawn = page(two.each[1])["tables"]
    assert sorted(name for table in drawn for name in table["seats"]) == sorted(NAMES)
    opened = [json.loads(body)["type"] for (body,) in two.rows("SELECT body FROM cup_entries")]
    assert (opened.count("drawn"), opened.count("table")) == (1, 8)

    for table in drawn:
        for name in table["seats"][1:]:
            two.each[0].ask(name, {"do": "concede", "table": table["id"]})
    two.until(lambda: page(two.each[0])["cup"]["state"] == "over")
    assert two.count("tables") == 8
    assert page(two.each[0])["rows"] == page(two.each[1])["rows"]
    assert two.each[0].ask(NAMES[0], {"do": "club_officer", "name": NAMES[1]})
    assert two.each[0].ask(NAMES[5], {"do": "club_leave", "club": "Kronberg", "unnamed": True})
    for at in two.each:
        two.until(lambda at=at: NAMES[5] not in json.dumps(page(at)))  # type: ignore[misc]
