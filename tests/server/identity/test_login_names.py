"""The name that a client logs in by is told to its owner alone, who may take it; everybody else reads a drawn
one.
"""

from __future__ import annotations

import itertools

import pytest

from server.identity.names import GUESTS, NUMBERS, clean_name, is_drawn
from tests.server.simulation import ReceivedSnapshots, Simulation

KEY, OTHER = "SHA256:jane", "SHA256:other"


def host(**dependencies: object) -> Simulation:
    return Simulation(login_names=False, **dependencies)


@pytest.mark.parametrize("key", [KEY, None])
async def test_a_newcomer_has_a_drawn_name_and_is_offered_their_own(key: str | None) -> None:
    """With a key and without one. Nobody else reads it before they take it."""
    stage, lobby = host(), ReceivedSnapshots()
    other, _ = await stage.come(OTHER, "bert")
    jane, _ = await stage.come(key, "jane.q.public")
    other.follow_lobby(lobby.see)
    account = jane.account()
    assert is_drawn(account.name)
    assert (account.drawn, account.login_name, account.name_refused) == (True, "jane.q.public", "")
    assert lobby.last.people == (other.name, jane.name)
    assert "jane" not in str(lobby)
    await jane.rename(account.login_name)
    await stage.time.pass_by(1)
    assert lobby.last.people == (other.name, "jane.q.public")
    assert (jane.account().drawn, jane.account().login_name) == (False, "")


async def test_it_is_offered_until_there_is_a_name_or_a_move() -> None:
    """Whatever the first connection was for; under another name it is not offered again."""
    stage = host()
    first, leave = await stage.come(KEY, "jane")
    leave()
    again, leave = await stage.come(KEY, "jane.q")
    assert (again.name, again.account().login_name) == (first.name, "jane.q")
    await again.rename("Janet")
    leave()
    named, leave = await stage.come(KEY, "jane")
    assert (named.name, named.account().drawn, named.account().login_name) == ("Janet", False, "")
    other, leave = await stage.come(OTHER, "bert")
    await stage.accounts.played(await account_of(stage, OTHER))
    leave()
    restarted = await stage.restarted()
    back, _ = await restarted.come(OTHER, "bert")
    assert (back.name, back.account().drawn, back.account().login_name) == (other.name, False, "")


async def account_of(stage: Simulation, key: str) -> str:
    player = await stage.accounts.by_key(key)
    assert player
    return player.id


@pytest.mark.parametrize("login", ["", "x", "root", "🎲", "12345", "a" * 40, "-", "анnа"])
async def test_what_can_be_nobodys_name_is_not_offered(login: str) -> None:
    jane, _ = await host().come(KEY, login)
    account = jane.account()
    assert (account.drawn, account.login_name, account.name_refused) == (True, "", "")


@pytest.mark.parametrize("login", ["Ada", "ADA", "bert"])
async def test_a_name_that_others_have_is_not_offered(login: str) -> None:
    """Nor one that an account keeps; its owner reads what `/name` would say."""
    stage = host()
    ada, _ = await stage.come(OTHER, "")
    await ada.rename("Bert")
    await ada.rename("Ada")
    jane, _ = await stage.come(KEY, login)
    account = jane.account()
    assert (account.drawn, account.login_name, account.name_refused) == (True, "", "name-taken")


async def test_a_guest_who_lost_the_line_is_told_that_a_guest_has_the_name() -> None:
    """As long as the seat waits; an account's name is told as taken, whether it is here or not."""
    stage = host()
    jane, leave = await stage.come(None, "")
    await jane.rename("jane")
    await jane.open_table("toy", 2, {})
    leave()
    again, _ = await stage.come(None, "jane")
    assert again.account().name_refused == "name-of-guest"
    ada, _ = await stage.come(OTHER, "")
    await ada.rename("Ada")
    other, _ = await stage.come(None, "Ada")
    assert other.account().name_refused == "name-taken"


async def test_an_account_from_before_keeps_its_name() -> None:
    stage = Simulation()
    await stage.come(KEY, "jane")
    now = await stage.restarted(login_names=False)
    jane, _ = await now.come(KEY, "jane")
    assert (jane.name, jane.account().drawn) == ("jane", False)


async def test_an_operator_may_have_players_called_by_their_login_names() -> None:
    stage = Simulation(login_names=True)
    jane, _ = await stage.come(KEY, "jane")
    root, _ = await stage.come(OTHER, "root")
    assert (jane.name, jane.account().drawn) == ("jane", False)
    assert (is_drawn(root.name), root.account().name_refused) == (True, "name-reserved")


def test_drawn_names_are_names() -> None:
    """Everyone of them, in a line; none is read as a year or a sign of something else."""
    for word, number in itertools.product(GUESTS, (NUMBERS[0], NUMBERS[-1])):
        name = f"{word}-{number}"
        assert clean_name(name) == name
        assert is_drawn(name)
    assert len(set(GUESTS)) == len(GUESTS)
    assert 1900 not in NUMBERS
    assert not {2469, 8888, 6660, 4200} & set(NUMBERS)
    assert 5216 in NUMBERS
