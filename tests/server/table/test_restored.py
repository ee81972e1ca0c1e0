"""A host that goes on from a backup: what was drawn after it is not drawn again, and everybody is told."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.chance import commitment
from engine.playthrough import Restored
from engine.records.header import read_header
from engine.records.replay import replay
from server.log.entries import Entry, Opening
from server.log.table_options import parse_table_options
from server.results.deal import daily_deal, day_of
from server.start.main import main
from server.start.restored import renew_draws
from server.start.stores import start_thread
from server.store.database.backup import copy_database
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from tests.server.journals import opening
from tests.server.simulation import ADA, BERT, ReceivedSnapshots, Simulation, finished, play, settled, started
from tests.server.toy import GAMES

BACKUP = 60.0


def secret() -> Callable[[int], bytes]:
    """Seeds that no simulation draws."""
    made = iter(range(1000))
    return lambda n: sha256(b"restored %d" % next(made)).digest()[:n]


async def restored(stage: Simulation, secrets: Callable[[int], bytes], **more: Any) -> Simulation:
    """The same host on its restored journal."""
    store: Any = SimpleNamespace(journal=stage.journal, stores=stage.stores, clock=stage.time.clock)
    await renew_draws(store, GAMES, secrets, BACKUP)
    return await stage.restarted(**more)


async def rolls(stage: Simulation, table: str, number: int) -> list[tuple[str, ...]]:
    ada, bert = stage.port(ADA), stage.port(BERT)
    ada.follow_table(table, lambda _: None)
    await settled()
    for _ in range(number):
        await play(stage, table, ada, bert)
    return [entry.draws for entry in (await stage.journal.read(table))[-number:]]


@pytest.mark.parametrize("chance", [{}, {"chance": "duplicate"}])
async def test_a_restored_game_draws_anew_and_its_record_proves_both_seeds(chance) -> None:
    """Twice restored at that; the commitments of both are shown as they were told."""
    drawn = []
    for times in range(3):
        stage = Simulation()
        ada, bert = stage.port(ADA), stage.port(BERT)
        table = await ada.open_table("toy", 2, {"goal": "99", **chance})
        await bert.join(table)
        await ada.start(table)
        before, secrets = await rolls(stage, table, 5), secret()
        for _ in range(times):
            stage = await restored(stage, secrets)
        drawn.append((before, await rolls(stage, table, 12)))
        await stage.port(ADA).concede(table)
        text = await stage.port(ADA).record(table)
        header = read_header(text)
        assert [(one.step, one.time) for one in header.restored] == [(6, "1970-01-01T00:01:00Z")] * times
        assert header.commitment == commitment(bytes.fromhex(header.seed or ""), table)
        assert len(list(replay(text, GAMES))) == 19
    (first, plain), (again, other), _ = drawn
    assert first == again
    assert plain != other


async def test_who_sits_there_is_told_when_the_backup_was_made() -> None:
    """At the table and in the lobby, where it is told for a week; running records have no seed."""
    stage = Simulation()
    table = await started(stage, stage.port(ADA), stage.port(BERT))
    old = stage.lobby.table(table).opening.commitment
    stage = await restored(stage, secret())
    (ada, _), seen, lobby = stage.enter(ADA), ReceivedSnapshots(), ReceivedSnapshots()
    ada.follow_table(table, seen.see)
    ada.follow_lobby(lobby.see)
    await settled()
    assert Restored(BACKUP) in (*seen.last.past, *seen.last.events)
    assert seen.last.dice.restored == (BACKUP,)
    assert seen.last.dice.commitment != old
    assert lobby.last.restored == BACKUP
    header = read_header(await ada.record(table))
    assert (header.commitment, header.seed) == (seen.last.dice.commitment, None)
    assert [(one.commitment, one.seed) for one in header.restored] == [(old, None)]


async def test_at_an_open_table_everybody_adds_anew() -> None:
    """A text that was revealed after the backup is known, as the old seed may be."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 2, {"goal": "1"})
    await bert.join(table)
    await bert.add_to_dice(table, "kiwi")
    old = stage.lobby.table(table).opening.commitment
    stage = await restored(stage, secret())
    ada, bert = stage.port(ADA), stage.port(BERT)
    assert stage.lobby.table(table).state.dice.added == {}
    await ada.add_to_dice(table, "plum")
    await ada.start(table)
    await play(stage, table, ada, bert)
    text = await ada.record(table)
    header = read_header(text)
    assert [(one.step, one.commitment) for one in header.restored] == [(0, old)]
    assert header.added == {1: "plum"}
    assert len(list(replay(text, GAMES))) == 2


async def test_ended_games_stay_and_shared_deals_are_closed() -> None:
    stage = Simulation()
    over = await finished(stage, stage.port(ADA), stage.port(BERT))
    record = await stage.port(ADA).record(over)
    deal = daily_deal(GAMES["toy"], day_of(stage.time.now), b"x" * 32)
    options = parse_table_options(GAMES["toy"], {"chance": "duplicate"}) | {"deal": deal.id}
    shared = Opening("t", "KIWI-7", "toy", 1, 2, options, ADA.id, deal.seed, deal.commitment, stage.time.now)
    await stage.journal.create(shared, (Entry(seq=1, kind="sit", seat=1, who=ADA.id, name="Ada"),))
    deals = stage.stores.deals
    await deals.settle(deal)
    store: Any = SimpleNamespace(journal=stage.journal, stores=stage.stores, clock=stage.time.clock)
    found = await renew_draws(store, GAMES, secret(), BACKUP)
    assert (found["ended"], found["redrawn"]) == (1, 0)
    kept = await deals.find(deal.id)
    assert kept
    assert kept.void
    stage = await stage.restarted()
    assert await stage.port(ADA).record(over) == record
    assert not await stage.journal.open_tables()


async def test_a_backup_is_put_in_its_place_by_the_command_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A host refuses a backup that was copied there; the command keeps what was there."""
    data, backup = tmp_path / "data", tmp_path / "backup.db"
    data.mkdir(mode=0o700)
    journal = SqliteJournal(Database(tmp_path / "source.db", start_thread))
    await journal.create(opening("t"))
    await journal.close()
    copy_database(tmp_path / "source.db", backup, 1_700_000_000.0)
    (data / "crownhouse.db").write_bytes(backup.read_bytes())
    assert (
        await asyncio.to_thread(main, ["serve", "--check", "--data", str(data), "--listen", "127.0.0.1:0"])
        == 1
    )
    assert "is a backup: crownhouse restore" in capsys.readouterr().out
    assert await asyncio.to_thread(main, ["restore", str(backup), "--data", str(data)]) == 0
    assert (
        "backup of 2023-11-14 22:13 UTC. Games that now draw from newly committed seeds: 1;"
        in capsys.readouterr().out
    )
    assert len([file for file in data.iterdir() if ".before-" in file.name]) == 1
    with closing(sqlite3.connect(data / "crownhouse.db")) as found:
        assert found.execute("SELECT kind FROM entries").fetchall() == [("restore",)]
    changed = backup.read_bytes()
    backup.write_bytes(changed[:5000])
    there = (data / "crownhouse.db").read_bytes()
    assert await asyncio.to_thread(main, ["restore", str(backup), "--data", str(data)]) == 1
    assert "is damaged" in capsys.readouterr().err
    assert (data / "crownhouse.db").read_bytes() == there
