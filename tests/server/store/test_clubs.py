"""Clubs in every store: what two nodes do at once, and what is forgotten."""

from server.identity.accounts import Player
from server.results.trophies import TrophyRow
from server.store.clubs import StoredClub
from tests.server.stores import Stores

CLUB = StoredClub("c1", "Kronberg", 1.0)


async def founded(stores: Stores) -> Stores:
    """Ada's club, with Bert as a member."""
    for account in ("ada", "bert", "cy"):
        await stores.accounts.add(Player(account, account.title()), f"SHA256:{account}", 1.0)
    assert await stores.clubs.found(CLUB, "kronberg", "ada") == "founded"
    await stores.clubs.invite("c1", "bert", "digest", 1.0)
    assert await stores.clubs.join("c1", "bert", "", 2.0) == "joined"
    return stores


async def test_what_is_done_twice_has_the_effect_of_once(stores: Stores) -> None:
    clubs = (await founded(stores)).clubs
    assert await clubs.found(CLUB, "kronberg", "ada") == "founded"
    assert await clubs.found(StoredClub("c2", "KRONBERG", 1.0), "kronberg", "cy") == "name taken"
    assert await clubs.join("c1", "bert", "", 3.0) == "member already"
    assert await clubs.join("c1", "cy", "", 3.0) == "not invited"
    await clubs.invite("c1", "", "code", 3.0)
    assert await clubs.of_code("code", 4.0) == CLUB
    assert await clubs.join("c1", "cy", "code", 4.0) == "joined"
    assert await clubs.of_code("code", 4.0) is None
    assert [(one.account, one.role) for one in await clubs.members("c1")] == [
        ("ada", "founder"),
        ("bert", "member"),
        ("cy", "member"),
    ]


async def test_a_membership_that_is_over_keeps_what_the_club_was_given(stores: Stores) -> None:
    clubs = (await founded(stores)).clubs
    await stores.trophies.write("t1", [TrophyRow("bert", "trap", "t1", 1, 2.0)])
    await stores.trophies.write("t2", [TrophyRow("bert", "trap", "t2", 1, 5.0)])
    assert await clubs.leave("c1", "bert", 4.0) == "left"
    assert await clubs.leave("c1", "bert", 4.0) == "no member"
    assert list(await stores.trophies.honours(0.0, 9.0, "", "c1")) == [("trap", "bert", 1, 2.0)]
    assert list(await stores.trophies.honours(3.0, 9.0, "", "c1")) == []
    memberships, _, _ = await clubs.known("bert")
    assert list(memberships) == [("Kronberg", "member", 2.0, 4.0)]


async def test_who_is_forgotten_leaves_no_name_and_the_last_one_no_club(stores: Stores) -> None:
    clubs = (await founded(stores)).clubs
    assert await clubs.note("c1", "ada", "hello", 3.0)
    await clubs.hand_over("ada", "cy")
    assert next((one.account, one.role) for one in await clubs.members("c1")) == ("cy", "founder")
    await clubs.forget("cy")
    assert [(note.author, note.text) for note in await clubs.notes("c1")] == [("", "hello")]
    await clubs.forget("bert")
    assert await clubs.find("kronberg", 9.0) is None
    assert await clubs.found(CLUB, "kronberg", "ada") == "founded"
    assert list(await clubs.notes("c1")) == []


async def test_an_account_that_goes_into_another_brings_all_its_memberships(stores: Stores) -> None:
    clubs = (await founded(stores)).clubs
    await stores.trophies.write("t1", [TrophyRow("ada", "trap", "t1", 1, 1.5)])
    await clubs.hand_over("ada", "bert")
    await stores.trophies.hand_over("ada", "bert")
    assert [(one.account, one.role, one.since) for one in await clubs.members("c1")] == [
        ("bert", "founder", 2.0)
    ]
    assert list(await stores.trophies.honours(0.0, 9.0, "", "c1")) == [("trap", "bert", 1, 1.5)]
    await clubs.invite("c1", "cy", "digest", 3.0)
    await clubs.join("c1", "cy", "", 3.0)
    await clubs.leave("c1", "cy", 4.0)
    await clubs.hand_over("cy", "ada")
    assert [one[2:] for one in (await clubs.known("ada"))[0]] == [(3.0, 4.0)]
