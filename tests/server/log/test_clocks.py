"""A turn clock runs for whoever is asked, and only while the host is up."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from engine.chance import ScriptedChance
from engine.court.game import GAME as COURT
from engine.court.model.moves import Keep, Roll, Take
from engine.game import Refused, Setup
from engine.playthrough import Playthrough, TimeUp, answer_open_ask, start
from server.host.port import HostPort
from server.lobby.uptime import Uptime
from server.log.clocks import DAY, Bank, TurnClock, banks_after, clock_starts, parse_clock, time_of
from server.people.vacations import VACATION, Vacation, vacation_of
from server.store.journal.journal import NotSaved
from server.store.outages import Outage
from tests.server import toy
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    play,
    refusal,
    settled,
    started,
    turn,
)
from tests.server.toy import Roll as Die
from tests.server.toy import Think
from tui.host.pictures import TimeAway


@pytest.mark.parametrize(
    ("word", "clock"),
    [
        ("none", None),
        ("1m", TurnClock(60, "turn")),
        ("60m", TurnClock(3600, "turn")),
        ("15s", TurnClock(15, "turn")),
        ("90m", TurnClock(5400, "turn", slow=True)),
        ("14d", TurnClock(14 * DAY, "turn", slow=True)),
        ("2m+10s", TurnClock(10, "turn", 120)),
        ("3d+12h", TurnClock(DAY / 2, "turn", 3 * DAY, slow=True)),
        ("1d", TurnClock(DAY, "question", slow=True)),
    ],
)
def test_the_clocks_there_are(word: str, clock: TurnClock | None) -> None:
    """None, a time for a turn, a bank to which each turn adds, a day for each question."""
    assert parse_clock(word) == clock


@pytest.mark.parametrize(
    "word",
    [
        "",
        "0m",
        "14s",
        "15d",
        "5",
        "m",
        "-5m",
        "5M",
        "٥m",
        "5m\n",
        "+5m",
        "5m+",
        "5m+0s",
        "1h+30",
        "10s+1m",
        "1h+15d",
    ],
)
async def test_other_clocks_are_refused(word: str) -> None:
    """No table is opened."""
    with pytest.raises(Refused, match="clock-not-possible"):
        parse_clock(word)
    stage = Simulation()
    assert (await refusal(stage.port(ADA).open_table("toy", 2, {}, clock=word))).code == "clock-not-possible"
    assert stage.lobby.tables == ()


def court(*turns: tuple[int, str, object]) -> list[Playthrough]:
    """A game of court for two that seat 1 starts, after each of these steps."""
    playthroughs = [start(COURT, Setup(2, COURT.Options()), ScriptedChance(["1"])).playthrough]
    for seat, draws, move in turns:
        playthroughs.append(
            answer_open_ask(playthroughs[-1], seat, move, ScriptedChance(draws.split())).playthrough
        )
    return playthroughs


Times = dict[int, float]


def banked(banks: dict[int, Bank], before: Times, after: Times, now: float, down: float) -> dict[int, Bank]:
    """The banks after a step at a clock of two minutes and ten seconds."""
    return dict(banks_after(parse_clock("2m+10s"), banks, before, after, now, down))


def test_a_turn_takes_from_the_bank_what_it_lasts_while_the_host_is_up() -> None:
    """It adds to the bank at its end; who has no turn has all of theirs."""
    clock = parse_clock("2m+10s")
    assert clock
    banks = banked({}, {}, {1: 0.0}, 0.0, 0.0)
    assert (time_of(clock, banks, 1), time_of(clock, banks, 2)) == (120, 120)
    assert banked(banks, {1: 0.0}, {1: 0.0}, 20.0, 0.0) == banks, "a turn of several steps"
    banks = banked(banks, {1: 0.0}, {2: 50.0}, 50.0, 20.0)
    assert (time_of(clock, banks, 1), time_of(clock, banks, 2)) == (100, 120)
    banks = banked(banks, {2: 50.0}, {1: 60.0}, 60.0, 25.0)
    assert (time_of(clock, banks, 1), time_of(clock, banks, 2)) == (100, 125)
    banks = banked(banks, {1: 60.0}, {2: 300.0}, 300.0, 25.0)
    assert time_of(clock, banks, 1) == 10, "it was used up"


TURN = ((1, "6 5 2", Roll()), (1, "", Keep((2, 5, 6))), (1, "", Take(None)))
AGAIN = ((2, "6 5 2", Roll()), (2, "", Keep((2, 5, 6))), (2, "", Take(None)), (2, "6 5 2", Roll()))
COUNTED: dict[str, tuple[str, list[dict[int, float]]]] = {
    # After each step at 10, 20, ...: since when whose time runs.
    "a turn": ("5m", [{1: 0}, {1: 0}, {1: 0}, {2: 30}, {2: 30}, {2: 30}, {2: 60}, {2: 60}]),
    "a question": ("1d", [{1: 0}, {1: 10}, {1: 10}, {2: 30}, {2: 40}, {2: 40}, {2: 40}, {2: 70}]),
    "none": ("none", [{}] * 8),
}


@pytest.mark.parametrize(("clock", "expected"), COUNTED.values(), ids=COUNTED.keys())
def test_since_when_time_runs(clock: str, expected: list[dict[int, float]]) -> None:
    """Minutes count from the first question of a turn (the last of a round has two turns in a
    row), days from each question, but a step that can be taken back wins no time.
    """
    since: dict[int, float] = {}
    counted, before = [], None
    for number, playthrough in enumerate(court(*TURN, *AGAIN)):
        since = dict(clock_starts(parse_clock(clock), since, before, playthrough, number * 10.0))
        counted.append(since)
        before = playthrough
    assert counted == expected


async def test_when_time_is_up_the_rules_move_is_played() -> None:
    """Journaled as such; the deadline is shown to everybody; the next player's time begins."""
    stage, news = Simulation(games={"toy": TimedToy()}), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, clock="2m")
    stage.port(CY).follow_table(table, news.see)
    first = turn(stage, table)
    assert news.last.deadline == 220
    await stage.time.pass_by(119)
    assert turn(stage, table) == first
    await stage.time.pass_by(1)
    (entry,) = [e for e in await stage.journal.read(table) if e.kind == "move"]
    assert (entry.by, entry.seat, entry.time, entry.move) == ("timeout", first, 220, '{"type":"roll"}')
    assert (turn(stage, table), news.last.deadline) == (3 - first, 340)


