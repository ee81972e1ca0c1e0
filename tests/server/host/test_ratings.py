"""Players see ratings at tables, after games and on ladders, and may hide them; programs are marked."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from server.host.port import HostPort
from server.ratings.rating import shown_rating
from tests.server.simulation import Simulation, play, refusal, settled
from tests.server.toy import Roll
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.table_search import ALL_TABLES as ALL


class RatedPeople(NamedTuple):
    """Two accounts and a program, at one host."""

    stage: Simulation
    ada: HostPort
    bert: HostPort
    robot: HostPort


@pytest.fixture
async def people() -> RatedPeople:
    stage = Simulation()
    ada, bert = [(await stage.come(f"SHA256:{name}", name))[0] for name in ("Ada", "Bert")]
    robot = await stage.host.admit("SHA256:robot", "Robot")
    stage.host.enter(robot)
    return RatedPeople(stage, ada, bert, stage.host.port(robot, by="program"))


async def opened(first: HostPort, *others: HostPort, private: bool = False, **options: str) -> str:
    table = await first.open_table("toy", 2, {"goal": "1", **options}, private=private)
    for port in others:
        await port.join(table)
    return table


async def rated_game(people: RatedPeople, first: HostPort, second: HostPort, **options: str) -> str:
    """A rated game that ends with the first move of whoever begins; its table's id."""
    table = await opened(first, second, rated="on", **options)
    await first.start(table)
    await play(people.stage, table, first, second)
    await settled()
    return table


def snapshots(port: HostPort, table: str) -> list[TableSnapshot]:
    seen: list[TableSnapshot] = []
    port.follow_table(table, seen.append)
    return seen


async def test_a_rated_game_changes_what_is_shown_at_its_table(people: RatedPeople) -> None:
    table = await opened(people.ada, people.bert, rated="on")
    seen = snapshots(people.ada, table)
    assert [seat.rating for seat in seen[-1].info.seats] == [None, None]
    await people.ada.start(table)
    await play(people.stage, table, people.ada, people.bert)
    await settled()
    last = seen[-1]
    by_place = {one.seat: one.place for one in last.standings}
    moved = {one.seat: one.after.points - one.before.points for one in last.ratings}
    assert {seat: change > 0 for seat, change in moved.items()} == {s: p == 1 for s, p in by_place.items()}
    assert [seat.rating for seat in last.info.seats] == [one.after for one in last.ratings]
    assert all(one.after.provisional for one in last.ratings)


async def test_an_unrated_game_changes_nothing(people: RatedPeople) -> None:
    table = await opened(people.ada, people.bert)
    seen = snapshots(people.ada, table)
    await people.ada.start(table)
    await play(people.stage, table, people.ada, people.bert)
    await settled()
    assert seen[-1].info.stage == "over"
    assert seen[-1].ratings == ()
    assert (await people.ada.ladder("toy")).rows == ()


async def test_a_rating_is_shown_wherever_its_player_sits_down_next(people: RatedPeople) -> None:
    await rated_game(people, people.ada, people.bert)
    table = await opened(people.ada)
    await settled()
    (listed,) = [one for one in people.bert.find_tables(ALL).tables if one.id == table]
    assert listed.seats[0].rating
    again = await people.stage.restarted()
    (listed,) = [one for one in again.lobby.tables if one.opening.id == table]
    assert listed.public.seats[0].rating is None
    await settled()
    assert listed.public.seats[0].rating


async def test_who_hides_ratings_is_shown_none(people: RatedPeople) -> None:
    """At once, and from then on; others still are."""
    await rated_game(people, people.ada, people.bert)
    table = await opened(people.ada, people.bert)
    await settled()
    own, other = snapshots(people.ada, table), snapshots(people.bert, table)
    assert own[-1].info.seats[0].rating
    await people.ada.set("ratings", "off")
    await settled()
    assert [seat.rating for seat in own[-1].info.seats] == [None, None]
    assert other[-1].info.seats[0].rating


async def test_the_lobby_has_a_players_own_ratings(people: RatedPeople) -> None:
    """As soon as they are known, and after each game; none for who hides ratings."""
    seen: list[LobbySnapshot] = []
    people.ada.follow_lobby(seen.append)
    await settled()
    assert seen[-1].ratings == {}
    table = await rated_game(people, people.ada, people.bert)
    await people.stage.time.pass_by(5.0)
    (change,) = [one for one in await people.stage.journal.ratings.changes(table) if one.seat == 1]
    assert {game: rating.games for game, rating in seen[-1].ratings.items()} == {"toy": 1}
    assert seen[-1].ratings["toy"] == shown_rating(change.after)
    await people.ada.set("ratings", "off")
    people.ada.follow_lobby(seen.append)
    assert seen[-1].ratings == {}


