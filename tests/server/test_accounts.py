"""Accounts are found by proven key, and no two people have names that look alike."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.accounts import Accounts, MemoryAccounts, NameTaken, Player
from server.database import Database
from server.doorkeeper import Doorkeeper
from server.naming import Naming
from server.sqlite_accounts import SqliteAccounts
from server.words import GUESTS
from tests.server.test_journal import start_thread


@pytest.fixture(params=["memory", "sqlite"])
async def accounts(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Accounts]:
    if request.param == "memory":
        yield MemoryAccounts()
        return
    database = Database(tmp_path / "host.db", start_thread)
    yield SqliteAccounts(database)
    database.close()


def doorkeeper(accounts: Accounts, live: frozenset[str] = frozenset()) -> Doorkeeper:
    ids, numbers = itertools.count(1), itertools.count()
    naming = Naming(accounts, lambda: 5.0, lambda: live)
    return Doorkeeper(accounts, naming, lambda: 5.0, lambda: f"id{next(ids)}", lambda n: next(numbers) % n)


async def test_a_key_leads_to_its_account(accounts: Accounts) -> None:
    """The first visit makes an account; later ones find it whatever name the client sends."""
    door = doorkeeper(accounts)
    ada = await door.admit("SHA256:ada", "Ada")
    assert ada == Player("id1", "Ada", "SHA256:ada")
    assert await door.admit("SHA256:ada", "mallory") == ada
    assert (await door.admit("SHA256:other", "Bert")).id != ada.id


async def test_look_alikes_get_another_name(accounts: Accounts) -> None:
    """A name like an account's, a guest's or a reserved one is replaced by a friendly one."""
    door = doorkeeper(accounts, frozenset({"Bert"}))
    await door.admit("SHA256:ada", "Ada")
    for suggestion in ("ADA", "bert", "root", "x", "[/]", ""):
        player = await door.admit(None, suggestion)
        assert player.guest
        assert player.name.split("-")[0] in GUESTS


async def test_a_name_is_given_once(accounts: Accounts) -> None:
    """Of two first visits with one name at the same moment the slower one is refused it."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    with pytest.raises(NameTaken):
        await accounts.add(Player("id2", "Áda"), "SHA256:2", 0.0)
    assert await accounts.by_key("SHA256:2") is None
    assert await accounts.add(Player("id3", "Cleo"), "SHA256:1", 0.0) == Player("id1", "Ada")


async def test_guests_who_come_at_once_have_different_names(accounts: Accounts) -> None:
    """A name is given to one of them, before anybody can see them in the lobby."""
    door = doorkeeper(accounts)
    guests = await asyncio.gather(*(door.admit(None, "Bert") for _ in range(5)))
    assert len({guest.name for guest in guests}) == 5
    assert [guest.name for guest in guests].count("Bert") == 1