class TimedToy(toy.Toy):
    """Asks with a move for those who are late."""

    def asks(self, state: toy.State) -> tuple[toy.Ask, ...]:
        return tuple(toy.Ask(ask.id, ask.seat, ask.kind, Die()) for ask in super().asks(state))


class AskingAgainToy(toy.Toy):
    """Whoever thinks is asked again; out of time they think, twice at most, then they roll."""

    def asks(self, state: toy.State) -> tuple[toy.Ask, ...]:
        late = Think() if state.thoughts < 2 else Die()
        return tuple(toy.Ask(ask.id, ask.seat, ask.kind, late) for ask in super().asks(state))

    def round(self, state: toy.State) -> int:
        return sum(state.points) + 1


async def test_a_turn_that_is_out_of_time_is_played_to_its_end() -> None:
    """Its further questions have no time left, and the next player has all of theirs."""
    stage = Simulation(games={"toy": AskingAgainToy()})
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, clock="1m")
    first = turn(stage, table)
    await stage.time.pass_by(30)
    await play(stage, table, ada, bert, move=Think())
    await stage.time.pass_by(30)
    entries = [e for e in await stage.journal.read(table) if e.kind == "move"]
    assert [(e.seat, e.by) for e in entries] == [(first, "player"), (first, "timeout"), (first, "timeout")]
    assert turn(stage, table) == 3 - first
    await stage.time.pass_by(59)
    assert turn(stage, table) == 3 - first


async def test_everybody_is_told_whose_time_was_up() -> None:
    """Once for a turn that is played to its end; whoever comes after a restart reads it, too."""
    stage, news = Simulation(games={"toy": AskingAgainToy()}), ReceivedSnapshots()
    table = await started(stage, stage.port(ADA), stage.port(BERT), clock="1m")
    first = turn(stage, table)
    stage.port(CY).follow_table(table, news.see)
    await stage.time.pass_by(121)
    told = [event for picture in news for event in picture.events]
    assert [event for event in told if isinstance(event, TimeUp)] == [TimeUp(first), TimeUp(3 - first)]
    assert told[0] == TimeUp(first)
    stage = await stage.restarted(games={"toy": AskingAgainToy()})
    news = ReceivedSnapshots()
    stage.port(CY).follow_table(table, news.see)
    await settled()
    assert [*news.last.past, *news.last.events] == told


