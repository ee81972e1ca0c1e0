"""Accounts on PostgreSQL: what was played is found in the logs, and lost answers change nothing."""

from __future__ import annotations

import asyncpg
import pytest

from server.identity.accounts import NameTaken, Player
from server.store.accounts import AccountStore
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection
from server.store.postgres.sql import PostgresSql

ADD_ENTRY = """
    INSERT INTO entries VALUES
    ('t1', $1, gen_random_uuid(), $2, 0, $3, $4, 0, $5, '', '', '', '', 0)
"""


@pytest.fixture
def accounts(postgres: Postgres) -> AccountStore:
    return AccountStore(PostgresSql(postgres))


def lose_an_answer(monkeypatch: pytest.MonkeyPatch, postgres: Postgres) -> None:
    """Let the next transaction be carried out, and its answer be lost."""
    attempt, lost = postgres._try, False

    async def losing(job: object) -> object:
        nonlocal lost
        found = await attempt(job)  # type: ignore[arg-type]
        if not lost:
            lost = True
            raise asyncpg.ConnectionDoesNotExistError
        return found

    monkeypatch.setattr(postgres, "_try", losing)


async def test_a_stored_move_of_the_account_is_noted(accounts: AccountStore, postgres: Postgres) -> None:
    """One that a bot made for its seat does not count, nor one from before it sat down."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    for row in ((1, "move", 2, "player", ""), (2, "sit", 2, "player", "id1"), (3, "move", 2, "bot", "")):
        await postgres.execute(ADD_ENTRY, *row)
    assert await accounts.is_provisional("id1")
    await postgres.execute(ADD_ENTRY, 4, "move", 2, "player", "")
    assert not await accounts.is_provisional("id1")
    assert not (await accounts.profile("id1")).provisional


async def test_an_account_whose_answer_is_lost_is_added_once(
    accounts: AccountStore, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second try finds it, and does not say that its own name is taken."""
    lose_an_answer(monkeypatch, postgres)
    ada = Player("id1", "Ada")
    assert await accounts.add(ada, "SHA256:1", 0.0) == ada
    with pytest.raises(NameTaken):
        await accounts.add(Player("id2", "Ada"), "SHA256:2", 0.0)


async def test_a_deletion_whose_answer_is_lost_is_told_truly(
    accounts: AccountStore, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was deleted, even though the second try finds nothing."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    lose_an_answer(monkeypatch, postgres)
    assert await accounts.forget_provisional("id1")
    assert not await accounts.forget_provisional("id1")


async def test_names_that_differ_do_not_wait_for_each_other(
    accounts: AccountStore, postgres: Postgres
) -> None:
    """A transaction that holds one name is no reason to wait for another."""

    async def while_held(connection: PostgresConnection) -> None:
        await connection.execute("SELECT pg_advisory_xact_lock($1, hashtext('ada'))", 0x6E616D65)
        await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)

    await postgres.run(while_held)
    assert await accounts.by_key("SHA256:2")
