"""The loss of a PostgreSQL database: dumped by its own program, restored into another one, and played on."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.records.reading import read
from tests.e2e.host import QUICK, SCRIPT, LiveHost
from tests.e2e.test_backup_units import aged
from tests.e2e.test_single_commands import Commands
from tests.e2e.units import run_unit
from tests.server.running_postgres import BIN, RunningPostgres
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e
PEOPLE = ("anna", "bert")
BEFORE, LOST = 6, 12


@pytest.fixture
def store() -> Iterator[RunningPostgres]:
    server = RunningPostgres()
    yield server
    server.remove()


def as_client(store: RunningPostgres) -> dict[str, str]:
    """The environment of PostgreSQL's own programs, as /etc/crownhouse-dump.env would have it."""
    where = {"PGHOST": str(store.folder), "PGUSER": "postgres", "PGDATABASE": "postgres"}
    return {"PATH": f"{BIN}:{os.environ['PATH']}"} | where


def dumped(store: RunningPostgres, state: Path) -> Path:
    """The dump that the nightly unit makes; an old one is gone."""
    folder = state / "crownhouse-dumps"
    folder.mkdir()
    old, young = aged(folder / "crownhouse-old.dump", 31), aged(folder / "crownhouse-young.dump", 29)
    assert run_unit("crownhouse-dump.service", state, as_client(store)) == 0
    (made,) = folder.glob("crownhouse-20*.dump")
    assert {file.name for file in folder.iterdir()} == {made.name, young.name}
    assert not old.exists()
    return made


def crownhouse(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CROWNHOUSE")}
    return subprocess.run(
        [SCRIPT, *words], capture_output=True, text=True, check=False, timeout=WITHIN, env=environment
    )


def restored(url: str, data: Path, made: str) -> subprocess.CompletedProcess[str]:
    """Once the nodes of the dump, which it has as they were a moment ago, are taken to have ended."""
    deadline = time.monotonic() + WITHIN
    while True:
        done = crownhouse("restore", "--store", url, "--data", str(data), "--from", made)
        if done.returncode == 0:
            return done
        assert "stop them first" in done.stderr, done
        assert time.monotonic() < deadline


def play(people: Commands, table: str, moves: int) -> None:
    for _ in range(moves):
        name = people.turn(PEOPLE, table)
        assert name
        ran, _ = people.play(name, table)
        assert ran.status == 0, ran


def draws(record: str, after: int) -> list[str]:
    return [drawn for step in read(record).steps[after:] for drawn in step.draws]


def test_a_dump_is_played_on_with_other_dice(
    tmp_path: Path, terminals: PtyTerminals, store: RunningPostgres
) -> None:
    """Players sit where the dump says and are told its time; nothing that fell later falls again."""
    host = LiveHost(tmp_path, terminals, {**QUICK, "CROWNHOUSE_STORE": store.url()})
    people = Commands(host)
    try:
        host.start()
        table = people.begin("court", PEOPLE, rounds=20)
        play(people, table, BEFORE)
        backed_up = people.run("anna", "record", table).out
        dump = dumped(store, tmp_path)
        made = dump.stem.removeprefix("crownhouse-")
        play(people, table, LOST)
        lost = people.run("anna", "record", table).out

        running = crownhouse(
            "restore", "--store", store.url(), "--data", str(tmp_path / "at"), "--from", made
        )
        assert (running.returncode, "stop them first" in running.stderr) == (1, True), running
        assert host.stop() == 0
        asyncio.run(store.execute("CREATE DATABASE again"))
        subprocess.run(
            [BIN / "pg_restore", "--dbname=again", dump], check=True, timeout=WITHIN, env=as_client(store)
        )
        done = restored(store.url("again"), tmp_path / "at", made)
        assert "draw from newly committed seeds: 1;" in done.stdout

        host = LiveHost(tmp_path, terminals, {**QUICK, "CROWNHOUSE_STORE": store.url("again")})
        people = Commands(host)
        host.start()
        assert read(people.run("anna", "record", table).out).steps == read(backed_up).steps
        (seen,) = people.ask("anna", {"do": "view", "table": table})
        assert len(seen["dice"]["restored"]) == 1
        (listed,) = people.ask("anna", {"do": "list"})
        assert time.strftime("%Y-%m-%dT%H:%M", time.gmtime(listed["restored"])) == made
        play(people, table, LOST)
        begun = len(read(backed_up).steps)
        was, fell = draws(lost, begun), draws(people.run("anna", "record", table).out, begun)
        both = min(len(was), len(fell))
        assert both >= 3
        assert was[:both] != fell[:both]
        assert host.stop() == 0
        assert "Traceback" not in host.log
    finally:
        host.close()