async def test_who_moves_in_time_is_not_called_late() -> None:
    stage, news = Simulation(games={"toy": TimedToy()}), ReceivedSnapshots()
    ports = (stage.port(ADA), stage.port(BERT))
    table = await started(stage, *ports, clock="1m")
    stage.port(CY).follow_table(table, news.see)
    await stage.time.pass_by(59)
    await play(stage, table, *ports)
    assert not any(isinstance(event, TimeUp) for picture in news for event in picture.events)


async def test_a_question_without_a_move_for_the_late_gets_the_first_legal_one() -> None:
    """So that every game can be played by the clock."""
    stage = Simulation()
    table = await started(stage, stage.port(ADA), stage.port(BERT), clock="1m")
    first = turn(stage, table)
    await stage.time.pass_by(60)
    assert turn(stage, table) == 3 - first


async def test_undo_wins_no_time() -> None:
    """A day for each move, however often it is taken back."""
    stage, news = Simulation(), ReceivedSnapshots()
    ports = (stage.port(ADA), stage.port(BERT))
    table = await started(stage, *ports, clock="1d")
    mover = ports[turn(stage, table) - 1]
    mover.follow_table(table, news.see)
    for _ in range(3):
        await stage.time.pass_by(1000)
        await play(stage, table, *ports, move=Think())
        await stage.time.pass_by(1000)
        await mover.undo(table)
    assert news.last.deadline == 100 + DAY
    await play(stage, table, *ports)
    assert news.last.deadline == 6100 + DAY


async def in_two_turns(clock: str) -> tuple[Simulation, str, HostPort, ReceivedSnapshots]:
    """A game of court whose second player has ended a round after 2,000 seconds, and begins the next one."""
    stage, news = Simulation(games={"court": COURT}), ReceivedSnapshots()
    ports = stage.port(ADA), stage.port(BERT)
    table = await ports[0].open_table("court", 2, {}, clock=clock)
    await ports[1].sit(table)
    await ports[0].start(table)
    for _ in ports:
        mover = ports[turn(stage, table) - 1]
        await stage.time.pass_by(1000)
        await play(stage, table, *ports, move=Roll())
        view = stage.lobby.table(table).state.playthrough.view(None)  # type: ignore[union-attr]
        await play(stage, table, *ports, move=Keep(view.position.turn.active))
        await play(stage, table, *ports, move=Take(None))
    mover.follow_table(table, news.see)
    return stage, table, mover, news


@pytest.mark.parametrize(
    ("clock", "until", "again"), [("2h", 8300, [9300, 9400, 9500]), ("1h+1m", 4700, [4760, 4760, 4760])]
)
async def test_undoing_into_the_turn_before_wins_no_time(clock: str, until: int, again: list[int]) -> None:
    """Who ends a round and begins the next has a second turn; taken back, the first one goes on."""
    stage, table, mover, news = await in_two_turns(clock)
    for deadline in again:
        await mover.undo(table)
        assert news.last.deadline == until
        await play(stage, table, *[mover] * 2, move=Take(None))
        assert news.last.deadline == deadline
        await stage.time.pass_by(100)


async def test_what_the_clock_has_played_is_not_undone() -> None:
    """It would be played again at once, and the turn after it would begin anew."""
    stage, table, mover, news = await in_two_turns("2h")
    await mover.undo(table)
    await stage.time.pass_by(7300)
    assert not news.last.can_undo
    assert (await refusal(mover.undo(table))).code == "nothing-to-undo"


async def test_a_running_clock_needs_nobody() -> None:
    """Its players may all be away, guests too; bots are late like anybody else."""
    stage = Simulation(games={"toy": TimedToy()})
    (ada, leave), (guest, leave_too) = stage.enter(ADA), stage.enter(GUEST)
    table = await started(stage, ada, guest, clock="1m")
    leave()
    leave_too()
    await stage.time.pass_by(600)
    assert len([e for e in await stage.journal.read(table) if e.by == "timeout"]) == 10


