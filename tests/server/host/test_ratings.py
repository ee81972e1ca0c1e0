"""Players see ratings at tables, after games and on ladders, and may hide them; programs are marked."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from server.admin.protocol import (
    AdminRequest,
    CommandDeclined,
    CommandDone,
    GamesRequest,
    TableRequest,
    VoidRequest,
)
from server.admin.service import AdminService
from server.host.port import HostPort
from server.results.rating import shown_rating
from server.store.journal.rebuild import rebuild
from tests.server.simulation import Simulation, play, play_on, refusal, settled
from tests.server.store.journal.test_ratings import MANY, games, write
from tests.server.toy import Roll
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.table_search import ALL_TABLES as ALL

ENOUGH = "60"
"""A goal that takes everybody ten moves at least."""


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
    table = await first.open_table("toy", 2, {"goal": "1", **options}, private=private, clock="60m")
    for port in others:
        await port.join(table)
    return table


async def rated_game(people: RatedPeople, first: HostPort, second: HostPort, **options: str) -> str:
    """A rated game of enough moves; its table's id."""
    table = await opened(first, second, rated="on", **{"goal": ENOUGH, **options})
    await first.start(table)
    await play_on(people.stage, table, first, second)
    await settled()
    return table


def snapshots(port: HostPort, table: str) -> list[TableSnapshot]:
    seen: list[TableSnapshot] = []
    port.follow_table(table, seen.append)
    return seen


async def test_a_rated_game_changes_what_is_shown_at_its_table(people: RatedPeople) -> None:
    table = await opened(people.ada, people.bert, rated="on", goal=ENOUGH)
    seen = snapshots(people.ada, table)
    assert [seat.rating for seat in seen[-1].info.seats] == [None, None]
    await people.ada.start(table)
    await play_on(people.stage, table, people.ada, people.bert)
    await settled()
    last = seen[-1]
    by_place = {one.seat: one.place for one in last.standings}
    moved = {one.seat: one.after.points - one.before.points for one in last.ratings}
    assert {seat: change > 0 for seat, change in moved.items()} == {s: p == 1 for s, p in by_place.items()}
    assert [seat.rating for seat in last.info.seats] == [one.after for one in last.ratings]
    assert all(one.after.provisional for one in last.ratings)


async def test_who_concedes_before_they_have_played_changes_nothing(people: RatedPeople) -> None:
    """Thirty fresh keys that do so are worth nothing."""
    table = await opened(people.ada, people.bert, rated="on", goal=ENOUGH)
    seen = snapshots(people.ada, table)
    await people.ada.start(table)
    await play(people.stage, table, people.ada, people.bert)
    await people.bert.concede(table)
    await settled()
    assert seen[-1].info.stage == "over"
    assert seen[-1].ratings == ()
    assert (await people.ada.ladder("toy")).players == 0


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


async def established(people: RatedPeople) -> None:
    """Have Ada, Bert and nine others play many games, the last of them now."""
    ids = dict(zip("ab", (port._player.id for port in (people.ada, people.bert)), strict=True))
    played = games(5, 90, [ids.get(one, one) for one in MANY])
    people.stage.time.now = played[-1][1].time
    await write(people.stage.journal, played)


async def test_a_ladder_has_everybody_who_is_established_and_was_active_lately(people: RatedPeople) -> None:
    await established(people)
    ladder = await people.bert.ladder("toy")
    assert [row.rank for row in ladder.rows] == list(range(1, len(ladder.rows) + 1))
    surely = [row.rating.surely for row in ladder.rows]
    assert surely == sorted(surely, reverse=True)
    assert not any(row.rating.provisional or row.inactive for row in ladder.rows)
    assert ladder.players == 12 >= len(ladder.rows) > 6
    assert ladder.yours
    assert ladder.yours.you
    people.stage.time.now += 61 * 86_400
    later = await people.bert.ladder("toy")
    assert (later.rows, later.players) == ((), 12)
    assert later.yours
    assert (later.yours.rank, later.yours.inactive) == (0, True)
    assert (await refusal(people.ada.ladder("chess"))).code == "unknown-game"


async def test_who_has_played_little_is_not_listed(people: RatedPeople) -> None:
    await rated_game(people, people.ada, people.bert)
    ladder = await people.bert.ladder("toy")
    assert (ladder.rows, ladder.players) == ((), 2)
    assert ladder.yours
    assert (ladder.yours.rank, ladder.yours.rating.games, ladder.yours.rating.opponents) == (0, 1, 1)


async def test_who_hides_their_profile_stands_on_the_ladder_without_a_name(people: RatedPeople) -> None:
    """Others keep their places; to oneself the own line is whole."""
    await established(people)
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    shown, own = (await people.bert.ladder("toy")).rows, (await people.ada.ladder("toy")).rows
    hidden = [place for place, row in enumerate(shown) if row.hidden]
    assert [shown[place].name for place in hidden] == [""]
    assert [(own[place].you, own[place].hidden, bool(own[place].name)) for place in hidden] == [
        (True, False, True)
    ]
    assert [row.rating for row in shown] == [row.rating for row in own]


