"""A damaged log is never taken for a whole one: its table is set aside, everything else plays on."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from engine.game import Refused
from engine.registry import GAMES
from server.log.entries import Entry
from server.log.fold import replay
from server.log.table_state import opened
from server.start.stores import start_thread
from server.store.database.checksums import prepare
from server.store.database.opening import open_database
from server.store.database.schema import UnusableDatabase
from server.store.journal.rows import DamagedLog, NoTable
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from tests.cases import cases
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    ReceivedSnapshots,
    Simulation,
    play,
    refusal,
    settled,
    started,
)
from tests.server.store.database.damage import good

LAST = "(SELECT max(seq) FROM entries WHERE table_id = :table)"
MOVE = "(SELECT max(seq) FROM entries WHERE table_id = :table AND kind = 'move')"
DAMAGES: Mapping[str, str] = {
    "a gap": "DELETE FROM entries WHERE table_id = :table AND seq = $last - 1",
    "no first entry": "DELETE FROM entries WHERE table_id = :table AND seq = 1",
    "no last entry": "DELETE FROM entries WHERE table_id = :table AND seq = $last",
    "no entries": "DELETE FROM entries WHERE table_id = :table",
    "an entry too many": """
        INSERT INTO entries
        SELECT table_id, seq + 1, kind, time, seat, "by", ask, who, name, move, draws, note, crc FROM entries
        WHERE table_id = :table AND seq = $last""",
    "a torn move": """UPDATE entries SET move = '{"type":"ro' WHERE table_id = :table AND seq = $move""",
    "no text": "UPDATE entries SET move = CAST(x'ff00fe' AS TEXT) WHERE table_id = :table AND seq = $move",
    "other dice": """
        UPDATE entries SET draws = CASE draws WHEN '6' THEN '5' ELSE '6' END
        WHERE table_id = :table AND seq = $move""",
    "another seat": "UPDATE entries SET seat = 3 - seat WHERE table_id = :table AND seq = $move",
    "another player": "UPDATE entries SET who = 'cy' WHERE table_id = :table AND seq = 1",
    "another time": "UPDATE entries SET time = time - 1 WHERE table_id = :table AND seq = $last",
    "a shorter length": "UPDATE tables SET length = length - 1 WHERE id = :table",
    "a longer length": "UPDATE tables SET length = length + 1 WHERE id = :table",
    "another seed": "UPDATE tables SET seed = zeroblob(32) WHERE id = :table",
    "torn options": "UPDATE tables SET options = '{\"go' WHERE id = :table",
}
"""What is done to one table of a database, under a host that is down."""


class DiskSimulation:
    """A simulated host on a real database, closed and opened again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lives = 0
        self.stage = self._simulation()

    def _simulation(self) -> Simulation:
        self.database = Database(self.path, start_thread)
        self.lives += 1
        return Simulation(SqliteJournal(self.database), stores_on(SqliteSql(self.database)), life=self.lives)

    async def restarted(self, damage: str = "", table: str = "") -> Simulation:
        """The host after a stop, and after something happened to a table meanwhile."""
        await self.stage.host.close()
        with closing(sqlite3.connect(self.path)) as connection, connection:
            prepare(connection)
            if damage:
                sql = damage.replace("$last", LAST).replace("$move", MOVE)
                assert connection.execute(sql, {"table": table}).rowcount
        self.stage = self._simulation()
        await self.stage.host.open()
        return self.stage


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[DiskSimulation]:
    made = DiskSimulation(tmp_path / "crownhouse.db")
    yield made
    await made.stage.host.close()


async def at_a_table(disk: DiskSimulation) -> tuple[str, str]:
    """Two games of Ada and Bert that have begun."""
    ada, bert = disk.stage.port(ADA), disk.stage.port(BERT)
    tables = await started(disk.stage, ada, bert), await started(disk.stage, ada, bert)
    for table in tables:
        for _ in range(4):
            await play(disk.stage, table, ada, bert)
    return tables


@pytest.mark.parametrize("name", DAMAGES)
async def test_a_damaged_table_is_set_aside_and_the_others_play_on(disk: DiskSimulation, name: str) -> None:
    """Its players are told and shown nothing of the game, the operator's list says why, requests are refused;
    the log stays as it was.
    """
    damaged, whole = await at_a_table(disk)
    stage = await disk.restarted(DAMAGES[name], damaged)
    ada, bert, seen = stage.port(ADA), stage.port(BERT), ReceivedSnapshots()
    release = ada.follow_table(damaged, seen.see)
    await stage.lobby.table(damaged).reading.begin()
    assert all(shown.view is None and not shown.past for shown in seen)
    assert seen.last.info.stage == "damaged"
    assert stage.lobby.table(damaged).damage
    for request in (ada.undo(damaged), ada.concede(damaged), ada.record(damaged), ada.leave(damaged)):
        assert (await refusal(request)).code == "table-damaged"
    release()
    before = stage.lobby.table(whole).state.seq
    await stage.lobby.table(whole).reading.begin()
    await play(stage, whole, ada, bert)
    assert stage.lobby.table(whole).state.seq > before


@pytest.mark.parametrize("name", DAMAGES)
async def test_no_damage_gives_an_older_position(disk: DiskSimulation, name: str) -> None:
    """Reading a damaged log raises, whatever was done to it."""
    damaged, _ = await at_a_table(disk)
    stage = await disk.restarted(DAMAGES[name], damaged)
    with pytest.raises(DamagedLog):
        await whole_log(stage, damaged)


async def whole_log(stage: Simulation, table: str) -> Sequence[Entry]:
    await stage.journal.find(table)
    return cast("Sequence[Entry]", await stage.journal.read(table))