async def test_time_does_not_run_while_the_host_is_down() -> None:
    """Killed or not, however often; the time before and after counts."""
    stage, news = Simulation(games={"toy": TimedToy()}), ReceivedSnapshots()
    await stage.host.open()
    ports = (stage.port(ADA), stage.port(BERT))
    table = await started(stage, *ports, clock="5m")
    first = turn(stage, table)
    for _ in range(2):
        await stage.time.pass_by(100)
        stage = await stage.restarted(after=5000, games={"toy": TimedToy()})
        await stage.time.pass_by(1)
        assert turn(stage, table) == first
    stage.port(CY).follow_table(table, news.see)
    assert news.last.deadline == 100 + 300 + 2 * 5000 + 1, "one second since the last sign of life"
    await stage.time.pass_by(news.last.deadline - stage.time.now - 1)
    assert turn(stage, table) == first
    await stage.time.pass_by(1)
    assert turn(stage, table) == 3 - first


async def test_a_bank_runs_only_while_the_host_is_up() -> None:
    """What is left in it is shown to everybody; the log keeps it, whoever reads it."""
    stage, news = Simulation(games={"toy": TimedToy()}), ReceivedSnapshots()
    await stage.host.open()
    table = await started(stage, stage.port(ADA), stage.port(BERT), clock="2m+10s")
    first = turn(stage, table)
    await stage.time.pass_by(40)
    stage = await stage.restarted(after=5000, games={"toy": TimedToy()})
    await stage.time.pass_by(9)
    await play(stage, table, stage.port(ADA), stage.port(BERT))
    for _ in range(2):
        stage.port(CY).follow_table(table, news.see)
        await settled()
        own, other = (news.last.info.seats[seat - 1].bank for seat in (first, 3 - first))
        assert own == pytest.approx(120 - 40 - 9 + 10, abs=1.1), "one second since the last sign of life"
        assert other is UNSET
        stage = await stage.restarted(after=0, games={"toy": TimedToy()})
    stage.port(CY).follow_table(table, news.see)
    await settled()
    assert news.last.deadline == pytest.approx(stage.time.now + 120, abs=2)


async def test_what_cannot_be_written_in_time_is_tried_again() -> None:
    """A full disk ends no game and wins nobody time for long."""
    stage = Simulation(games={"toy": TimedToy()})
    table = await started(stage, stage.port(ADA), stage.port(BERT), clock="1m")
    first, append = turn(stage, table), stage.journal.append

    async def fail(*_: object) -> None:
        raise NotSaved("disk full")

    stage.journal.append = fail
    await stage.time.pass_by(62)
    assert turn(stage, table) == first
    stage.journal.append = append
    await stage.time.pass_by(5)
    assert turn(stage, table) == 3 - first


@pytest.mark.parametrize(
    ("moment", "due"),
    [
        (0, 10), (85, 95), (90, 100), (91, 201), (100, 210), (150, 210), (199, 210), (200, 210), (201, 211),
        (290, 300), (295, 305), (298, 308), (299, 359), (301, 361),
    ],
)  # fmt: skip
def test_outages_do_not_count(moment: float, due: float) -> None:
    """Ten seconds from a moment, with outages from 100 to 200, 308 to 310 and 310 to 358."""
    uptime = Uptime(400)
    uptime.load_outages([Outage(308, 310), Outage(100, 200), Outage(310, 358)])
    assert uptime.after(moment, 10) == due


async def test_an_outage_of_the_store_does_not_count_either() -> None:
    """It is found while the host runs."""
    stage = Simulation()
    await stage.host.open()
    assert stage.lobby.uptime.after(100, 10) == 110
    stage.signs.found([Outage(105, 165)])
    assert stage.lobby.uptime.after(100, 10) == 170
    await stage.host.close()


async def test_a_host_gives_signs_of_life() -> None:
    """So that an outage is never shorter than it was, and longer by one pause at most."""
    stage = Simulation()
    await stage.host.open()
    await stage.time.pass_by(59)
    assert stage.signs.last == 140
    await stage.host.close()
    await settled()
    assert stage.signs.last == 159


