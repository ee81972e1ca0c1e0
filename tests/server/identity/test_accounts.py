"""Accounts are found by proven key, and no two people have names that look alike."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from server.cluster.limits import ActionLimit
from server.cluster.names import LocalClaims
from server.cluster.windows import LocalWindows
from server.identity.accounts import (
    FORMER_NAME_SECONDS,
    MOST_FORMER_NAMES,
    AccountFacts,
    FormerName,
    NameTaken,
    Player,
    Profile,
    ProvisionalAccount,
    short_key,
)
from server.identity.authenticator import Authenticator
from server.identity.look_alikes import skeleton
from server.identity.name_registry import NameIndex, NameRegistry
from server.identity.names import GUESTS
from server.store.accounts import AccountStore
from tui.host.history import HIDDEN, PROFILE_SETTING


def doorkeeper(
    accounts: AccountStore, live: tuple[str, ...] = (), most: int = 1000, *, login_names: bool = True
) -> Authenticator:
    ids, numbers = itertools.count(1), itertools.count()
    names = NameIndex()
    names.note("here", live)
    naming = NameRegistry(accounts, LocalClaims(), lambda: 5.0, names)
    limit = ActionLimit(LocalWindows(), "accounts", lambda: most, 86_400.0, "too-many-accounts")
    return Authenticator(
        accounts,
        naming,
        lambda: 5.0,
        lambda: f"id{next(ids)}",
        lambda n: next(numbers) % n,
        limit,
        login_names=login_names,
    )


async def test_a_key_leads_to_its_account(accounts: AccountStore) -> None:
    """The first visit makes an account; later ones find it whatever name the client sends."""
    door = doorkeeper(accounts)
    ada = await door.admit("SHA256:ada", "Ada")
    assert ada == Player("id1", "Ada", "SHA256:ada")
    assert await door.admit("SHA256:ada", "mallory") == ada
    assert (await door.admit("SHA256:other", "Bert")).id != ada.id


async def test_look_alikes_get_another_name(accounts: AccountStore) -> None:
    """A name like an account's, a guest's or a reserved one is replaced by a friendly one."""
    door = doorkeeper(accounts, ("Bert",))
    await door.admit("SHA256:ada", "Ada")
    for suggestion in ("ADA", "bert", "root", "x", "[/]", ""):
        player = await door.admit(None, suggestion)
        assert player.guest
        assert player.name.split("-")[0] in GUESTS


async def test_a_name_is_given_once(accounts: AccountStore) -> None:
    """Of two first visits with one name at the same moment the slower one is refused it."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    with pytest.raises(NameTaken):
        await accounts.add(Player("id2", "Áda"), "SHA256:2", 0.0)
    assert await accounts.by_key("SHA256:2") is None
    assert await accounts.add(Player("id3", "Cleo"), "SHA256:1", 0.0) == Player("id1", "Ada")


async def test_of_people_who_want_alike_names_at_once_one_gets_it(accounts: AccountStore) -> None:
    """In whatever letters; also of several who come with one key at once, all get its account."""
    wanted = ("HANNA", "ΗΑΝΝΑ", "hanna", "Hanna", "ηαννα")
    made = await asyncio.gather(
        *(accounts.add(Player(f"id{n}", name), f"SHA256:{n}", 0.0) for n, name in enumerate(wanted)),
        return_exceptions=True,
    )
    assert [type(one) for one in made].count(NameTaken) == 4
    (hanna,) = [one for one in made if isinstance(one, Player)]
    same = await asyncio.gather(
        *(accounts.add(Player(f"id1{n}", f"Cleo{n}"), "SHA256:cleo", 0.0) for n in range(4))
    )
    assert len({(one.id, one.name) for one in same}) == 1
    renamed = await asyncio.gather(
        *(accounts.rename(one, "Dora", 9.0) for one in (hanna.id, same[0].id)), return_exceptions=True
    )
    assert [type(one) for one in renamed].count(NameTaken) == 1