async def test_damage_while_a_game_is_played_is_noticed_at_the_next_move(disk: DiskSimulation) -> None:
    """The move is refused, the table set aside: nobody goes on from what is not on disk."""
    damaged, _ = await at_a_table(disk)
    ada, bert, seen = disk.stage.port(ADA), disk.stage.port(BERT), ReceivedSnapshots()
    ada.follow_table(damaged, seen.see)
    await disk.database.run(
        lambda connection: connection.execute(DAMAGES["a shorter length"], {"table": damaged}) and None
    )
    assert (await refusal(play(disk.stage, damaged, ada, bert))).code == "table-damaged"
    assert (seen.last.info.stage, seen.last.view) == ("damaged", None)


async def test_its_owner_ends_it_and_the_log_stays(disk: DiskSimulation) -> None:
    """Others may not. After a restart it is gone, and nobody has it among their finished games."""
    damaged, _ = await at_a_table(disk)
    stage = await disk.restarted(DAMAGES["a gap"], damaged)
    ada, bert = stage.port(ADA), stage.port(BERT)
    left = await stage.host.dependencies.journal.open_tables()
    assert (await refusal(bert.abandon(damaged))).code == "table-damaged"
    before = await stage.journal.dice_counts()
    await ada.abandon(damaged)
    counts = await stage.journal.dice_counts()
    assert (counts.unfinished, counts.running) == (before.unfinished + 1, before.running - 1)
    assert damaged not in {table.opening.id for table in stage.lobby.tables}
    stage = await disk.restarted()
    assert damaged not in {table.opening.id for table in stage.lobby.tables}
    assert len(await stage.journal.open_tables()) == len(left) - 1
    assert not await stage.lobby.load_finished("ada")
    with pytest.raises(DamagedLog):
        await stage.journal.read(damaged)


async def test_it_counts_against_nobody_and_ends_with_time(disk: DiskSimulation) -> None:
    damaged, whole = await at_a_table(disk)
    stage = await disk.restarted(DAMAGES["a gap"], damaged)
    most = stage.host.dependencies.limits.now.own_tables
    ada = stage.port(ADA)
    for _ in range(most - 1):
        await ada.open_table("toy", 2, {})
    assert (await refusal(ada.open_table("toy", 2, {}))).code == "too-many-tables"
    assert stage.lobby.table(whole).state.owner == "ada"
    stage.enter(ADA)  # that somebody is here keeps other tables
    name, names = stage.lobby.table(damaged).opening.name, {one.opening.name for one in stage.lobby.tables}
    await stage.time.pass_by(stage.host.dependencies.timeouts.game + 1)
    await disk.database.run(lambda _: None)  # what was to be written by then is written
    await settled()
    assert {table.opening.name for table in stage.lobby.tables} == names - {name}


async def test_a_retired_table_has_to_be_there(disk: DiskSimulation) -> None:
    with pytest.raises(NoTable):
        await disk.stage.journal.retire("nobody")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET note = '{\"en' WHERE table_id = :table AND kind = 'end'",
        "DELETE FROM entries WHERE table_id = :table AND kind = 'end'",
        "UPDATE tables SET options = '' WHERE id = :table",
    ],
)
async def test_who_has_a_finished_game_that_cannot_be_read_still_gets_in(
    disk: DiskSimulation, damage: str
) -> None:
    """Their other games are listed."""
    ada, bert = disk.stage.port(ADA), disk.stage.port(BERT)
    tables = [await started(disk.stage, ada, bert, goal=1) for _ in range(2)]
    for table in tables:
        await play(disk.stage, table, ada, bert)
    stage = await disk.restarted(damage, tables[0])
    assert [game.id for game in await stage.lobby.load_finished("ada")] == [tables[1]]
    with pytest.raises(Refused):
        await stage.port(CY).record(tables[0])


FLIPS = cases(200)


async def test_a_flipped_bit_anywhere_is_refused_or_harmless_or_sets_tables_aside(tmp_path: Path) -> None:
    """Bits all over the file and one in a move: what is shown of a log is what was written, or nothing."""
    path = good(tmp_path / "whole")
    whole = path.read_bytes()
    logs = await _logs(path)
    draw, outcomes = random.Random(5), {"refused": 0, "set aside": 0, "harmless": 0}
    move = next(entry.move for log in logs.values() for entry in log or () if entry.move)
    bits = [draw.randrange(len(whole) * 8) for _ in range(FLIPS)]
    for bit in (*bits, whole.index(move.encode()) * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        folder = tmp_path / "flipped"
        folder.mkdir()
        copy = folder / path.name
        copy.write_bytes(flipped)
        try:
            found = await _logs(copy)
        except (UnusableDatabase, sqlite3.Error):
            outcomes["refused"] += 1
            assert copy.read_bytes() == flipped
        else:
            assert {table: log for table, log in found.items() if log is not None}.items() <= logs.items()
            outcomes["set aside" if None in found.values() else "harmless"] += 1
        shutil.rmtree(folder)
    assert all(outcomes.values()), outcomes


async def _logs(path: Path) -> Mapping[str, tuple[Entry, ...] | None]:
    """The log of every table of a database; None: it is damaged."""
    open_database(path).close()
    journal = SqliteJournal(Database(path, start_thread))
    try:
        found: dict[str, tuple[Entry, ...] | None] = {}
        for listed in await journal.open_tables():
            table = listed.opening.id
            try:
                await journal.find(table)
                found[table] = await journal.read(table)
                replay(opened(listed.opening), found[table] or (), GAMES[listed.opening.game])
            except (DamagedLog, NoTable):
                found[table] = None
            else:
                found = {**found, table: None} if listed.damage else found
        return found
    finally:
        await journal.close()