async def test_on_a_vacation_slow_clocks_stand_still() -> None:
    """From where they are, those that begin meanwhile from its end; opponents see it, restarts keep it."""
    stage, news = Simulation(games={"toy": TimedToy()}), ReceivedSnapshots()
    await stage.host.open()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert, clock="12h")
    first = turn(stage, table)
    mover, other = (ada, bert)[first - 1], (ada, bert)[2 - first]
    await stage.time.pass_by(3600)
    back = stage.time.now + 7 * DAY
    assert await mover.be_away(7) == TimeAway(back, 23)
    other.follow_table(table, news.see)
    assert news.last.info.seats[first - 1].vacation == back
    assert news.last.deadline == back + 11 * 3600
    assert (await refusal(mover.be_away(24))).code == "too-many-days-away"
    assert (await refusal(mover.set("vacation", ""))).code == "setting-not-possible"
    await play(stage, table, ada, bert)
    await play(stage, table, ada, bert)
    assert turn(stage, table) == first
    assert news.last.deadline == back + 12 * 3600
    await stage.time.pass_by(DAY)
    assert await mover.be_away(0) == TimeAway(back, 23)
    stage = await stage.restarted(after=0, games={"toy": TimedToy()})
    stage.port(CY).follow_table(table, news.see)
    await settled()
    assert news.last.deadline == pytest.approx(back + 12 * 3600, abs=1)


async def test_a_host_that_is_down_in_a_vacation_gives_no_time_twice() -> None:
    """A bank that begins to run behind the vacation has what it had; and time for which the host was down
    before one in the same turn stays.
    """
    games = {"toy": TimedToy()}
    stage, news = Simulation(games=games), ReceivedSnapshots()
    await stage.host.open()
    ada, bert = stage.port(ADA), stage.port(BERT)
    banked, plain = [await started(stage, ada, bert, clock=clock) for clock in ("3d+12h", "2d")]
    for table in (banked, plain):
        while turn(stage, table) != 1:
            await play(stage, table, ada, bert)
    stage = await stage.restarted(after=DAY, games=games)
    await stage.time.pass_by(1)
    await stage.port(ADA).be_away(7)
    back = stage.time.now + 7 * DAY
    stage.port(CY).follow_table(plain, news.see)
    await settled()
    assert news.last.deadline == pytest.approx(back + 2 * DAY, abs=3)
    await play(stage, banked, stage.port(ADA), stage.port(BERT))
    await play(stage, banked, stage.port(ADA), stage.port(BERT))
    stage = await stage.restarted(after=9 * DAY, games=games)
    await stage.time.pass_by(DAY)
    await play(stage, banked, stage.port(ADA), stage.port(BERT))
    stage.port(CY).follow_table(banked, news.see)
    await settled()
    assert news.last.info.seats[0].bank == pytest.approx(3 * DAY + 12 * 3600 - DAY + 12 * 3600, abs=5)


async def test_a_vacation_ends_early_and_covers_games_that_are_dealt_meanwhile() -> None:
    """Whole days that were not used are given back; what was left of a clock is left."""
    stage, news, other = Simulation(games={"toy": TimedToy()}), ReceivedSnapshots(), ReceivedSnapshots()
    await stage.host.open()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert, clock="12h")
    first = turn(stage, table)
    mover = (ada, bert)[first - 1]
    mover.follow_table(table, news.see)
    await stage.time.pass_by(3600)
    back = stage.time.now + 7 * DAY
    await mover.be_away(7)
    later = await started(stage, ada, bert, clock="2d")
    await settled()
    mover.follow_table(later, other.see)
    holders = stage.lobby.table(later).state.holders
    seat = next(number for number, one in enumerate(holders, 1) if one.who == (ADA, BERT)[first - 1].id)
    assert other.last.info.seats[seat - 1].vacation == back
    await stage.time.pass_by(2.5 * DAY)
    assert await mover.be_away(0, off=True) == TimeAway(None, 27)
    assert news.last.deadline == stage.time.now + 11 * 3600
    assert stage.lobby.table(later).state.away[seat] == pytest.approx(stage.time.now, abs=1)
    assert await mover.be_away(0, off=True) == TimeAway(None, 27)
    assert vacation_of({VACATION: Vacation(1970, 3, 8.9).text}).at(8.9) == TimeAway(None, 27)
    await mover.be_away(2)
    assert news.last.deadline == stage.time.now + 2 * DAY + 11 * 3600


async def test_there_is_no_vacation_from_a_live_clock() -> None:
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    await started(stage, ada, bert, clock="5m")
    assert (await refusal(ada.be_away(7))).code == "live-clock-runs"
