"""The stores that a host can have, one after the other: what is claimed of one holds for all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.results.deal import StewardResult
from server.store.accounts import AccountStore
from server.store.postgres.connection import open_postgres
from server.store.postgres.sql import PostgresSql
from server.store.sql import Sql
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.memory import MemorySql
from server.store.stores import Stores, stores_on
from tests.server.journals import start_thread


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def sql(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Sql]:
    """A new database of each kind."""
    if request.param == "memory":
        yield MemorySql()
    elif request.param == "sqlite":
        database = Database(tmp_path / "host.db", start_thread)
        yield SqliteSql(database)
        database.close()
    else:
        async with request.getfixturevalue("postgres_server").emptied_database() as url:
            postgres = await open_postgres(url)
            yield PostgresSql(postgres)
            await postgres.close()


@pytest.fixture
def stores(sql: Sql) -> Stores:
    """A new store of each kind."""
    return stores_on(sql)


@pytest.fixture
def accounts(stores: Stores) -> AccountStore:
    """The accounts of each kind of store."""
    return stores.accounts


@pytest.fixture
def quick_stewards(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots reach with a deal of the day is known without their games, which cost more than all else."""

    async def reached(*_: object) -> StewardResult:
        return StewardResult(1.5, 25.0, 2, 0.5, 5.0)

    monkeypatch.setattr("server.host.deal_desk.measure_steward", reached)