async def test_the_two_last_keys_of_an_account_move_at_once(accounts: AccountStore) -> None:
    """It is gone then, and what it has played goes along."""
    for number, name in enumerate(("Ada", "Bert"), 1):
        await accounts.add(Player(f"id{number}", name), f"SHA256:{number}", 0.0)
    await accounts.add(Player("id3", "Cleo"), "SHA256:3", 0.0)
    await accounts.move_key("SHA256:3", "id1", 9.0)
    await accounts.played("id1")
    await asyncio.gather(*(accounts.move_key(f"SHA256:{number}", "id2", 9.0) for number in (1, 3)))
    assert await accounts.profile("id2") == Profile(3)
    assert await accounts.profile("id1") == Profile()
    assert await accounts.taken([skeleton("Ada")], 9.0) == {skeleton("Ada")}, "it stays with the person"
    assert await accounts.taken([skeleton("Ada")], 9.0, "id2") == frozenset()
    assert await accounts.taken([], 9.0) == frozenset()


async def test_guests_who_come_at_once_have_different_names(accounts: AccountStore) -> None:
    """A name is given to one of them, before anybody can see them in the lobby."""
    door = doorkeeper(accounts)
    guests = await asyncio.gather(*(door.admit(None, "Bert") for _ in range(5)))
    assert len({guest.name for guest in guests}) == 5
    assert [guest.name for guest in guests].count("Bert") == 1


