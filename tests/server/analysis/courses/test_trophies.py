"""Trophies from results: each is given, and just missed; and games are looked through in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import commitment
from engine.game import Trophies
from server.analysis.courses.trophies import LONG_REST, REST, TrophyFinder
from server.identity.accounts import Player
from server.log.entries import Entry, Opening
from server.log.table_options import DAY, DEAL
from server.results.book import RatedSeat
from server.results.cups.log import Drawn, Entered, Opened, RoundClosed, TableOpened
from server.results.deal import StewardResult, daily_id
from server.results.of_log import SeatResult
from server.results.queries import Cursor
from server.results.rated_games import Entrant
from server.results.rating import Rating
from server.results.trophies import IN_TIME, began_quarter, killed_a_giant
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import stores_on
from tests.server.journals import opening
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    ReceivedSnapshots,
    Simulation,
    play,
    refusal,
    settled,
    started,
)
from tests.server.store.journal.test_history import end
from tests.server.toy import Toy
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.trophies import Honour, Honours, SeatTrophy

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC).timestamp()
GAMES: Mapping[str, Any] = {
    key: SimpleNamespace(key=key, trophies=key != "pig") for key in ("a", "b", "c", "pig")
}
Found = set[tuple[int, str]]


class House:
    """Games that end one after the other, and what they give."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.stores = stores_on(self.journal.sql)
        self.in_logs: dict[str, Found] = {}
        self.finder = TrophyFinder(
            self.journal, self.stores.trophies, self.stores.deals, self.stores.cups, GAMES, self._find
        )
        self._number = 0

    async def _find(self, opening: Opening, _: Sequence[Entry]) -> Found:
        return self.in_logs.get(opening.id, set())

    async def play(
        self,
        *players: str,
        places: tuple[int, ...] = (1, 2, 3),
        at: float = NOON,
        game: str = "a",
        found: Found | None = None,
        **how: Any,
    ) -> set[str]:
        """A game that ends; returns what it gives ada."""
        self._number += 1
        table = f"t{self._number:03}"
        self.in_logs[table] = found or set()
        options = how.pop("options", {})
        proven = commitment(b"\0" * 32, options.get(DEAL, table))
        await self.journal.create(replace(opening(table), game=game, options=options, commitment=proven))
        await self.journal.append(table, 0, [end(*players, places=places, at=at + self._number, **how)])
        await self.finder.look_at(table)
        rows = await self.stores.trophies.of("ada", -inf, inf)
        return {row.trophy for row in rows if row.table == table}

    async def deal(self, game: str, day: int, *, place: int = 1, scout: str = "") -> set[str]:
        """ada's game of the deal of a day of November, at which the steward is second in the mean. A `scout`
        of the same network has begun it before.
        """
        deal = daily_id(game, f"2026-11-{day:02}")
        table = f"t{self._number + 1:03}"
        await self.stores.deals._database.execute(
            "INSERT INTO deals (id, body) VALUES ($1, '') ON CONFLICT DO NOTHING", deal
        )
        await self.stores.deals.measure(deal, StewardResult(2.0, 5.0, 6))
        if scout:
            await self.stores.deals.claim(deal, scout, "scouted", "a network")
        await self.stores.deals.claim(deal, "ada", table, "a network")
        places = (place, *(one for one in (1, 2, 3) if one != place))
        at = NOON + (day - 24) * DAY
        bots = ("", "page", "page")
        return await self.play(
            "ada", "", "", places=places, at=at, game=game, bots=bots, options={DEAL: deal}
        )


@pytest.fixture
def house() -> House:
    return House()


async def test_a_game_gives_what_its_log_has(house: House) -> None:
    found = {(1, "trap"), (2, "hoard")}
    assert await house.play("ada", "bert", "cy", found=found) == {"trap"}
    assert {row.account for row in await house.stores.trophies.every()} == {"ada", "bert"}


@pytest.mark.parametrize(
    "how",
    [
        {"players": ("ada", "", ""), "bots": ("", "page", "page")},
        {"players": ("ada", "guest-1", ""), "bots": ("", "", "page")},
        {"players": ("ada", "bert", "cy"), "places": ()},
        {"players": ("ada", "bert", "cy"), "fates": ("replaced", "", "")},
        {"players": ("ada", "bert", "cy"), "fates": ("conceded", "", "")},
        {"players": ("guest-1", "bert", "cy")},
    ],
)
async def test_such_a_game_gives_none(house: House, how: dict[str, Any]) -> None:
    """Of bots, of guests, without a result; and to who has left."""
    assert await house.play(*how.pop("players"), found={(1, "trap")}, **how) == set()


