"""Cups on a host: from opening to the standing, whoever is away and whatever is killed meanwhile."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from engine.game import Refused
from server.cluster.signals import Signal
from server.host.port import HostPort
from server.host.requests import cup_requests
from server.host.requests.cup_requests import OWN_CUPS
from server.log.table_options import CUP, DEAL, LIMIT
from server.results.cups.log import Drawn, TableOpened
from server.results.cups.seating import MOST_ENTRANTS, OF_AN_ADDRESS
from server.results.trophies import TrophyRow
from server.settings.limits import Limits
from server.start.restored import renew_draws
from server.store.journal.rebuild import rebuild
from tests.server.journals import add_ended_game
from tests.server.simulation import FOR_WEEKS, SimulatedTime, Simulation, killed, refusal, settled
from tests.server.toy import Roll, Toy
from tui.host.cups import CupWish
from tui.host.history import HIDDEN, PROFILE_SETTING, HistoryFilter
from tui.host.table_search import FIRST_PAGE
from tui.language.texts import Texts
from tui.presenters.seat_news import words

DAY = 86_400.0


class Wide(Toy):
    """For up to five, as the real games are."""

    seats = range(2, 6)


GAMES: Any = {"toy": Wide()}
WISH = CupWish(game="toy", starts="+1h", rounds=2, options={"goal": "20"}, club="Kronberg")


async def a_host(**more: Any) -> Simulation:
    stage = Simulation(games=GAMES, **more)
    await stage.host.open()
    return stage


async def people(stage: Simulation, count: int, address: str = "") -> list[HostPort]:
    return [(await stage.come(f"SHA256:{n}", f"player{n}", address))[0] for n in range(1, count + 1)]


async def a_cup(stage: Simulation, count: int, wish: CupWish = WISH) -> tuple[str, list[HostPort]]:
    """A cup with so many entrants, the first of whom organises it."""
    ports = await people(stage, count)
    await ports[0].found_club("Kronberg")
    for port in ports[1:]:
        await port.join_club(await ports[0].invite_to_club())
    cup = (await ports[0].open_cup(wish)).cup.id
    for port in ports:
        await port.change_cup(cup, "enter")
    return cup, ports


def tables(stage: Simulation, cup: str) -> list[Any]:
    found = [t for t in stage.lobby.tables if str(t.opening.options.get(CUP, "")).startswith(f"{cup}/")]
    return [table for table in found if table.state.stage != "over"]


async def play(stage: Simulation, ports: Sequence[HostPort], cup: str) -> None:
    """Everybody plays what is asked at the tables that are open now."""
    by_id = {port._id: port for port in ports}
    for table in tables(stage, cup):
        while table.state.stage == "running":
            ask = table.state.asks[0]
            who = table.state.holders[ask.seat - 1]
            move = next(GAMES["toy"].legal(table.state.playthrough.view(ask.seat)))
            await by_id[who.who].submit(table.opening.id, ask.id, move)
            await settled()
    await settled()


async def test_an_evening_from_its_opening_to_its_standing() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 7)
    assert cup == "toy-1"
    (listed,) = await ports[6].cups()
    assert (listed.entrants, listed.state, listed.takes, listed.entered) == (7, "open", True, True)
    await stage.time.pass_by(3600.0)
    first = tables(stage, cup)
    assert sorted(len(table.state.holders) for table in first) == [3, 4]
    assert all(table.state.stage == "running" for table in first)
    assert {table.opening.options["rated"] for table in first} == {"on"}
    page = await ports[0].cup(cup)
    assert (page.cup.state, page.cup.round, page.seed) == ("running", 1, "")
    assert all(row.marks[0].score is None for row in page.rows)
    await play(stage, ports, cup)
    assert (await ports[0].cup(cup)).cup.round == 2
    assert (await refusal(ports[0].cup_seats(cup))).code == "no-cup-seats"
    await play(stage, ports, cup)
    page = await ports[0].cup(cup)
    assert (page.cup.state, page.cup.table, len(page.seed)) == ("over", "", 64)
    assert sum(row.score for row in page.rows) == pytest.approx(7.0, abs=0.001)
    assert [row.place for row in page.rows] == sorted(row.place for row in page.rows)


async def test_who_leaves_is_not_seated_again_and_who_is_late_plays_from_round_two() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 6)
    await stage.time.pass_by(3600.0)
    await ports[1].change_cup(cup, "leave")
    (late, _) = await stage.come("SHA256:late", "late")
    await late.join_club(await ports[0].invite_to_club())
    assert (await late.change_cup(cup, "enter")).cup.entrants == 7
    await play(stage, ports, cup)
    rows = {row.name: row for row in (await late.cup(cup)).rows}
    assert [mark.score for mark in rows["late"].marks] == [0.25, None]
    assert rows["player2"].left
    assert rows["player2"].marks[1].table == 0
    assert (await refusal(ports[1].change_cup(cup, "enter"))).code == "cup-closed"


@pytest.mark.parametrize("before", [True, False])
async def test_who_is_banned_is_not_seated(before: bool) -> None:
    """Neither in a round that is still to be drawn, nor if the host was down meanwhile."""
    stage = await a_host()
    cup, ports = await a_cup(stage, 6)
    account = ports[1]._me.player
    if not before:
        await stage.time.pass_by(3600.0)
    await stage.host.bans.add_player(account.id, account.name, 30)
    if before:
        stage = await stage.restarted(games=GAMES, after=60.0)
        await stage.time.pass_by(3600.0)
        assert len(tables(stage, cup)) > 0
        seated = {who for table in tables(stage, cup) for who in table.people}
        assert len(seated) == 5
        assert account.id not in seated
        return
    await stage.host.signals.read_bans_everywhere(account.id)
    await settled()
    page = await ports[0].cup(cup)
    assert [row.name for row in page.rows if row.left] == [account.name]


async def test_a_host_that_is_killed_while_tables_open_opens_none_twice() -> None:
    """Killed before and after each of its writes."""
    for killed_after in range(1, 8):
        stage = await a_host()
        cup, _ = await a_cup(stage, 8)
        store, journal = stage.stores.cups, stage.journal
        with killed(killed_after, (store, "append"), (journal, "create"), (journal, "append")):
            await stage.time.pass_by(3600.0)
        again = await stage.restarted(1.0, games=GAMES)
        await again.time.pass_by(10.0)
        assert sorted(t.opening.options[CUP] for t in tables(again, cup)) == [f"{cup}/1/1", f"{cup}/1/2"]
        assert all(t.state.stage == "running" for t in tables(again, cup))
        drawn = [type(entry) for entry in await again.stores.cups.read(cup)]
        assert (drawn.count(Drawn), drawn.count(TableOpened)) == (1, 2)
        await again.host.close()


async def test_eight_tables_stand_at_once_and_two_nodes_make_none_twice() -> None:
    stage = await a_host(limits=Limits(invitations=100))
    cup, _ = await a_cup(stage, 32)
    other = Simulation(stage.journal, stage.stores, SimulatedTime(stage.time.now), 2, games=GAMES)
    await other.host.open()
    await asyncio.gather(stage.time.pass_by(3600.0), other.time.pass_by(3600.0))
    for one in (stage, other):
        await one.time.pass_by(10.0)
    summaries = await stage.journal.open_tables()
    wanted = sorted(f"{cup}/1/{number}" for number in range(1, 9))
    assert sorted(str(one.opening.options[CUP]) for one in summaries) == wanted
    entries = [type(entry) for entry in await stage.stores.cups.read(cup)]
    assert (entries.count(Drawn), entries.count(TableOpened)) == (1, 8)


async def test_results_that_are_worked_out_again_give_the_standing_again() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 6)
    await stage.time.pass_by(3600.0)
    await play(stage, ports, cup)
    await play(stage, ports, cup)
    before = json.encode((await ports[0].cup(cup)).rows)
    assert all([done async for done in rebuild(stage.journal, GAMES)])
    again = await stage.restarted(games=GAMES)
    port, _ = await again.come("SHA256:1", "player1")
    assert json.encode((await port.cup(cup)).rows) == before
    await again.host.close()


CLOSED: Mapping[str, Callable[[HostPort, str], Any]] = {
    "look": lambda port, table: port.look(table),
    "follow": lambda port, table: port.follow_table(table, lambda _: None),
    "watch": lambda port, table: port.watch(table),
    "record": lambda port, table: port.record(table),
    "replay": lambda port, table: port.replay(table),
    "past": lambda port, table: port.past(table, 1),
    "odds": lambda port, table: port.odds(table),
    "odds then": lambda port, table: port.odds_then(table, 1, 1),
    "play on": lambda port, table: port.play_on(table, 1, 1),
    "curve": lambda port, table: port.curve(table),
    "analyse": lambda port, table: port.analyse(table, lambda _: None),
    "cast": lambda port, table: anext(port.cast(table, "en")),
    "duplicate": lambda port, table: port.duplicate_results(table),
    "seats": lambda port, _: port.cup_seats("toy-1"),
}
"""What tells of a game that somebody had no seat in."""


async def told(port: HostPort, what: str, table: str) -> bool:
    """Whether a player is answered; what a match has reached may be empty."""
    try:
        found = CLOSED[what](port, table)
        answer = await found if inspect.isawaitable(found) else found
    except Refused:
        return False
    return bool(getattr(answer, "rows", True))


async def test_equal_luck_is_closed_to_others_until_the_round_is_over() -> None:
    stage = await a_host()
    wish = CupWish(game="toy", starts="+1h", rounds=1, club="Kronberg", equal=True)
    cup, ports = await a_cup(stage, 8, wish)
    await stage.time.pass_by(3600.0)
    one, other = tables(stage, cup)
    assert one.opening.seed == other.opening.seed
    assert one.opening.options[DEAL] == other.opening.options[DEAL]
    stranger = next(port for port in ports if port._id not in one.state.people)
    for wish_ in (stranger.watch(one.opening.id), stranger.record(one.opening.id)):
        assert (await refusal(wish_)).code == "no-table"
    assert (await refusal(stranger.cup_seats(cup))).code == "no-cup-seats"
    by_id = {port._id: port for port in ports}
    while one.state.stage == "running":
        ask = one.state.asks[0]
        move = next(GAMES["toy"].legal(one.state.playthrough.view(ask.seat)))
        await by_id[one.state.holders[ask.seat - 1].who].submit(one.opening.id, ask.id, move)
        await settled()
    assert [what for what in CLOSED if await told(stranger, what, one.opening.id)] == []
    listed = (await stranger.history(HistoryFilter(everybody=True))).games
    found = stranger.find_tables(FIRST_PAGE).tables
    assert one.opening.id not in {each.id for each in listed}
    assert one.opening.id not in {each.id for each in found}
    await play(stage, ports, cup)
    assert await stranger.record(one.opening.id)
    assert [seat for seat, _ in await stranger.cup_seats(cup)] == [1, 2, 3, 4]


async def test_where_each_size_has_one_table_no_seats_are_compared() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 7, replace(WISH, rounds=1, equal=True))
    await stage.time.pass_by(3600.0)
    await play(stage, ports, cup)
    assert (await ports[0].cup(cup)).cup.state == "over"
    assert (await refusal(ports[0].cup_seats(cup))).code == "no-cup-seats"


async def test_public_cups_have_own_luck_and_are_for_known_accounts() -> None:
    stage = await a_host()
    (ada,) = await people(stage, 1)
    public = CupWish(game="toy", starts="+9d")
    await ada.found_club("Kronberg")
    for wish in (CupWish(game="toy", starts="+1h", equal=True), replace(WISH, equal=True, league=True)):
        assert (await refusal(ada.open_cup(wish))).code == "cup-equal"
    for name, value in {"rated": "off", "chance": "usual", "late": "lost"}.items():
        wish = replace(public, options={name: value})
        for asked in (ada.open_cup(wish), ada.plan_in_club("+9d", "", cup=wish)):
            assert (await refusal(asked)).code == "option-not-possible"
    assert await ada.cups() == ()
    await ada.open_cup(replace(public, options={"rated": "on", "chance": "duplicate", "late": "bot"}))
    await ada.change_cup((await ada.cups())[0].id, "end")
    cup = (await ada.open_cup(public)).cup.id
    assert (await refusal(ada.change_cup(cup, "enter"))).code == "cup-new"
    await stage.time.pass_by(8 * DAY)
    assert (await refusal(ada.change_cup(cup, "enter"))).code == "cup-new"
    await add_ended_game(stage.journal, ada._id)
    guest, _ = await stage.come(None, "guest")
    assert (await refusal(guest.change_cup(cup, "enter"))).code == "no-account"
    for _ in range(OWN_CUPS - 1):
        await ada.open_cup(public)
    assert (await refusal(ada.open_cup(public))).code == "cup-limit"


async def test_two_of_one_address_are_shown_and_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cup_requests, "COUNTED_GAMES", 0)
    monkeypatch.setattr(cup_requests, "OLD_DAYS", 0)
    stage = await a_host()
    (ada,) = await people(stage, 1)
    cup = (await ada.open_cup(replace(WISH, club=""))).cup.id
    for number in range(2, 9):
        port, _ = await stage.come(
            f"SHA256:{number}", f"player{number}", "::1" if number < 4 else f"::{number}"
        )
        await port.change_cup(cup, "enter")
    assert (await ada.cup(cup)).same_address == (("player2", "player3"),)
    assert (await port.cup(cup)).same_address == ()
    await ada.change_cup(cup, "start")
    await settled()
    names = [{holder.name for holder in table.state.holders} for table in tables(stage, cup)]
    assert not any({"player2", "player3"} <= table for table in names)


async def test_one_address_never_fills_a_public_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leaves makes room for another of the address; others enter meanwhile."""
    monkeypatch.setattr(cup_requests, "COUNTED_GAMES", 0)
    monkeypatch.setattr(cup_requests, "OLD_DAYS", 0)
    stage = await a_host()
    ports = await people(stage, OF_AN_ADDRESS + 2, "192.0.2.1")
    cup = (await ports[0].open_cup(replace(WISH, club=""))).cup.id
    for port in ports[:OF_AN_ADDRESS]:
        await port.change_cup(cup, "enter")
    for port in ports[OF_AN_ADDRESS:]:
        found = await refusal(port.change_cup(cup, "enter"))
        assert (found.code, found.params) == ("cup-address", {"most": OF_AN_ADDRESS})
    other, _ = await stage.come("SHA256:other", "other", "192.0.2.2")
    await other.change_cup(cup, "enter")
    await ports[3].change_cup(cup, "leave")
    await ports[-1].change_cup(cup, "enter")
    assert (await refusal(ports[3].change_cup(cup, "enter"))).code == "cup-address"