async def test_a_profile_is_kept(accounts: AccountStore) -> None:
    """Keys are counted, settings and ignored people are remembered until they are taken back."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.set("id1", "bell", "on")
    await accounts.set("id1", "lang", "de")
    await accounts.set("id1", "bell", "off")
    await accounts.ignore("id1", "id7", "Mallory")
    settings = {"bell": "off", "lang": "de"}
    assert await accounts.profile("id1") == Profile(1, settings, {"id7": "Mallory"}, provisional=True)
    await accounts.set("id1", "bell", "")
    await accounts.ignore("id1", "id7", "")
    assert await accounts.profile("id1") == Profile(1, {"lang": "de"}, {}, provisional=True)
    assert await accounts.profile("nobody") == Profile()


async def test_an_account_can_be_called_otherwise(accounts: AccountStore) -> None:
    """Also by a name that looks like its own, but not by one that looks like another's; the name before stays
    with it.
    """
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)
    await accounts.rename("id1", "ADA", 9.0)
    with pytest.raises(NameTaken):
        await accounts.rename("id1", "bert", 9.0)
    assert await accounts.by_key("SHA256:1") == Player("id1", "ADA")
    await accounts.rename("id1", "Cleo", 9.0)
    assert await accounts.named(skeleton("Ada")) is None
    assert await accounts.taken([skeleton("Ada"), skeleton("Cleo")], 9.0) == {
        skeleton("Ada"),
        skeleton("Cleo"),
    }
    assert await accounts.taken([skeleton("Ada"), skeleton("Cleo")], 9.0, "id1") == frozenset()


async def test_a_name_that_was_given_up_stays_with_its_account_for_half_a_year(
    accounts: AccountStore,
) -> None:
    """Nobody else gets it or what looks like it, newcomer or not; the account may return to it. Afterwards it
    is free.
    """
    await accounts.add(Player("id1", "HANNA"), "SHA256:1", 0.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)
    await accounts.rename("id1", "Cleo", 10.0)
    last = 10.0 + FORMER_NAME_SECONDS - 1
    for name in ("Hanna", "ΗΑΝΝΑ", "hànna"):
        with pytest.raises(NameTaken):
            await accounts.add(Player("id3", name), "SHA256:3", last)
        with pytest.raises(NameTaken):
            await accounts.rename("id2", name, last)
    assert await accounts.former_names("id1", last) == [FormerName("HANNA", last + 1)]
    await accounts.rename("id1", "Hanna", last)
    await accounts.rename("id1", "Dora", last)
    with pytest.raises(NameTaken):
        await accounts.rename("id2", "HANNA", last + 2)
    later = last + FORMER_NAME_SECONDS
    assert await accounts.former_names("id1", later) == []
    assert await accounts.add(Player("id3", "HANNA"), "SHA256:3", later) == Player("id3", "HANNA")
    with pytest.raises(NameTaken):
        await accounts.rename("id1", "Hanna", later)


async def test_an_account_keeps_so_many_names_from_others(accounts: AccountStore) -> None:
    """Its latest ones: nobody hoards names."""
    await accounts.add(Player("id1", "Name-0"), "SHA256:1", 0.0)
    for number in range(1, MOST_FORMER_NAMES + 3):
        await accounts.rename("id1", f"Name-{number}", float(number))
    kept = [former.name for former in await accounts.former_names("id1", 50.0)]
    assert kept == [f"Name-{number}" for number in range(MOST_FORMER_NAMES + 1, 1, -1)]
    looks = [skeleton(f"Name-{number}") for number in range(3)]
    assert await accounts.taken(looks, 50.0) == {looks[2]}


async def test_the_names_of_an_account_go_along_with_its_last_key(accounts: AccountStore) -> None:
    """To the account that the key was moved to: it is the same person."""
    for number, name in enumerate(("Ada", "Bert", "Cleo"), 1):
        await accounts.add(Player(f"id{number}", name), f"SHA256:{number}", 0.0)
    await accounts.played("id1")
    await accounts.rename("id1", "Adele", 8.0)
    await accounts.move_key("SHA256:1", "id2", 9.0)
    assert [former.name for former in await accounts.former_names("id2", 9.0)] == ["Adele", "Ada"]
    with pytest.raises(NameTaken):
        await accounts.rename("id3", "Ada", 9.0)
    await accounts.rename("id2", "Ada", 9.0)


async def test_nobody_gets_the_names_of_a_deleted_account_for_half_a_year(accounts: AccountStore) -> None:
    """Nor what looks like them, nor who comes back with the same key. Names of who never played are free."""
    for number, name in enumerate(("Ada", "Bert", "Cleo"), 1):
        await accounts.add(Player(f"id{number}", name), f"SHA256:{number}", 0.0)
    await accounts.played("id1")
    await accounts.rename("id1", "HANNA", 8.0)
    for account in ("id1", "id3"):
        await accounts.forget(account, 9.0)
    last = 9.0 + FORMER_NAME_SECONDS - 1
    for name in ("Ada", "hànna"):
        assert await accounts.taken([skeleton(name)], last, "id2") == {skeleton(name)}
        with pytest.raises(NameTaken):
            await accounts.rename("id2", name, last)
        with pytest.raises(NameTaken):
            await accounts.add(Player("id4", name), "SHA256:1", last)
    await accounts.rename("id2", "Cleo", 9.0)
    assert await accounts.add(Player("id4", "Hanna"), "SHA256:1", last + 1) == Player("id4", "Hanna")


async def test_a_new_key_does_not_get_a_name_that_was_given_up(accounts: AccountStore) -> None:
    """Nor does a guest."""
    door = doorkeeper(accounts)
    ada = await door.admit("SHA256:ada", "Ada")
    await accounts.rename(ada.id, "Cleo", 5.0)
    for key in ("SHA256:other", None):
        assert (await door.admit(key, "ADA")).name.split("-")[0] in GUESTS


async def test_a_name_in_capitals_of_another_script_is_taken(accounts: AccountStore) -> None:
    """Greek ΗΑΝΝΑ is no other name than HANNA: not for a newcomer, not for somebody else's account; who has
    it may write it in small letters, and it is free again with the account that had it.
    """
    door = doorkeeper(accounts)
    hanna = await door.admit("SHA256:hanna", "HANNA")
    assert (await door.admit(None, "ΗΑΝΝΑ")).name.split("-")[0] in GUESTS
    await accounts.add(Player("id7", "Bert"), "SHA256:bert", 0.0)
    with pytest.raises(NameTaken):
        await accounts.rename("id7", "ΗΑΝΝΑ", 9.0)
    with pytest.raises(NameTaken):
        await accounts.add(Player("id8", "ΗΑΝΝΑ"), "SHA256:8", 0.0)
    await accounts.rename(hanna.id, "ΗΑΝΝΑ", 9.0)
    await accounts.rename(hanna.id, "ηαννα", 9.0)
    with pytest.raises(NameTaken):
        await accounts.rename("id7", "Hanna", 9.0)
    await accounts.forget(hanna.id, 9.0)
    await accounts.rename("id7", "Hanna", 9.0)
    assert await accounts.by_key("SHA256:bert") == Player("id7", "Hanna")


async def test_a_key_moves_and_takes_an_empty_account_with_it(accounts: AccountStore) -> None:
    """An account that loses its last key is gone with all that was remembered of it."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)
    await accounts.set("id2", "bell", "on")
    await accounts.move_key("SHA256:2", "id1", 9.0)
    assert await accounts.by_key("SHA256:2") == Player("id1", "Ada")
    assert await accounts.profile("id1") == Profile(2, provisional=True)
    assert await accounts.profile("id2") == Profile()
    assert await accounts.taken([skeleton("Bert")], 9.0) == frozenset()
    await accounts.add(Player("id3", "Cleo"), "SHA256:3", 0.0)
    await accounts.move_key("SHA256:1", "id3", 9.0)
    assert await accounts.by_key("SHA256:2") == Player("id1", "Ada"), "it has another key"