async def test_who_stays_gets_theirs_although_others_left(house: House) -> None:
    assert await house.play("ada", "bert", "cy", found={(1, "trap")}, fates=("", "conceded", "")) == {"trap"}


async def test_three_crowns_are_won_on_one_day(house: House) -> None:
    for game in ("a", "b", "a"):
        assert await house.play("ada", "bert", "cy", game=game) == set()
    assert await house.play("ada", "bert", "cy", game="pig") == set()
    assert await house.play("ada", "bert", "cy", game="c") == {"three-crowns"}
    assert await house.play("ada", "bert", "cy", game="b") == set()


async def test_three_crowns_of_two_days_or_without_a_court_are_none(house: House) -> None:
    for game in ("a", "b"):
        await house.play("ada", "bert", "cy", game=game)
    assert await house.play("ada", "bert", "", places=(1, 2, 3), bots=("", "", "page"), game="c") == set()
    assert await house.play("ada", "bert", "cy", game="c", at=NOON + DAY / 2) == set()


async def test_the_fourth_last_place_is_a_wooden_spoon(house: House) -> None:
    given = [await house.play("ada", "bert", "cy", places=(3, 1, 2)) for _ in range(8)]
    assert [bool(one) for one in given] == [False, False, False, True] * 2
    assert given[3] == {"wooden-spoon"}


async def test_a_better_place_or_a_shared_one_takes_the_spoon_away(house: House) -> None:
    for places in ((3, 1, 2), (3, 1, 2), (3, 1, 2), (2, 1, 2), (3, 1, 2)):
        assert await house.play("ada", "bert", "cy", places=places) == set()
    await house.play("ada", "", "", places=(1, 2, 3), bots=("", "page", "page"))  # practice does not count
    given = [await house.play("ada", "bert", "cy", places=(3, 1, 2)) for _ in range(3)]
    assert given == [set(), set(), {"wooden-spoon"}]


async def test_a_postmaster_ends_five_games_in_time_in_a_season(house: House) -> None:
    in_time = {(1, IN_TIME)}
    before = began_quarter(NOON) - 1000
    assert await house.play("ada", "bert", "cy", places=(2, 1, 3), found=in_time, at=before) == set()
    for found in (in_time, in_time, set[tuple[int, str]](), in_time, in_time):
        assert await house.play("ada", "bert", "cy", places=(2, 1, 3), found=found) == set()
    assert await house.play("ada", "bert", "cy", places=(2, 1, 3), found=in_time) == {"postmaster"}


async def test_seven_days_of_deals_are_faithful(house: House) -> None:
    given = [await house.deal("a" if day % 2 else "b", day, place=3) for day in range(1, 15)]
    assert [day for day, one in enumerate(given, 1) if one == {"faithful"}] == [7, 14]
    assert await house.deal("c", 14, place=3) == set()


async def test_a_day_without_a_deal_is_a_new_beginning(house: House) -> None:
    for day in (1, 2, 3, 4, 5, 6, 8, 9):
        assert await house.deal("a", day) == set()


async def test_all_deals_of_a_day_are_above_par(house: House) -> None:
    assert [await house.deal(game, 24) for game in ("a", "b", "pig", "c")] == [
        set(),
        set(),
        set(),
        {"above-par"},
    ]
    assert [await house.deal(game, 25, place=2) for game in ("a", "b", "c")] == [set()] * 3
    scouts = {"a": "", "b": "bert", "c": ""}
    assert [await house.deal(game, 26, scout=scout) for game, scout in scouts.items()] == [set()] * 3


def rated(seat: int, mu: float, games: int = 20) -> RatedSeat:
    rating = Rating(mu=mu, sigma=2.0, games=games, met=9)
    return RatedSeat(seat, Entrant(f"p{seat}", "person"), rating, rating, counted=True)


def test_a_giant_is_300_points_above() -> None:
    first = SeatResult(1, "account", "p1", "Ada", place=1)
    assert killed_a_giant(first, [rated(1, 25.0), rated(2, 32.5)])
    assert not killed_a_giant(first, [rated(1, 25.0), rated(2, 32.47)])
    assert not killed_a_giant(replace(first, place=2), [rated(1, 25.0), rated(2, 32.5)])
    assert not killed_a_giant(first, [rated(1, 25.0, games=3), rated(2, 32.5)])
    assert not killed_a_giant(first, [rated(1, 25.0), rated(2, 32.5, games=3)])
    assert not killed_a_giant(first, [])


