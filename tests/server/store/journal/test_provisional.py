"""Which accounts are provisional is told by stored games: for older databases, and where noting it failed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.identity.look_alikes import skeleton
from server.store.accounts import AccountStore
from server.store.outages import StoredOutages
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from tests.server.journals import start_thread
from tests.server.simulation import SimulatedTime, Simulation, play, started
from tests.server.store.journal.older_schemas import back_to

PEOPLE = ("Ada", "Bert", "Cleo", "Dora")


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database in which Ada and Bert have moved, Cleo sits where a bot and nobody else has, and Dora has
    conceded before her first move. The last heartbeat came at 150 seconds.
    """
    database = Database(tmp_path / "host.db", start_thread)
    stage = Simulation(
        SqliteJournal(database),
        stores_on(SqliteSql(database)),
        SimulatedTime(100.0),
        outages=StoredOutages(SqliteSql(database)),
    )
    await stage.host.open()
    ada, bert, cleo, dora = [(await stage.come(f"SHA256:{name}", name))[0] for name in PEOPLE]
    table = await started(stage, ada, bert)
    for _ in range(2):
        await play(stage, table, ada, bert)
    await started(stage, cleo)
    await dora.concede(await started(stage, dora))
    stage.time.now = 150.0
    await stage.host.close()
    return tmp_path / "host.db"


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def provisional(path: Path) -> dict[str, float]:
    """The provisional accounts by name, and since when."""
    select = "SELECT name, provisional FROM accounts WHERE provisional IS NOT NULL"
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute(select).fetchall())


async def test_who_has_moved_is_not_provisional(played: Path) -> None:
    """Sitting down, a bot's move and a concession are no moves of one's own."""
    assert provisional(played) == {"Cleo": 100.0, "Dora": 100.0}


async def test_older_accounts_without_a_game_get_a_day_from_now_on(played: Path) -> None:
    """Version 4 did not tell them apart. Who has moved, or has a finished game, stays for good; the others
    are provisional since the last heartbeat of the host, or since they were made if that is unknown.
    """
    older = back_to(4)
    change(played, *older)
    Database(played, start_thread).close()
    assert provisional(played) == {"Cleo": 150.0}
    change(played, *older, "DELETE FROM life")
    Database(played, start_thread).close()
    assert provisional(played) == {"Cleo": 100.0}


async def test_a_move_that_was_stored_counts_even_if_it_was_not_noted(played: Path) -> None:
    """A host that was killed between the two finds it in the log before it forgets anybody."""
    change(played, "UPDATE accounts SET provisional = created")
    database = Database(played, start_thread)
    accounts = AccountStore(SqliteSql(database))
    found = {one.id: await accounts.is_provisional(one.id) for one in await accounts.provisional()}
    names = {one: (await accounts.named(skeleton(one))) for one in PEOPLE}
    database.close()
    assert {name: found[player.id] for name, player in names.items() if player} == {
        "Ada": False, "Bert": False, "Cleo": True, "Dora": True,
    }  # fmt: skip
    assert set(provisional(played)) == {"Cleo", "Dora"}