async def test_an_account_is_forgotten(accounts: AccountStore) -> None:
    """Its keys are strangers' again."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.ignore("id1", "id7", "Mallory")
    await accounts.forget("id1", 9.0)
    assert await accounts.by_key("SHA256:1") is None
    assert await accounts.profile("id1") == Profile()
    assert await accounts.add(Player("id2", "Ada"), "SHA256:1", 0.0) == Player("id2", "Ada")


async def test_an_account_is_provisional_until_it_has_played(accounts: AccountStore) -> None:
    """Then it stays; noting it twice changes nothing."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 7.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 5.0)
    assert await accounts.provisional() == [ProvisionalAccount("id2", 5.0), ProvisionalAccount("id1", 7.0)]
    await accounts.played("id1")
    await accounts.played("id1")
    assert await accounts.provisional() == [ProvisionalAccount("id2", 5.0)]
    assert not (await accounts.profile("id1")).provisional
    assert await accounts.is_provisional("id2")
    assert not await accounts.is_provisional("id1")
    assert not await accounts.is_provisional("nobody")


async def test_only_provisional_accounts_are_forgotten_as_such(accounts: AccountStore) -> None:
    """With keys, profile and name; one that has played meanwhile stays."""
    await accounts.add(Player("id1", "Ada"), "SHA256:1", 0.0)
    await accounts.add(Player("id2", "Bert"), "SHA256:2", 0.0)
    await accounts.set("id1", "bell", "on")
    await accounts.played("id2")
    assert await accounts.forget_provisional("id1")
    assert not await accounts.forget_provisional("id2")
    assert await accounts.by_key("SHA256:1") is None
    assert await accounts.profile("id1") == Profile()
    assert await accounts.taken([skeleton("Ada"), skeleton("Bert")], 9.0) == {skeleton("Bert")}
    assert await accounts.provisional() == []


async def test_the_last_key_of_an_account_that_has_played_takes_that_along(accounts: AccountStore) -> None:
    """Its finished games move with it, too; a key of an account that stays says nothing."""
    for number, name in enumerate(("Ada", "Bert", "Cleo"), 1):
        await accounts.add(Player(f"id{number}", name), f"SHA256:{number}", 0.0)
    await accounts.played("id1")
    await accounts.move_key("SHA256:2", "id1", 9.0)
    await accounts.move_key("SHA256:2", "id3", 9.0)
    assert await accounts.is_provisional("id3")
    await accounts.move_key("SHA256:1", "id3", 9.0)
    assert not await accounts.is_provisional("id3")


async def test_an_address_makes_so_many_accounts_a_day(accounts: AccountStore) -> None:
    """Who comes with one more new key is a guest; known keys and other addresses are not held up."""
    door = doorkeeper(accounts, most=2)
    first = await door.admit("SHA256:one", "Ada", "192.0.2.7")
    await door.admit("SHA256:two", "Bert", "192.0.2.7")
    assert (await door.admit("SHA256:three", "Cleo", "192.0.2.7")).guest
    assert (await door.admit("SHA256:one", "", "192.0.2.7")).id == first.id
    assert not (await door.admit("SHA256:four", "Dora", "192.0.2.8")).guest


async def test_what_others_may_know_of_accounts(accounts: AccountStore) -> None:
    """Their names as they are now, since when they are there, and whether their profile is hidden."""
    for number, name in enumerate(("Ada", "Bert")):
        await accounts.add(Player(name.lower(), name), f"SHA256:{name}", float(number))
    await accounts.rename("bert", "Berta", 9.0)
    await accounts.set("ada", PROFILE_SETTING, HIDDEN)
    await accounts.set("bert", "bell", HIDDEN)
    assert await accounts.facts(["ada", "bert", "nobody"]) == {
        "ada": AccountFacts("Ada", 0.0, hidden=True),
        "bert": AccountFacts("Berta", 1.0),
    }
    await accounts.forget("ada", 9.0)
    assert await accounts.facts(["ada"]) == {}
    assert await accounts.facts([]) == {}


def test_a_key_is_never_told_in_full() -> None:
    """Enough of it to tell players apart; a guest has none."""
    assert short_key("SHA256:AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg") == "SHA256:AbCdEfGhI..."
    assert short_key(None) == "none"