async def test_all_is_found_again_by_a_rebuild(house: House) -> None:
    for place in (1, 3, 3, 3, 3):
        places = (place, *(one for one in (1, 2, 3) if one != place))
        await house.play("ada", "bert", "cy", places=places, found={(2, "trap"), (1, IN_TIME)})
    for day in range(1, 8):
        await house.deal("a", day)
    before = await house.stores.trophies.every()
    assert {row.trophy for row in before} >= {"wooden-spoon", "faithful", "postmaster", "trap", IN_TIME}
    await house.stores.trophies.write("t001", [])
    assert len([one async for one in house.finder.rebuild()]) == 12
    assert await house.stores.trophies.every() == before
    assert await house.stores.trophies.reached() == Cursor(NOON + 5, "t005")


class Prized(Toy):
    """The toy, with a trophy for everybody."""

    trophies: Any = Trophies(("there",), lambda _, places, __: {(seat, "there") for seat in places})


async def ended(stage: Simulation) -> list[tuple[SeatTrophy, ...]]:
    """A game that ends, and what a spectator and its seats are shown of what it gives."""
    table = await started(stage, stage.port(ADA), stage.port(BERT), goal=1)
    seen = [ReceivedSnapshots() for _ in range(3)]
    for received, player in zip(seen, (CY, ADA, BERT), strict=True):
        stage.port(player).follow_table(table, received.see)
    await play(stage, table, stage.port(ADA), stage.port(BERT))
    await settled()
    return [received.last.trophies for received in seen]


async def test_a_table_shows_what_its_game_has_given() -> None:
    """Shortly after the end; and nobody is shown what somebody hides."""
    stage = Simulation(games={"toy": Prized()})
    await stage.host.open()
    for player in (ADA, BERT):
        await stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
    assert await ended(stage) == [(SeatTrophy(1, "there", 1), SeatTrophy(2, "there", 1))] * 3
    await stage.accounts.set("ada", PROFILE_SETTING, HIDDEN)
    bert, ada = SeatTrophy(2, "there", 2), SeatTrophy(1, "there", 2)
    assert await ended(stage) == [(bert,), (ada, bert), (bert,)]
    assert len(await stage.stores.trophies.every()) == 4
    assert await stage.port(CY).honours() == Honours("1970-Q1", (Honour("there", "Bert", 100.0, "Bert", 2),))
    assert (await refusal(stage.port(CY).honours("1970-Q5"))).code == "no-period"
    (won,) = (await stage.port(ADA).trophies(period="1970-01")).trophies
    assert (won.trophy, won.times, bool(won.table)) == ("there", 2, True)
    assert (await refusal(stage.port(BERT).trophies("Ada"))).code == "profile-hidden"
    await stage.host.close()


async def test_a_node_looks_through_all_games_in_the_order_of_their_ends() -> None:
    """Also through those of before, and each once."""
    stage = Simulation(games={"toy": Prized()})
    await stage.host.open()
    for _ in range(3):
        await ended(stage)
    await stage.stores.trophies.clear()
    other = Simulation(stage.journal, stage.stores, games={"toy": Prized()})
    rests = list[float]()

    async def pause(seconds: float) -> None:
        rests.append(seconds)
        if rests.count(LONG_REST) == 2:
            raise asyncio.CancelledError

    with suppress(asyncio.CancelledError):
        await other.host.trophies.keep_up(pause)
    assert rests == [REST] * 3 + [LONG_REST] * 2
    assert len(await stage.stores.trophies.every()) == 6
    await stage.host.close()


async def test_a_cup_with_equal_luck_tells_its_trophies_when_the_round_is_over() -> None:
    """They would tell something of the deal to who has yet to play it. Luck of one's own tells nobody."""
    house = House()
    cups, trophies = house.stores.cups, house.stores.trophies
    for number, equal in enumerate((True, False), 1):
        id_, table = f"a-{number}", f"t{number:03}"
        log = [
            Opened(id_, "evening", "a", {}, 1, 1.0, "ada", "Ada", bytes(32), "c", b"s", 1.0, equal=equal),
            *(Entered(who, who, 2.0) for who in ("ada", "bert", "cy")),
            Drawn(1, ((1, 2, 3),), 3.0),
            TableOpened(1, 1, table, 3.0),
        ]
        await cups.open(log[0])
        for place, entry in enumerate(log[1:], 2):
            await cups.append(id_, place, entry)
        given = await house.play("ada", "bert", "cy", found={(1, "usurper")}, options={"cup": f"{id_}/1/1"})
        assert given == (set() if equal else {"usurper"})
    assert await trophies.held() == ["t001"]
    assert await trophies.of_table("t001") == []
    assert [one[0] for one in await trophies.honours(-inf, inf, "")] == ["usurper"]
    await cups.append("a-1", 7, RoundClosed(1, 9.0))
    await house.finder.look_at("t001")
    assert await trophies.held() == []
    assert await trophies.of_tables(["t001", "t002"]) == [
        ("t001", 1, "usurper", "ada"),
        ("t002", 1, "usurper", "ada"),
    ]
