"""Where notices go, and which were sent, on each kind of store."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from server.identity.accounts import Player
from server.store.notices import DAY, NoticeRecipient, NoticeStore, WaitingNotice
from tests.server.stores import Stores
from tui.language.away_notices import NoticeText

ANNA, BERT = Player("id1", "Anna"), Player("id2", "Bert")


@pytest.fixture
async def store(stores: Stores) -> NoticeStore:
    for player in (ANNA, BERT):
        await stores.accounts.add(player, f"SHA256:{player.name}", 1.0)
    return stores.notices


async def test_a_player_has_one_recipient(store: NoticeStore) -> None:
    """Whole, and the newest; nobody else has it."""
    pending = NoticeRecipient("mail", "anna@example.org", "a hash", 4000.5, "it")
    confirmed = NoticeRecipient("ntfy", "crown-7391")
    assert await store.recipient(ANNA.id) is None
    for kept in (pending, confirmed, None):
        await store.keep(ANNA.id, kept)
        assert await store.recipient(ANNA.id) == kept
        assert await store.recipient(BERT.id) is None


async def test_confirmed_recipients_stay_beside_each_other(store: NoticeStore) -> None:
    """Also if several are tried; what is stopped is stopped for all. One that goes leaves the others."""
    confirmed, *mistyped = (NoticeRecipient("mail", f"{name}@example.org") for name in ("anna", "ana", "an"))
    await store.keep(ANNA.id, confirmed)
    for one in mistyped:
        pending = replace(one, code="a hash", until=9.0)
        await store.keep(ANNA.id, pending)
        assert (await store.recipient(ANNA.id), await store.pending(ANNA.id)) == (confirmed, pending)
    for one in (*mistyped, confirmed):
        await store.keep(ANNA.id, one)
    assert await store.pending(ANNA.id) is None
    assert await store.recipients(ANNA.id) == (confirmed, mistyped[1], mistyped[0])
    await store.drop(ANNA.id, confirmed)
    assert await store.recipients(ANNA.id) == (mistyped[1], mistyped[0])
    await store.drop(ANNA.id, mistyped[0])
    assert await store.recipients(ANNA.id) == (mistyped[1],)
    await store.keep(ANNA.id, pending)
    await store.keep(ANNA.id, None)
    assert (await store.recipient(ANNA.id), await store.pending(ANNA.id)) == (None, None)


async def test_what_waits_is_taken_once(store: NoticeStore) -> None:
    """When it is due, by one of several nodes."""
    later = WaitingNotice("message", "t2", 2, NoticeText("later", ("one", "two")))
    first = WaitingNotice("over", "t1", 1, NoticeText("first", ()))
    await store.wait(ANNA.id, later, 200.0)
    for _ in range(2):
        await store.wait(ANNA.id, first, 100.0)
    assert (await store.due(99.0), await store.due(100.0)) == ((), (ANNA.id,))
    taken = await asyncio.gather(*(store.take_waiting(ANNA.id, 150.0) for _ in range(3)))
    assert sorted(map(len, taken)) == [0, 0, 1]
    assert (first,) in taken
    assert await store.waiting(ANNA.id) == (later,)


async def test_a_question_is_claimed_once(store: NoticeStore) -> None:
    """By whoever is first, however many try at once."""
    claims = [store.claim(ANNA.id, "t1", 7, 100.0, 20) for _ in range(5)]
    assert sorted(await asyncio.gather(*claims)) == [False] * 4 + [True]
    assert await store.claim(ANNA.id, "t1", 8, 101.0, 20)
    assert await store.claim(BERT.id, "t1", 7, 102.0, 20)
    assert await store.sent(ANNA.id) == (("t1", 100.0), ("t1", 101.0))


async def test_a_player_gets_so_many_in_a_day(store: NoticeStore) -> None:
    """A claim that was refused is not counted."""
    taken = [await store.claim(ANNA.id, "t1", ask, 100.0 + ask, 2) for ask in range(4)]
    assert taken == [True, True, False, False]
    assert await store.claim(ANNA.id, "t1", 9, 100.5 + DAY, 2)
    assert not await store.claim(ANNA.id, "t1", 10, 100.5 + DAY, 2)


async def test_old_notices_are_forgotten(store: NoticeStore) -> None:
    """Those before a time."""
    for ask in (1, 2, 3):
        await store.claim(ANNA.id, "t1", ask, 100.0 * ask, 20)
    await store.clean(250.0)
    assert await store.sent(ANNA.id) == (("t1", 300.0),)


async def test_a_code_stops_its_place(store: NoticeStore) -> None:
    """Until the same code takes it back; old codes are forgotten, but not what they have stopped."""
    for number, place in ((1, "here"), (2, "here"), (3, "there")):
        await store.sent_code(f"code {number}", place, 100.0 * number)
    assert not await store.stop("code 9")
    assert await store.stop("code 1")
    assert await store.stop("code 1")
    assert (await store.is_stopped("here"), await store.is_stopped("there")) == (True, False)
    await store.clean(250.0)
    assert (await store.stop("code 2"), await store.is_stopped("here")) == (False, True)
    assert (await store.resume("code 3"), await store.resume("code 1")) == (False, True)
    assert not await store.is_stopped("here")
    assert not await store.resume("code 1")


async def test_all_of_it_goes_with_the_account(store: NoticeStore) -> None:
    """The recipient, and what was sent there; others' stay."""
    for player in (ANNA, BERT):
        await store.keep(player.id, NoticeRecipient("ntfy", "crown-7391"))
        await store.claim(player.id, "t1", 1, 100.0, 20)
    await store.forget(ANNA.id)
    assert (await store.recipient(ANNA.id), await store.sent(ANNA.id)) == (None, ())
    assert await store.recipient(BERT.id)