async def test_who_hides_their_profile_has_no_rating_at_a_table(people: RatedPeople) -> None:
    """Neither beside the name nor in a result, but for their own seat."""
    await established(people)
    table = await opened(people.ada, people.bert, rated="on", goal=ENOUGH)
    seen, own, lobby = snapshots(people.bert, table), snapshots(people.ada, table), list[LobbySnapshot]()
    people.robot.follow_lobby(lobby.append)
    await settled()
    assert all(seat.rating for seat in seen[-1].info.seats)
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    await people.stage.time.pass_by(5.0)
    for info in (seen[-1].info, own[-1].info, lobby[-1].tables[0]):
        assert [bool(seat.rating) for seat in info.seats] == [False, True]
    await people.ada.start(table)
    await play_on(people.stage, table, people.ada, people.bert)
    await settled()
    views = seen, own, snapshots(people.robot, table)
    told = [[change.seat for change in view[-1].ratings] for view in views]
    assert told == [[2], [1, 2], [2]]


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


async def test_moderators_have_a_game_change_no_ratings_and_take_that_back(people: RatedPeople) -> None:
    """Not one that they played; what tables show is read again."""
    robot = people.stage.host.port(people.robot._player)
    for port in (people.ada, robot):
        await people.stage.host.moderation.set_moderator(port._player, True)
    table = await rated_game(people, people.ada, people.bert)
    seen: list[LobbySnapshot] = []
    people.ada.follow_lobby(seen.append)
    assert (await refusal(people.bert.void(table, "bought"))).code == "not-moderator"
    assert (await refusal(people.ada.void(table, "bought"))).code == "own-game"
    assert (await refusal(robot.void(table, " "))).code == "line-empty"
    assert (await refusal(robot.void("nothing", "bought"))).code == "no-table"
    name = await robot.void(table, "bought")
    await people.stage.time.pass_by(5.0)
    assert seen[-1].ratings == {}
    assert (await people.ada.ladder("toy")).players == 0
    assert await robot.void(table, "it was not", False) == name
    await people.stage.time.pass_by(5.0)
    assert seen[-1].ratings["toy"].games == 1
    noted = await people.stage.host.moderation.store.audit(9)
    done = [(one.by, one.what, one.text) for one in noted if "not done" not in one.text]
    assert done == [("Robot", "void", f"{name}: bought"), ("Robot", "rate", f"{name}: it was not")]
    assert len(noted) - len(done) == 3
    assert people.stage.lobby.find(table) is None
    assert await robot.void(name.lower(), "bought") == name


async def test_an_operator_has_a_game_change_no_ratings(people: RatedPeople) -> None:
    """By the id that the list of games tells; working everything out again agrees."""
    table = await rated_game(people, people.ada, people.bert)
    host = people.stage.host
    journal, games_here = host.dependencies.journal, host.dependencies.games
    service = AdminService(
        host, sessions=tuple, copy=pytest.fail, stop=pytest.fail, reload=pytest.fail,
    )  # fmt: skip
    (listed,) = (await done(service, GamesRequest("Ada"))).facts
    assert (listed["table"], bool(await journal.ratings.changes(table))) == (table, True)
    assert not (await done(service, TableRequest(table))).facts["void"]
    await done(service, VoidRequest(table, "lost on purpose"))
    assert (await done(service, TableRequest(table))).facts["void"]
    assert not await journal.ratings.changes(table)
    assert [found async for found in rebuild(journal, games_here)]
    assert not await journal.ratings.changes(table)
    await done(service, VoidRequest(table, "it was not", void=False))
    assert await journal.ratings.changes(table)
    assert isinstance((await service.serve(VoidRequest("nothing", "x")))[0], CommandDeclined)


async def done(service: AdminService, request: AdminRequest) -> CommandDone:
    answer, _ = await service.serve(request)
    assert isinstance(answer, CommandDone), answer
    return answer


async def test_a_game_that_is_not_rated_cannot_be_made_void(people: RatedPeople) -> None:
    await people.stage.host.moderation.set_moderator(people.robot._player, True)
    table = await opened(people.ada, people.bert)
    await people.ada.start(table)
    await play(people.stage, table, people.ada, people.bert)
    await settled()
    assert (await refusal(people.robot.void(table, "bought"))).code == "unrated"


async def test_programs_have_a_ladder_of_their_own(people: RatedPeople) -> None:
    await rated_game(people, people.ada, people.robot, programs="on")
    assert [(await people.bert.ladder("toy", programs=one)).players for one in (False, True)] == [1, 1]
    people_s, programs = [await people.robot.ladder("toy", programs=one) for one in (False, True)]
    assert (people_s.yours, bool(programs.yours)) == (None, True)


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
    table = await people.ada.open_table("toy", 2, options, private=private, clock="60m")
    code = people.stage.lobby.table(table).opening.code
    if welcome:
        await people.robot.join(code or table)
        assert people.stage.lobby.table(table).state.holders[1].program
    else:
        assert (await refusal(people.robot.join(code or table))).code == "programs-unwelcome"
        assert await people.robot.watch(code or table) == table


async def test_what_a_program_opens_welcomes_programs(people: RatedPeople) -> None:
    table = await people.robot.open_table("toy", 2, {"rated": "on"}, clock="60m")
    assert people.stage.lobby.table(table).state.holders[0].program
    wanted = {"programs": "off"}
    assert (await refusal(people.robot.open_table("toy", 2, wanted))).code == "programs-unwelcome"


async def test_a_rematch_is_rated_as_the_game_before(people: RatedPeople) -> None:
    table = await rated_game(people, people.ada, people.bert)
    again = people.stage.lobby.table(await people.bert.rematch(table))
    assert again.opening.options["rated"] == "on"
