"""Who has which trophies, in every store."""

from math import inf

from server.identity.accounts import Player
from server.results.queries import Cursor
from server.results.trophies import IN_TIME, TrophyRow
from tests.server.stores import Stores
from tui.host.history import HIDDEN, PROFILE_SETTING

FIRST = TrophyRow("ada", "trap", "t1", 2, 5.0)
AGAIN = TrophyRow("ada", "trap", "t2", 1, 7.0)
OTHER = TrophyRow("bert", "hoard", "t2", 3, 7.0)
NONE = TrophyRow("ada", IN_TIME, "t2", 1, 7.0)


async def test_a_game_has_the_trophies_that_were_found_last(stores: Stores) -> None:
    trophies = stores.trophies
    await trophies.write("t1", [FIRST])
    await trophies.write("t2", [AGAIN, FIRST._replace(table="t2")])
    await trophies.write("t2", [AGAIN, OTHER, NONE])
    assert list(await trophies.every()) == [FIRST, NONE, AGAIN, OTHER]
    assert list(await trophies.of("ada", -inf, inf)) == [FIRST, AGAIN]
    assert list(await trophies.of("ada", 5.5, 7.5)) == [AGAIN]
    assert list(await trophies.of("ada", -inf, 7.0)) == [FIRST]
    assert list(await trophies.of_table("t2")) == [(1, "trap", "ada", 1), (3, "hoard", "bert", 0)]
    assert await trophies.count("ada", IN_TIME, 7.0, Cursor(7.0, "t3")) == 1
    assert await trophies.count("ada", IN_TIME, 7.0, Cursor(7.0, "t2")) == 0
    assert await trophies.count("ada", "trap", 5.5, Cursor(8.0, "t3")) == 1


async def test_an_account_can_be_forgotten_or_taken_over(stores: Stores) -> None:
    trophies = stores.trophies
    await trophies.write("t1", [FIRST])
    await trophies.write("t2", [AGAIN, OTHER])
    await trophies.hand_over("bert", "cy")
    assert list(await trophies.of("cy", -inf, inf)) == [OTHER._replace(account="cy")]
    await trophies.forget("ada")
    assert [row.account for row in await trophies.every()] == ["cy"]
    await trophies.clear()
    assert not await trophies.every()


async def test_it_is_noted_how_far_games_were_looked_through(stores: Stores) -> None:
    assert await stores.trophies.reached() is None
    for last in (Cursor(5.0, "t1"), Cursor(7.5, "t2")):
        await stores.trophies.note_reached(last)
        assert await stores.trophies.reached() == last


async def test_a_time_has_who_was_first_and_who_most_often(stores: Stores) -> None:
    """Without those who hide their profiles."""
    for account in ("ada", "bert", "cy"):
        await stores.accounts.add(Player(account, account.title()), f"SHA256:{account}", 1.0)
    await stores.accounts.set("cy", PROFILE_SETTING, HIDDEN)
    given = (("cy", 2.0), ("ada", 3.0), ("bert", 4.0), ("bert", 5.0), ("ada", 9.0))
    for number, (account, ended) in enumerate(given):
        row = TrophyRow(account, "trap", f"t{number}", 1, ended)
        await stores.trophies.write(row.table, [row, row._replace(trophy=IN_TIME)])
    await stores.trophies.write("t9", [TrophyRow("bert", "hoard", "t9", 1, 1.0)])
    assert list(await stores.trophies.honours(2.0, 9.0, "")) == [
        ("trap", "ada", 1, 3.0),
        ("trap", "bert", 2, 4.0),
    ]
    assert list(await stores.trophies.honours(1.0, 4.0, "")) == [
        ("hoard", "bert", 1, 1.0),
        ("trap", "ada", 1, 3.0),
    ]
