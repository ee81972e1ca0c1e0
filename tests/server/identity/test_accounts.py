"""Accounts are found by proven key, and no two people have names that look alike."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.identity.accounts import Accounts, MemoryAccounts, NameTaken, Player, Profile
from server.identity.authenticator import Authenticator
from server.identity.look_alikes import skeleton
from server.identity.name_registry import NameRegistry
from server.identity.word_lists import GUESTS
from server.settings.rate import RateLimit
from server.storage.sqlite_accounts import SqliteAccounts
from server.storage.sqlite_database import Database
from tests.server.storage.test_journal import start_thread


@pytest.fixture(params=["memory", "sqlite"])
async def accounts(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Accounts]:
    if request.param == "memory":
        yield MemoryAccounts()
        return
    database = Database(tmp_path / "host.db", start_thread)
    yield SqliteAccounts(database)
    database.close()


def doorkeeper(accounts: Accounts, live: frozenset[str] = frozenset(), most: int = 1000) -> Authenticator:
    ids, numbers = itertools.count(1), itertools.count()
    naming = NameRegistry(accounts, lambda: 5.0, lambda: live)
    limit = RateLimit(most, 86_400.0, "too-many-accounts")
    return Authenticator(
        accounts, naming, lambda: 5.0, lambda: f"id{next(ids)}", lambda n: next(numbers) % n, limit
    )


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


async def test_a_profile_is_kept(accounts: Accounts) -> None:
    """Keys are counted, settings and ignored people are remembered until they are taken back."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.set("id1", "bell", "on")
    await accounts.set("id1", "lang", "de")
    await accounts.set("id1", "bell", "off")
    await accounts.ignore("id1", "id7", "Mallory")
    assert await accounts.profile("id1") == Profile(1, {"bell": "off", "lang": "de"}, {"id7": "Mallory"})
    await accounts.set("id1", "bell", "")
    await accounts.ignore("id1", "id7", "")
    assert await accounts.profile("id1") == Profile(1, {"lang": "de"}, {})
    assert await accounts.profile("nobody") == Profile()


async def test_an_account_can_be_called_otherwise(accounts: Accounts) -> None:
    """Also by a name that looks like its own, but not by one that looks like another's."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)
    await accounts.rename("id1", "ADA")
    with pytest.raises(NameTaken):
        await accounts.rename("id1", "bert")
    assert await accounts.by_key("SHA256:1") == Player("id1", "ADA")
    await accounts.rename("id1", "Cleo")
    assert await accounts.taken([skeleton("Ada"), skeleton("Cleo")]) == {skeleton("Cleo")}


async def test_a_key_moves_and_takes_an_empty_account_with_it(accounts: Accounts) -> None:
    """An account that loses its last key is gone with all that was remembered of it."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)
    await accounts.set("id2", "bell", "on")
    await accounts.move_key("SHA256:2", "id1")
    assert await accounts.by_key("SHA256:2") == Player("id1", "Ada")
    assert await accounts.profile("id1") == Profile(2)
    assert await accounts.profile("id2") == Profile()
    assert await accounts.taken([skeleton("Bert")]) == frozenset()
    await accounts.add(Player("id3", "Cleo"), "SHA256:3", 0.0)
    await accounts.move_key("SHA256:1", "id3")
    assert await accounts.by_key("SHA256:2") == Player("id1", "Ada"), "it has another key"


async def test_an_account_is_forgotten(accounts: Accounts) -> None:
    """Its keys are strangers' again, its name is free."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.ignore("id1", "id7", "Mallory")
    await accounts.forget("id1")
    assert await accounts.by_key("SHA256:1") is None
    assert await accounts.profile("id1") == Profile()
    assert await accounts.add(Player("id2", "Ada"), "SHA256:1", 0.0) == Player("id2", "Ada")


async def test_an_address_makes_so_many_accounts_a_day(accounts: Accounts) -> None:
    """Who comes with one more new key is a guest; known keys and other addresses are not held up."""
    door = doorkeeper(accounts, most=2)
    first = await door.admit("SHA256:one", "Ada", "192.0.2.7")
    await door.admit("SHA256:two", "Bert", "192.0.2.7")
    assert (await door.admit("SHA256:three", "Cleo", "192.0.2.7")).guest
    assert (await door.admit("SHA256:one", "", "192.0.2.7")).id == first.id
    assert not (await door.admit("SHA256:four", "Dora", "192.0.2.8")).guest
