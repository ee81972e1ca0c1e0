"""The stores that a host can have, one after the other: what is claimed of one holds for all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from server.deals.memory import MemoryDeals
from server.deals.store import DealStore
from server.identity.accounts import Accounts
from server.identity.bans import BanStore, MemoryBans
from server.identity.memory_accounts import MemoryAccounts
from server.moderation.store import MemoryModeration, ModerationStore
from server.postgres.accounts import PostgresAccounts
from server.postgres.connection import open_postgres
from server.postgres.games.analyses import PostgresAnalyses
from server.postgres.games.deals import PostgresDeals
from server.postgres.players.bans import PostgresBans
from server.postgres.players.moderation import PostgresModeration
from server.postgres.players.notices import PostgresNotices
from server.sqlite.accounts import SqliteAccounts
from server.sqlite.analyses import SqliteAnalyses
from server.sqlite.database import Database
from server.sqlite.deals import SqliteDeals
from server.sqlite.players.bans import SqliteBans
from server.sqlite.players.moderation import SqliteModeration
from server.sqlite.players.notices import SqliteNotices
from server.storage.analyses import AnalysisStore, MemoryAnalyses
from server.storage.notices import MemoryNotices, NoticeStore
from server.store.people import PeopleStore
from server.store.postgres_sql import PostgresSql
from server.store.sql import MemorySql, SqliteSql
from tests.server.journals import start_thread


class Stores(NamedTuple):
    """What a host stores beside its journal."""

    accounts: Accounts
    bans: BanStore
    notices: NoticeStore
    people: PeopleStore
    moderation: ModerationStore
    deals: DealStore
    analyses: AnalysisStore


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stores]:
    """A new store of each kind."""
    if request.param == "memory":
        bans = MemoryBans()
        yield Stores(
            MemoryAccounts(),
            bans,
            MemoryNotices(),
            PeopleStore(MemorySql()),
            MemoryModeration(bans),
            MemoryDeals(),
            MemoryAnalyses(),
        )
    elif request.param == "sqlite":
        database = Database(tmp_path / "host.db", start_thread)
        yield Stores(
            SqliteAccounts(database),
            SqliteBans(database),
            SqliteNotices(database),
            PeopleStore(SqliteSql(database)),
            SqliteModeration(database),
            SqliteDeals(database),
            SqliteAnalyses(database),
        )
        database.close()
    else:
        server = request.getfixturevalue("postgres_server")
        url = await server.make_database()
        postgres = await open_postgres(url)
        yield Stores(
            PostgresAccounts(postgres),
            PostgresBans(postgres),
            PostgresNotices(postgres),
            PeopleStore(PostgresSql(postgres)),
            PostgresModeration(postgres),
            PostgresDeals(postgres),
            PostgresAnalyses(postgres),
        )
        await postgres.close()
        await server.drop_database(url)


@pytest.fixture
def accounts(stores: Stores) -> Accounts:
    """The accounts of each kind of store."""
    return stores.accounts
