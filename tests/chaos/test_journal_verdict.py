"""The verdict of chaos finds each fault that there can be, and its relay loses what it is told to lose."""

from __future__ import annotations

from pathlib import Path
from random import Random

import asyncpg
import pytest

from tests.chaos.journal_verdict import FAULTS, SEEN, ChaosVerdict, judge
from tests.chaos.relay import Relay
from tests.server.running_postgres import RunningPostgres

STORED = {("t0", 1): "a/0/1", ("t0", 2): "b/0/2", ("t0", 3): "b/1/2"}
WELL = (
    "opened 0.0", "try a", "stored a t0 1 1 10.0 0.01", "stored b t0 2 2 11.0 0.01", "told t0 1 a/0/1 10.1",
    "end t0 3",
)  # fmt: skip


def verdict(folder: Path, *facts: str, stored: dict[tuple[str, int], str] = STORED) -> ChaosVerdict:
    """On two nodes: one that knows what is so, and one with these facts."""
    (folder / "n1").write_text("\n".join(WELL))
    (folder / "n2").write_text("\n".join(("opened 0.0", *facts)))
    return judge(stored, [folder / "n1", folder / "n2"])


def test_what_is_so_is_no_fault(tmp_path: Path) -> None:
    """Nor is an append of which nobody knows, or one that was refused and is not there."""
    found = verdict(tmp_path, "told t0 1 a/0/1 10.5", "unsure c", "refused d None", "end t0 3")
    assert found.is_clean
    assert set(found.faults) == set(FAULTS)
    assert found.counts["confirmed appends"] == 2
    assert found.times[SEEN] == [0.5]


@pytest.mark.parametrize(
    ("fault", "fact"),
    [
        ("confirmed and lost", "stored c t0 4 1 12.0 0.01"),
        ("confirmed and lost", "stored c t0 1 1 12.0 0.01"),
        ("told and not so", "told t0 4 c/0/1 12.0"),
        ("told and not so", "told t0 1 c/0/1 12.0"),
        ("refused and stored", "refused b OSError()"),
        ("gaps told", "gap t0 1 3"),
        ("nodes behind at the end", "end t0 2"),
    ],
)
def test_each_fault_in_what_a_node_knows_is_found(tmp_path: Path, fault: str, fact: str) -> None:
    """And no other with it."""
    found = verdict(tmp_path, fact)
    assert {what for what, number in found.faults.items() if number} == {fault}


@pytest.mark.parametrize(
    ("fault", "stored"),
    [
        ("doubled", {("t0", 4): "a/0/1"}),
        ("half appends", {("t0", 4): "c/0/2"}),
        ("gaps", {("t1", 2): "c/0/1"}),
    ],
)
def test_each_fault_in_what_is_stored_is_found(
    tmp_path: Path, fault: str, stored: dict[tuple[str, int], str]
) -> None:
    """Even if no node was told."""
    assert verdict(tmp_path, stored=STORED | stored).faults[fault] == 1


async def test_the_relay_loses_notifications_and_nothing_else(postgres_server: RunningPostgres) -> None:
    """Other answers on the same connection come."""
    relay = Relay(lambda: postgres_server.socket, Random(1))
    await relay.open()
    heard: list[object] = []
    connection = await asyncpg.connect(relay.url("postgres"))
    await connection.add_listener("bell", lambda *rung: heard.append(rung[-1]))
    relay.is_deaf = True
    await connection.execute("NOTIFY bell, 'lost'")
    relay.is_deaf = False
    await connection.execute("NOTIFY bell, 'heard'")
    assert await connection.fetchval("SELECT 7") == 7
    assert heard == ["heard"]
    assert relay.counts["bells lost"] == 1
    await connection.close()
    await relay.close()


async def test_the_relay_cuts_a_connection_with_its_answer(postgres_server: RunningPostgres) -> None:
    """What was asked is done."""
    await postgres_server.execute("CREATE TABLE cut_answers (number integer)")
    relay = Relay(lambda: postgres_server.socket, Random(1))
    await relay.open()
    connection = await asyncpg.connect(relay.url("postgres"))
    relay.cut_share = 1.0
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
        await connection.execute("INSERT INTO cut_answers VALUES (7)")
    relay.cut_share = 0.0
    rows = await postgres_server.execute("SELECT number FROM cut_answers")
    assert [tuple(row) for row in rows] == [(7,)]
    await relay.close()
