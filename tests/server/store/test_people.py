"""Who follows whom, and notes, in every store."""

from __future__ import annotations

from msgspec.structs import replace

from server.identity.accounts import Player
from server.people.notes import KEPT_SECONDS, Note
from tests.server.stores import Stores

TOLD = Note(id="n1", to="b", kind="told", sent=1.0, sender="a", name="Ada", text="Hello")
INVITED = Note(id="n2", to="b", kind="invited", sent=2.0, sender="a", name="Ada", place="t", table="KIWI-7")


async def people(stores: Stores) -> None:
    for who, name in (("a", "Ada"), ("b", "Bert"), ("c", "Cyril")):
        await stores.accounts.add(Player(who, name), f"SHA256:{who}", 0.0)


async def test_follows_are_kept_in_order_up_to_a_number(stores: Stores) -> None:
    """Who is followed already counts once."""
    await people(stores)
    assert await stores.people.follow("a", "c", 1.0, 2)
    assert await stores.people.follow("a", "b", 2.0, 2)
    assert await stores.people.follow("a", "c", 3.0, 2)
    assert not await stores.people.follow("b", "a", 4.0, 0)
    assert list(await stores.people.followed("a")) == ["c", "b"]
    assert list(await stores.people.followers("c")) == ["a"]
    await stores.people.unfollow("a", "c")
    assert list(await stores.people.followed("a")) == ["b"]
    assert await stores.accounts.names(["a", "b", "nobody"]) == {"a": "Ada", "b": "Bert"}


async def test_notes_wait_up_to_a_number_until_they_are_removed(stores: Stores) -> None:
    """Also every text that a player can type; the same note is kept once."""
    await people(stores)
    await stores.people.follow("b", "a", 1.0, 9)
    second = replace(TOLD, id="n3", sent=0.5, text="'\" ü 🎲 %s $1")
    for note in (TOLD, TOLD, second):
        assert await stores.people.put(note, 2)
    assert not await stores.people.put(INVITED, 2)
    assert list(await stores.people.waiting("b")) == [second, TOLD]
    await stores.people.remove(["n3"])
    assert list(await stores.people.waiting("b")) == [TOLD]
    assert list(await stores.people.waiting("a")) == []


async def test_notes_of_strangers_give_way(stores: Stores) -> None:
    """The oldest first, to those of friends and the host, and to each other; other readers keep theirs."""
    await people(stores)
    await stores.people.follow("b", "a", 1.0, 9)
    strange = [
        replace(INVITED, id=f"s{n}", kind="followed", sender=f"g{n}", sent=n, place="") for n in range(5)
    ]
    others = replace(strange[0], id="other", to="c")
    for note in (others, *strange):
        assert await stores.people.put(note, 3)
    assert list(await stores.people.waiting("b")) == strange[2:]
    reminder = replace(INVITED, id="r", kind="reminder", sender="")
    for note in (TOLD, INVITED, reminder):
        assert await stores.people.put(note, 3)
    assert {note.id for note in await stores.people.waiting("b")} == {"n1", "n2", "r"}
    for note in (
        replace(strange[0], id="late"),
        replace(TOLD, id="n9"),
        replace(reminder, id="r9", place="u"),
    ):
        assert not await stores.people.put(note, 3)
    assert list(await stores.people.waiting("c")) == [others]


async def test_a_later_invitation_to_a_table_takes_the_place_of_an_earlier_one(stores: Stores) -> None:
    """Two messages are two."""
    later, other = replace(INVITED, id="n4", sent=3.0), replace(INVITED, id="n5", place="u")
    for note in (INVITED, other, later):
        assert await stores.people.put(note, 9)
    assert {note.id for note in await stores.people.waiting("b")} == {"n4", "n5"}


async def test_what_nobody_has_read_for_a_month_goes(stores: Stores) -> None:
    """With the next note, whoever it is for."""
    await stores.people.put(TOLD, 9)
    await stores.people.put(replace(TOLD, id="n8", to="c", sent=1.0 + KEPT_SECONDS), 9)
    assert list(await stores.people.waiting("b")) == []


async def test_nothing_is_kept_of_who_is_forgotten(stores: Stores) -> None:
    """Neither as who follows, nor as who is followed, writes or reads."""
    await people(stores)
    await stores.people.follow("a", "b", 1.0, 9)
    await stores.people.follow("b", "c", 1.0, 9)
    for note in (TOLD, replace(TOLD, id="n6", to="c", sender="b"), replace(TOLD, id="n7", to="c")):
        await stores.people.put(note, 9)
    await stores.people.forget("b")
    assert [await stores.people.followed(one) for one in "ab"] == [(), ()]
    assert [note.id for note in await stores.people.waiting("c")] == ["n7"]
    assert list(await stores.people.waiting("b")) == []


async def test_notes_of_who_is_banned_are_taken(stores: Stores) -> None:
    """Of every kind and to everybody, and of nobody else; those to them stay."""
    await people(stores)
    mine = replace(TOLD, id="n9", to="a", sender="b")
    for note in (TOLD, replace(TOLD, id="n3", to="c"), INVITED, replace(TOLD, id="n4", sender="c"), mine):
        assert await stores.people.put(note, 9)
    await stores.people.take("a")
    assert [[one.id for one in await stores.people.waiting(who)] for who in "abc"] == [["n9"], ["n4"], []]


async def test_notes_are_known_by_their_sender(stores: Stores) -> None:
    await people(stores)
    for note in (INVITED, TOLD, replace(TOLD, id="n4", sender="c")):
        await stores.people.put(note, 9)
    assert list(await stores.people.sent("a")) == [TOLD, INVITED]
    assert list(await stores.people.sent("b")) == []
