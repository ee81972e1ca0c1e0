"""The clock of a turn is credited for a slow or stalled line: bounded, told, and nothing is won by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.playthrough import LineCredited
from server.log.line_credit import LineLoss, credit
from server.settings.timeouts import Timeouts
from tests.server.log.test_clocks import TimedToy
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, Simulation, play, settled, started, turn

MINUTE = 60.0
MOST = Timeouts()


class FakeLine:
    """A player's line, as it is said to be: its round trip, and since when it is stalled."""

    def __init__(self, stage: Simulation, round_trip: float = 0.0) -> None:
        self.round_trip = round_trip
        self.stalled_at: float | None = None
        self._clock = stage.time.clock
        self._past: list[tuple[float, float]] = []
        self._changed: list[Callable[[], object]] = []

    @property
    def is_stalled(self) -> bool:
        return self.stalled_at is not None

    def follow_stalls(self, changed: Callable[[], object]) -> Callable[[], None]:
        self._changed.append(changed)
        return self._changed.clear

    def loss(self, seconds: float) -> tuple[float, float]:
        now = self._clock()
        stalls = [*self._past, *([] if self.stalled_at is None else [(self.stalled_at, now)])]
        lost = sum(max(0.0, end - max(begun, now - seconds)) for begun, end in stalls)
        return self.round_trip, lost

    def stall(self) -> None:
        self.stalled_at = self._clock()
        self._tell()

    def move(self) -> None:
        """It is no longer stalled."""
        if self.stalled_at is not None:
            self._past.append((self.stalled_at, self._clock()))
            self.stalled_at = None
            self._tell()

    def _tell(self) -> None:
        for changed in self._changed:
            changed()


class Duel:
    """Two players with a clock of a minute, their lines, and what a spectator sees."""

    def __init__(self, *round_trips: float) -> None:
        self.stage = Simulation(games={"toy": TimedToy()})
        people = (ADA, BERT)
        self.ports = tuple(self.stage.enter(player)[0] for player in people)
        self.lines = [FakeLine(self.stage, trip) for trip in round_trips or (0.0, 0.0)]
        for player, line in zip(people, self.lines, strict=True):
            self.stage.lobby.lines.add(player.id, line)
        self.news = ReceivedSnapshots()
        self.table = ""

    async def begin(self) -> Duel:
        self.table = await started(self.stage, *self.ports, clock="1m")
        self.stage.port(CY).follow_table(self.table, self.news.see)
        return self

    @property
    def line(self) -> FakeLine:
        """That of whoever is asked."""
        return self.lines[self.seat - 1]

    @property
    def seat(self) -> int:
        return turn(self.stage, self.table)

    @property
    def told(self) -> list[LineCredited]:
        return [event for one in self.news for event in one.events if isinstance(event, LineCredited)]

    async def passes(self, seconds: float) -> None:
        await self.stage.time.pass_by(seconds)

    async def move(self) -> None:
        await play(self.stage, self.table, *self.ports)

    async def lasts(self) -> float:
        """The seconds until the time of whoever is asked is up."""
        seat, begun = self.seat, self.stage.time.clock()
        while self.seat == seat:
            await self.passes(0.5)
        return self.stage.time.clock() - begun


@pytest.mark.parametrize(
    ("trip", "credited"), [(0.0, 0.0), (0.6, 0.6), (1.5, 1.5), (60.0, MOST.line_round_trip)]
)
async def test_a_turn_is_credited_with_a_round_trip(trip: float, credited: float) -> None:
    """Once, bounded, told to everybody, and not taken off the next turn."""
    duel = await Duel(trip, trip).begin()
    first = duel.seat
    for _ in range(4):
        assert await duel.lasts() == pytest.approx(MINUTE + credited, abs=0.5)
    told = [event.seconds for event in duel.told]
    assert told == [pytest.approx(credited)] * (4 if credited else 0)
    assert not told or duel.told[0].seat == first


async def test_a_stall_is_lent() -> None:
    """The turn lasts longer by what was stalled, at most by the bound, and the seat's next one is shorter."""
    duel = await Duel().begin()
    for stalled in (10.0, 40.0):
        lent = min(stalled, MOST.line_stall)
        duel.line.stall()
        await duel.passes(stalled)
        duel.line.move()
        assert await duel.lasts() == pytest.approx(MINUTE - stalled + lent, abs=0.5)
        assert await duel.lasts() == pytest.approx(MINUTE, abs=0.5)
        assert await duel.lasts() == pytest.approx(MINUTE - lent, abs=0.5)
        assert await duel.lasts() == pytest.approx(MINUTE, abs=0.5)