async def test_few_addresses_keep_nobody_out_of_a_public_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a full one the last entrant of the address with most gives way, and is told, until it begins; and
    nobody of their own address, or of one with as many, takes a place.
    """
    monkeypatch.setattr(cup_requests, "COUNTED_GAMES", 0)
    monkeypatch.setattr(cup_requests, "OLD_DAYS", 0)
    stage = await a_host()
    filling = MOST_ENTRANTS // OF_AN_ADDRESS
    places = [f"192.0.2.{1 + n % filling}" for n in range(MOST_ENTRANTS)]
    crowd = [(await stage.come(f"SHA256:{n}", f"crowd{n}", place))[0] for n, place in enumerate(places)]
    cup = (await crowd[0].open_cup(replace(WISH, club=""))).cup.id
    for port in crowd:
        await port.change_cup(cup, "enter")
    again, _ = await stage.come("SHA256:again", "again", places[0])
    assert not (await again.cup(cup)).cup.takes
    assert (await refusal(again.change_cup(cup, "enter"))).code == "cup-full"
    news: list[Any] = []
    crowd[-1].follow_seats(news.append)
    others = [(await stage.come(f"SHA256:o{n}", f"other{n}", f"198.51.100.{n}"))[0] for n in range(1, 21)]
    for port in others:
        assert (await port.cup(cup)).cup.takes
        assert (await port.change_cup(cup, "enter")).cup.entrants == MOST_ENTRANTS
    names = {row.name for row in (await others[0].cup(cup)).rows}
    assert names == {f"other{n}" for n in range(1, 21)} | {f"crowd{n}" for n in range(20)}
    await settled()
    assert [(one.kind, one.text) for one in news] == [("cup-room", cup)]
    assert words(Texts(), news[0], "", str).startswith(f"The cup {cup} is full")
    assert (await refusal(crowd[-1].change_cup(cup, "enter"))).code == "cup-full"
    await others[0].change_cup(cup, "leave")
    await crowd[-1].change_cup(cup, "enter")
    await crowd[0].change_cup(cup, "start")
    await settled()
    late, _ = await stage.come("SHA256:late", "late", "203.0.113.1")
    assert (await refusal(late.change_cup(cup, "enter"))).code == "cup-full"


async def test_a_club_fills_its_cup_from_one_address() -> None:
    stage = await a_host()
    ports = await people(stage, OF_AN_ADDRESS + 1, "192.0.2.1")
    await ports[0].found_club("Kronberg")
    cup = (await ports[0].open_cup(WISH)).cup.id
    for port in ports[1:]:
        await port.join_club(await ports[0].invite_to_club())
    for port in ports:
        await port.change_cup(cup, "enter")
    assert (await ports[0].cup(cup)).cup.entrants == OF_AN_ADDRESS + 1


async def test_a_club_may_play_from_one_address() -> None:
    stage = await a_host()
    ports = await people(stage, 3, "::1")
    await ports[0].found_club("Kronberg")
    cup = (await ports[0].open_cup(WISH)).cup.id
    assert (await refusal(ports[1].change_cup(cup, "enter"))).code == "no-member"
    for port in ports[1:]:
        await port.join_club(await ports[0].invite_to_club())
    for port in ports:
        await port.change_cup(cup, "enter")
    await ports[0].change_cup(cup, "start")
    await settled()
    assert [len(table.state.holders) for table in tables(stage, cup)] == [3]
    assert (await ports[0].cup(cup)).same_address == (("player1", "player2", "player3"),)


async def test_who_organises_starts_ends_and_strikes_the_games_of_others() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 3)
    assert (await refusal(ports[1].change_cup(cup, "start"))).code == "not-organiser"
    await ports[0].change_cup(cup, "start")
    await settled()
    assert (await refusal(ports[0].strike_cup(cup, 1, "a quarrel"))).code == "cup-own"
    assert (await refusal(ports[1].strike_cup(cup, 1, "a quarrel"))).code == "not-organiser"
    assert (await ports[0].change_cup(cup, "end")).cup.state == "cancelled"
    assert (await refusal(ports[0].change_cup(cup, "end"))).code == "cup-over"


async def test_a_cup_that_is_ended_takes_the_games_of_others_along() -> None:
    """All are told. Who ends it plays on, and until that game is over nobody learns of its luck."""
    stage = await a_host()
    cup, ports = await a_cup(stage, 8, replace(WISH, equal=True))
    news: list[Any] = []
    ports[7].follow_seats(news.append)
    await ports[0].change_cup(cup, "start")
    await settled()
    own = next(one for one in tables(stage, cup) if ports[0]._id in one.state.people)
    (other,) = [one for one in tables(stage, cup) if one is not own]
    stranger = next(port for port in ports if port._id in other.state.people)
    assert (await ports[0].change_cup(cup, "end")).seed == ""
    await settled()
    assert (other.state.stage, other.state.ending) == ("over", "closed")
    assert own.state.stage == "running"
    assert [one.name for one in news if one.kind == "cup-over"] == ["off"]
    assert (await refusal(ports[0].record(other.opening.id))).code == "deal-open"
    assert (await refusal(stranger.watch(own.opening.id))).code == "no-table"
    await play(stage, ports, cup)
    page = await stranger.cup(cup)
    assert (own.state.ending, page.cup.state, len(page.seed)) == ("played", "cancelled", 64)
    assert await stranger.record(own.opening.id)


async def test_a_game_that_is_struck_ends_and_the_next_round_begins() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 7)
    await ports[0].change_cup(cup, "start")
    await settled()
    others = [one for one in (await ports[0].cup(cup)).tables if "player1" not in one.seats]
    running = [stage.lobby.table(one.id) for one in others]
    for one in others:
        await ports[0].strike_cup(cup, one.number, "a quarrel")
    await settled()
    assert {(table.state.stage, table.state.ending) for table in running} == {("over", "closed")}
    await play(stage, ports, cup)
    await settled()
    assert (await ports[0].cup(cup)).cup.round == 2


async def test_a_clock_hurries_past_the_limit_of_the_round() -> None:
    stage = await a_host()
    cup, _ = await a_cup(stage, 3)
    await stage.time.pass_by(3600.0)
    (table,) = tables(stage, cup)
    limit = float(table.opening.options[LIMIT])
    assert (limit, table.opening.clock) == (3600.0, "1m")
    seat = next(iter(table.state.clock_from))
    assert table.state.hurry(seat) == limit
    await stage.time.pass_by(59.0)
    assert not table.state.holders[seat - 1].lent
    await stage.time.pass_by(2.0)
    assert table.state.holders[seat - 1].lent


async def test_a_league_plays_all_its_games_at_once() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 7, CupWish(game="toy", starts="+1d", league=True, club="Kronberg"))
    await stage.time.pass_by(DAY)
    assert len(tables(stage, cup)) == 7
    assert {table.opening.clock for table in tables(stage, cup)} == {"3d"}
    assert LIMIT not in tables(stage, cup)[0].opening.options
    page = await ports[0].cup(cup)
    assert {len(row.marks) for row in page.rows} == {4}
    for table in tables(stage, cup)[1:]:
        await table.end("closed")
    await settled()
    assert (await ports[0].cup(cup)).cup.state == "running"
    stage.time.now += 14 * 7 * DAY
    await stage.time.pass_by(60.0)
    assert (await ports[0].cup(cup)).cup.state == "over"


async def test_a_restored_backup_voids_a_running_round_with_equal_luck() -> None:
    """It is drawn again, and its deals come from the next seed; one with luck of its own goes on."""
    for equal in (True, False):
        stage = await a_host()
        wish = CupWish(game="toy", starts="+1h", rounds=1, club="Kronberg", equal=equal)
        cup, _ = await a_cup(stage, 6, wish)
        await stage.time.pass_by(3600.0)
        before = {table.opening.id: table.opening.seed for table in tables(stage, cup)}
        stage.journal._listeners.clear()  # no host runs meanwhile
        store: Any = SimpleNamespace(journal=stage.journal, stores=stage.stores, clock=stage.time.clock)
        await renew_draws(store, GAMES, bytes, 60.0)
        again = await stage.restarted(1.0, games=GAMES)
        await again.time.pass_by(10.0)
        after = {table.opening.id: table.opening.seed for table in tables(again, cup)}
        assert len(after) == 2
        assert (set(before.values()) & set(after.values()) == set()) == equal
        assert (set(before) & set(after) == set()) == equal
        await again.host.close()


async def test_who_is_forgotten_leaves_no_name_in_a_cup() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 3)
    await ports[2].forget_me()
    await settled()
    assert [row.name for row in (await ports[0].cup(cup)).rows] == ["player1", "player2", ""]


async def test_who_leaves_a_club_is_not_named_in_its_cups_on_request() -> None:
    """But to themselves; on every node."""
    stage = await a_host()
    cup, ports = await a_cup(stage, 8, replace(WISH, rounds=1, equal=True))
    await stage.time.pass_by(3600.0)
    await play(stage, ports, cup)
    other = Simulation(stage.journal, stage.stores, SimulatedTime(stage.time.now), 2, games=GAMES)
    await other.host.open()
    there, _ = await other.come("SHA256:2", "player2")
    assert "player8" in {row.name for row in (await there.cup(cup)).rows}
    table = (await there.cup(cup)).tables[0].id
    await stage.stores.trophies.write(table, [TrophyRow(ports[7]._id, "trap", table, 1, 1.0)])
    await ports[7].leave_club()
    assert "player8" in {row.name for row in (await ports[1].cup(cup)).rows}
    assert await ports[7].leave_club("kronberg", unnamed=True) == "Kronberg"
    other.host.signals.carry_out(Signal("cups", cup, "again"))
    await settled()
    for port in (ports[1], there):
        shown = [await port.cup(cup), await port.cup_seats(cup), await port.cups()]
        assert b"player7" in json.encode(shown)
        assert b"player8" not in json.encode(shown)
        page = await port.cup(cup)
        assert [row.name for row in page.rows if row.former] == [""]
        assert [one.name for one in page.trophies] == [""]
    assert "player8" in {row.name for row in (await ports[7].cup(cup)).rows}
    own = next(one for one in (await ports[7].cup(cup)).tables if "player8" in one.seats)
    met = ports[int(next(name for name in own.seats if name != "player8")[6:]) - 1]
    stranger, _ = await stage.come("SHA256:x", "stranger")
    for port, told in ((met, "player8"), (ports[7], "player8"), (stranger, "somebody")):
        assert told in await port.record(own.id)
        assert told in (await port.replay(own.id)).course.kept.header.seats
        assert (told == "player8") == (
            b"player8" in json.encode(await port.history(HistoryFilter(everybody=True)))
        )
        games = (await port.history(HistoryFilter(player="player8"))).games
        assert len(games) == len((await port.profile("player8")).recent) == (told == "player8")
    assert (await refusal(there.leave_club("Wien", unnamed=True))).code == "no-club"
    assert (await refusal(stranger.leave_club("Kronberg", unnamed=True))).code == "no-club"


async def test_entrants_are_told_an_hour_before_of_their_tables_and_of_the_end() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 3, replace(WISH, starts="+2h", rounds=1))
    news: list[Any] = []
    ports[2].follow_seats(news.append)
    await stage.time.pass_by(3600.0)
    assert [(one.kind, one.text) for one in news] == [("cup-soon", cup)]
    await stage.time.pass_by(3600.0)
    (table,) = tables(stage, cup)
    assert ("cup-table", table.opening.name) in [(one.kind, one.name) for one in news]
    await play(stage, ports, cup)
    assert [one.kind for one in news if one.kind.startswith("cup")] == ["cup-soon", "cup-table", "cup-over"]
    (row,) = (one for one in (await ports[2].cup(cup)).rows if one.name == ports[2].name)
    assert news[-1].name == f"{row.place}/3"
    assert words(Texts(), news[-1], "", str) == f"The cup {cup} is over. Your place: {row.place} of 3."


@pytest.mark.parametrize(("down_at", "told"), [(3000.0, ["cup-soon"]), (5000.0, [])])
async def test_entrants_are_told_of_a_cup_that_begins_soon_when_a_host_comes_back(
    down_at: float, told: list[str]
) -> None:
    """Unless they were told before it went down."""
    stage = await a_host()
    cup, _ = await a_cup(stage, 3, replace(WISH, starts="+2h", rounds=1))
    await stage.time.pass_by(down_at)
    account, kept = stage.host.cups.cups[0].entrants[2].account, stage.stores.people
    before = [one.id for one in await kept.waiting(account)]
    assert len(before) == 1 - len(told)
    await kept.remove(before)
    again = await stage.restarted(1200.0)
    await settled()
    assert [one.kind for one in await kept.waiting(account) if one.text == cup] == told
    await again.host.close()


async def test_a_cup_that_is_not_named_is_one_that_can_be_meant() -> None:
    """Whatever comes first: of two clubs, entered or to be entered, begun or not."""
    stage = await a_host()
    first, ports = await a_cup(stage, 3)
    await ports[0].change_cup(first, "start")
    await settled()
    await ports[0].found_club("Wien")
    second = (await ports[0].open_cup(replace(WISH, club="Wien", starts="+1m"))).cup.id
    assert (await ports[0].cup()).cup.id == first, "a table waits there"
    assert (await ports[0].change_cup("", "enter")).cup.id == second
    assert (await refusal(ports[0].change_cup("", "start"))).code == "cup-few"
    assert (await ports[0].change_cup("", "end")).cup.state == "cancelled"
    assert [(await ports[1].change_cup("", "leave")).cup.id, (await ports[1].cup()).cup.entered] == [
        first,
        False,
    ]


async def test_others_see_of_a_clubs_cup_how_far_it_is_and_then_its_result() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 3, replace(WISH, rounds=1))
    stranger, _ = await stage.come("SHA256:x", "stranger")
    await ports[0].change_cup(cup, "start")
    await settled()
    page = await stranger.cup(cup)
    assert (page.cup.entrants, page.cup.owner, page.rows, page.tables) == (3, "", (), ())
    assert [one.id for one in await stranger.cups()] == [cup]
    await play(stage, ports, cup)
    await settled()
    assert len((await stranger.cup(cup)).rows) == 3
    await ports[1].set(PROFILE_SETTING, HIDDEN)
    for port, unnamed in ((stranger, 1), (ports[0], 0), (ports[1], 0)):
        page = await port.cup(cup)
        assert [row.name for row in page.rows].count("") == page.tables[0].seats.count("") == unnamed
    off = (await ports[0].open_cup(WISH)).cup.id
    await ports[0].change_cup(off, "end")
    assert (await refusal(stranger.cup(off))).code == "no-cup"
    assert [one.id for one in await stranger.cups()] == [cup]
    assert {one.id for one in await ports[1].cups()} == {cup, off}


async def test_a_match_of_two_clubs_gives_each_every_seat_of_one_deal() -> None:
    stage = await a_host()
    ports = await people(stage, 10)
    for captain, name in ((0, "Kronberg"), (5, "Wien")):
        await ports[captain].found_club(name)
        for port in ports[captain + 1 : captain + 5]:
            await port.join_club(await ports[captain].invite_to_club())
    wish = CupWish(game="toy", starts="+1h", options={"goal": "20"}, club="Kronberg", against="wien")
    news: list[Any] = []
    ports[5].follow_seats(news.append)
    assert (await refusal(ports[1].open_cup(wish))).code == "officers-only"
    assert (await refusal(ports[0].open_cup(replace(wish, against="Kronberg")))).code == "cup-match"
    page = await ports[0].open_cup(wish)
    cup = page.cup.id
    assert (page.cup.equal, page.cup.rounds, page.cup.against) == (True, 1, "Wien")
    await settled()
    assert [(one.kind, one.name, one.who) for one in news] == [("club-event", "Wien", cup)]
    stranger = (await stage.come("SHA256:x", "stranger"))[0]
    assert (await refusal(stranger.change_cup(cup, "enter"))).code == "no-member"
    for port in (*ports[:4], *ports[5:8]):
        assert (near := (await port.today()).cup)
        assert (near.id, near.entered) == (cup, False)
        await port.change_cup(cup, "enter")
    near = [(await port.today()).cup for port in (ports[4], ports[9], stranger)]
    assert [one and one.id for one in near] == [None, cup, None]
    assert (await refusal(ports[4].change_cup(cup, "enter"))).params == {"most": 4}
    assert (await refusal(ports[0].change_cup(cup, "start"))).params == {"least": 8}
    await ports[8].change_cup(cup, "enter")
    await stage.time.pass_by(3600.0)
    assert [one and one.id for one in [(await port.today()).cup for port in (ports[4], ports[9])]] == [
        None
    ] * 2
    sides = {row.name: row.side for row in (await ports[0].cup(cup)).rows}
    assert sorted(sides.values()) == ["Kronberg"] * 4 + ["Wien"] * 4
    first, second = (table.seats for table in (await ports[0].cup(cup)).tables)
    assert [sides[one] for one in first] == ["Kronberg", "Wien"] * 2
    assert [sides[one] for one in second] == ["Wien", "Kronberg"] * 2
    assert len({table.opening.seed for table in tables(stage, cup)}) == 1
    await play(stage, ports, cup)
    page = await ports[0].cup(cup)
    assert page.cup.state == "over"
    assert sum(side.score for side in page.sides) == pytest.approx(4.0, abs=0.001)
    for side in page.sides:
        own = sum(row.score for row in page.rows if row.side == side.club)
        assert side.score == pytest.approx(own, abs=0.001)


async def test_a_season_adds_the_best_evenings_and_knows_no_names_of_who_has_left() -> None:
    stage = await a_host()
    cup, ports = await a_cup(stage, 3, replace(WISH, rounds=1))
    await stage.time.pass_by(3600.0)
    await play(stage, ports, cup)
    standing = {row.name: row.score for row in (await ports[0].cup(cup)).rows}
    found = await ports[0].club_season()
    assert (found.season, [one.cup for one in found.evenings]) == ("1970-Q1", [cup])
    assert {row.name: row.score for row in found.rows} == standing
    assert [row.place for row in found.rows] == [1, 2, 3]
    assert found.evenings[0].winners == (found.rows[0].name,)
    assert 3600.0 < found.evenings[0].ended <= stage.time.now
    await ports[2].leave_club()
    assert {row.name for row in (await ports[0].club_season("1970-q1")).rows} == {"player1", "player2", ""}
    assert (await ports[0].club_season("1970-Q2")).rows == ()
    assert (await refusal(ports[0].club_season("1970-05"))).code == "no-period"
    assert (await refusal(ports[2].club_season("", "Kronberg"))).code == "no-member"


@pytest.mark.parametrize("entrants", [5, 6, 9, 12, 16])
async def test_a_league_of_any_number_is_played_over_ten_weeks(entrants: int) -> None:
    """A move in two days at each table, where the clock gives three."""
    stage = await a_host(timeouts=FOR_WEEKS)
    wish = CupWish(game="toy", starts="+1d", league=True, club="Kronberg", options={"goal": "20"})
    cup, ports = await a_cup(stage, entrants, wish)
    by_id = {port._id: port for port in ports}
    await stage.time.pass_by(DAY)
    began = stage.time.now
    while running := tables(stage, cup):
        for table in running:
            ask = table.state.asks[0]
            await by_id[table.state.holders[ask.seat - 1].who].submit(table.opening.id, ask.id, Roll())
        await stage.time.pass_by(2 * DAY)
    page = await ports[0].cup(cup)
    assert 28 * DAY < stage.time.now - began < 70 * DAY
    assert page.cup.state == "over"
    assert {len(row.marks) for row in page.rows} == {4}
    assert all(mark.score is not None and not mark.left for row in page.rows for mark in row.marks)
    assert sum(row.score for row in page.rows) == pytest.approx(2 * entrants, abs=0.01)
    await stage.host.close()
