"""Logs of cups, in every store."""

import asyncio

from msgspec.structs import replace

from server.identity.accounts import pseudonym
from server.results.cups.calendar import Planned
from server.results.cups.log import Ended, Entered, Opened, cup_of
from tests.server.store.test_clubs import founded
from tests.server.stores import Stores

CUP = Opened(
    "court-1", "evening", "court", {"edition": "en"}, 4, 100.0, "org", "Org", bytes(32), "c", b"s", 1.0
)
ADA, BERT = Entered("ada", "Ada", 2.0, "line"), Entered("bert", "Bert", 2.0)


async def test_an_id_and_a_number_are_taken_once(stores: Stores) -> None:
    """Whoever is first: the other looks again."""
    assert await stores.cups.open(CUP)
    assert not await stores.cups.open(CUP)
    won = await asyncio.gather(stores.cups.append(CUP.id, 2, ADA), stores.cups.append(CUP.id, 2, BERT))
    assert sorted(won) == [False, True]
    assert await stores.cups.append(CUP.id, 3, Ended("over", 50.0))
    assert await stores.cups.read(CUP.id) == (CUP, (ADA, BERT)[won.index(True)], Ended("over", 50.0))
    assert await stores.cups.read(CUP.id, 2) == (Ended("over", 50.0),)
    assert await stores.cups.read("court-2") == ()


async def test_cups_that_ended_long_ago_are_left_alone(stores: Stores) -> None:
    for number, ends in (("a", None), ("b", 10.0), ("c", 90.0)):
        await stores.cups.open(replace(CUP, id=number))
        if ends:
            await stores.cups.append(number, 2, Ended("over", ends))
    assert list(await stores.cups.lately(50.0)) == ["a", "c"]
    assert list(await stores.cups.ids()) == ["a", "b", "c"]


async def test_who_is_forgotten_stays_as_a_pseudonym(stores: Stores) -> None:
    await stores.cups.open(CUP)
    await stores.cups.append(CUP.id, 2, ADA)
    await stores.cups.append(CUP.id, 3, BERT)
    assert list(await stores.cups.of_account("ada")) == [(CUP.id, ADA)]
    for account in ("ada", "org"):
        await stores.cups.forget(account)
    cup = cup_of(await stores.cups.read(CUP.id))
    assert [(one.account, one.name, one.line) for one in cup.entrants] == [
        (pseudonym("ada"), "", ""), ("bert", "Bert", ""),
    ]  # fmt: skip
    assert (cup.opened.owner, cup.opened.owner_name) == (pseudonym("org"), "")
    assert list(await stores.cups.of_account("ada")) == []


async def test_who_asks_for_it_is_unnamed_in_the_cups_of_one_club(stores: Stores) -> None:
    for number, club, against in (("a", "Kronberg", ""), ("b", "Wien", "Kronberg"), ("c", "Wien", "")):
        await stores.cups.open(replace(CUP, id=number, owner="ada", club=club, against=against))
        for entry in (2, 3):
            await stores.cups.append(number, entry, (ADA, BERT)[entry - 2])
    assert sorted({*await stores.cups.unname("ada", "Kronberg")}) == ["a", "b"]
    cups = [cup_of(await stores.cups.read(number)) for number in "abc"]
    assert [[cup.opened.unnamed, *(one.unnamed for one in cup.entrants)] for cup in cups] == [
        [True, True, False], [True, True, False], [False, False, False],
    ]  # fmt: skip
    assert await stores.cups.unname("cy", "Kronberg") == []


async def test_an_entry_of_a_calendar_opens_one_cup(stores: Stores) -> None:
    """Of two nodes that open one at once, one does."""
    clubs = (await founded(stores)).clubs
    for _ in range(2):
        assert await clubs.plan("c1", "ada", Planned(text="Thursday", first=9.0, zone="UTC", every="week"))
    (entry,) = await clubs.coming(9.0)
    opened = (stores.cups.open(replace(CUP, id=f"court-{number}"), entry) for number in (1, 2))
    assert sorted(map(str, await asyncio.gather(*opened))) == ["None", "True"]
    (cup,) = await stores.cups.ids()
    assert [one.cup for one in await clubs.calendar("c1")] == [cup]
    await clubs.note_told(entry)
    for time in (16.0, 23.0):
        await clubs.move_on(entry, time)
    (after,) = await clubs.calendar("c1")
    assert (after.starts, after.told, after.cup) == (16.0, False, "")
    await clubs.hand_over("ada", "cy")
    assert [club for club, _ in (await clubs.known("cy"))[2]] == ["Kronberg"]
    await clubs.forget("cy")
    assert [one.author for one in await clubs.calendar("c1")] == [""]
    await clubs.move_on(after, None)
    assert await clubs.calendar("c1") == []


async def test_an_account_that_goes_into_another_brings_its_cups(stores: Stores) -> None:
    await stores.cups.open(CUP)
    await stores.cups.append(CUP.id, 2, ADA)
    await stores.cups.append(CUP.id, 3, Ended("cancelled", 50.0, "ada"))
    await stores.cups.hand_over("ada", "cy")
    assert await stores.cups.read(CUP.id, 1) == (replace(ADA, account="cy"), Ended("cancelled", 50.0, "cy"))
    assert [one.id for one in await stores.cups.ended(50.0, 51.0)] == [CUP.id]
    assert list(await stores.cups.ended(0.0, 50.0)) == []
    await stores.cups.forget("cy")
    assert [one.by for one in await stores.cups.read(CUP.id, 2) if isinstance(one, Ended)] == [
        pseudonym("cy")
    ]