async def test_a_stall_that_goes_on_is_lent_bit_by_bit() -> None:
    """No more than the bound in all, however long it lasts."""
    duel = await Duel().begin()
    await duel.passes(50.0)
    duel.line.stall()
    assert await duel.lasts() == pytest.approx(10.0 + MOST.line_stall, abs=1.0)


async def test_who_stalls_on_purpose_wins_nothing() -> None:
    """A cheat whose line stands still whenever they are asked, for as long as they like, has as much time for
    twenty turns as somebody with a good line, but for one loan, which they pay with their next turn.
    """
    duel = await Duel().begin()
    cheat, used = duel.seat, [0.0, 0.0]
    for _ in range(40):
        seat = duel.seat
        if seat == cheat:
            duel.line.stall()
        used[seat - 1] += await duel.lasts()
        duel.lines[cheat - 1].move()
    mine, others = used[cheat - 1], used[2 - cheat]
    assert mine <= others + MOST.line_stall + 1.0


async def test_a_good_line_or_an_early_move_gets_nothing() -> None:
    """Credit is written only where time would have run out."""
    duel = await Duel(2.0, 2.0).begin()
    for _ in range(6):
        await duel.passes(40.0)
        await duel.move()
    entries = await duel.stage.journal.read(duel.table)
    assert not [entry for entry in entries if entry.kind == "credit"]


@pytest.mark.parametrize(
    "but", ["no clock", "a clock of days", "nobody is asked", "a bot", "an ended game", "a late turn"]
)
async def test_only_a_person_who_is_asked_by_a_short_clock_is_credited(but: str) -> None:
    duel = await Duel().begin()
    state, seat = duel.stage.lobby.table(duel.table).state, duel.seat
    changed: Any = {
        "no clock": {"opening": replace(state.opening, clock="none")},
        "a clock of days": {"opening": replace(state.opening, clock="3d")},
        "nobody is asked": {"clock_from": {}},
        "a bot": {"holders": tuple(replace(one, lent="page") for one in state.holders)},
        "an ended game": {"stage": "over"},
        "a late turn": {"late": (seat, state.clock_from[seat])},
    }[but]
    lost, most = LineLoss(2.0, 10.0), LineLoss(MOST.line_round_trip, MOST.line_stall)
    assert credit(state, seat, lost, most) is not None
    assert credit(replace(state, **changed), seat, lost, most) is None


async def test_credit_is_data_of_the_log() -> None:
    """A host that is started again knows it, and the deadline that everybody saw."""
    duel = await Duel(1.5, 1.5).begin()
    duel.line.stall()
    await duel.passes(59.5)
    before = duel.news.last.deadline
    state = duel.stage.lobby.table(duel.table).state
    stage = await duel.stage.restarted(games={"toy": TimedToy()})
    news = ReceivedSnapshots()
    stage.port(CY).follow_table(duel.table, news.see)
    await settled()
    after = stage.lobby.table(duel.table).state
    assert (after.credits, after.clock_from) == (state.credits, state.clock_from)
    assert state.credits
    assert news.last.deadline is not None
    assert before is not None
    assert news.last.deadline >= before


async def test_others_see_that_a_line_is_stalled() -> None:
    """And that it moves again."""
    duel = await Duel().begin()
    seat = duel.seat

    def shown() -> list[bool]:
        return [bool(one.stalled) for one in duel.news.last.info.seats]

    assert shown() == [False, False]
    duel.line.stall()
    await settled()
    assert shown() == [number == seat for number in (1, 2)]
    duel.line.move()
    await settled()
    assert shown() == [False, False]


async def test_a_second_line_that_moves_is_enough() -> None:
    """Nobody is stalled, or lent anything, who has another session."""
    duel = await Duel().begin()
    player = (ADA, BERT)[duel.seat - 1]
    duel.line.stall()
    remove = duel.stage.lobby.lines.add(player.id, FakeLine(duel.stage))
    assert player.id not in duel.stage.lobby.lines.stalled
    assert await duel.lasts() == pytest.approx(MINUTE, abs=0.5)
    remove()
    assert player.id in duel.stage.lobby.lines.stalled