async def test_a_ladder_has_everybody_who_is_rated_in_order(people: RatedPeople) -> None:
    for _ in range(10):
        table = await opened(people.ada, people.bert, rated="on")
        await people.ada.start(table)
        await people.bert.concede(table)
        await settled()
    ladder = await people.bert.ladder("toy")
    assert [(row.rank, row.name, row.you) for row in ladder.rows] == [(1, "Ada", False), (2, "Bert", True)]
    assert ladder.players == 2
    assert ladder.yours == ladder.rows[1]
    assert not ladder.rows[0].inactive
    people.stage.time.now += 61 * 86_400
    assert (await people.bert.ladder("toy")).rows[0].inactive
    assert (await refusal(people.ada.ladder("chess"))).code == "unknown-game"


async def test_who_hides_their_profile_stands_on_the_ladder_without_a_name(people: RatedPeople) -> None:
    """Others keep their places; to oneself the own line is whole."""
    await rated_game(people, people.ada, people.bert)
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    shown, own = (await people.bert.ladder("toy")).rows, (await people.ada.ladder("toy")).rows
    assert {(row.name, row.hidden, row.you) for row in shown} == {("", True, False), ("Bert", False, True)}
    assert {(row.name, row.hidden, row.you) for row in own} == {("Ada", False, True), ("Bert", False, False)}
    assert [row.rating for row in shown] == [row.rating for row in own]


async def test_a_seat_that_a_program_takes_or_moves_is_marked(people: RatedPeople) -> None:
    table = await opened(people.ada, people.robot)
    seen = snapshots(people.bert, table)
    assert [seat.program for seat in seen[-1].info.seats] == [False, True]


async def test_who_lets_a_program_move_is_marked_from_then_on(people: RatedPeople) -> None:
    table = await people.ada.open_table("toy", 2, {"goal": "99"})
    await people.bert.join(table)
    await people.ada.start(table)
    program = people.stage.host.port(people.ada._player, by="program")
    (ask,) = people.stage.lobby.table(table).state.asks
    if ask.seat == 2:
        await people.bert.submit(table, ask.id, Roll())
        (ask,) = people.stage.lobby.table(table).state.asks
    await program.submit(table, ask.id, Roll())
    assert [seat.program for seat in snapshots(people.bert, table)[-1].info.seats] == [True, False]


async def test_programs_have_a_ladder_of_their_own(people: RatedPeople) -> None:
    await rated_game(people, people.ada, people.robot, programs="on")
    assert [row.name for row in (await people.bert.ladder("toy")).rows] == ["Ada"]
    assert [row.name for row in (await people.bert.ladder("toy", "programs")).rows] == ["Robot"]


@pytest.mark.parametrize(
    ("options", "private", "welcome"),
    [
        ({}, False, True),
        ({"rated": "on"}, False, False),
        ({"rated": "on"}, True, True),
        ({"rated": "on", "programs": "on"}, False, True),
        ({"programs": "off"}, False, False),
        ({"programs": "off"}, True, False),
    ],
)
async def test_programs_play_where_they_are_welcome(
    people: RatedPeople, options: dict[str, str], private: bool, welcome: bool
) -> None:
    """By default everywhere but at a rated table that anybody may join. They may watch in any case."""
    table = await people.ada.open_table("toy", 2, options, private=private)
    code = people.stage.lobby.table(table).opening.code
    if welcome:
        await people.robot.join(code or table)
        assert people.stage.lobby.table(table).state.holders[1].program
    else:
        assert (await refusal(people.robot.join(code or table))).code == "programs-unwelcome"
        assert await people.robot.watch(code or table) == table


async def test_what_a_program_opens_welcomes_programs(people: RatedPeople) -> None:
    table = await people.robot.open_table("toy", 2, {"rated": "on"})
    assert people.stage.lobby.table(table).state.holders[0].program
    wanted = {"programs": "off"}
    assert (await refusal(people.robot.open_table("toy", 2, wanted))).code == "programs-unwelcome"


async def test_a_rematch_is_rated_as_the_game_before(people: RatedPeople) -> None:
    table = await rated_game(people, people.ada, people.bert)
    again = people.stage.lobby.table(await people.bert.rematch(table))
    assert again.opening.options["rated"] == "on"
