"""The bell calls a player who is not looking, once for each turn; the title says whose turn it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.court.model.state import Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tui.boards.kit.board import names_of
from tui.host.alarm import Alarm
from tui.host.turn_clocks import clock_times
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.turn_bell import IDLE, TurnBell
from tui.presenters.turns import title_of_lobby, title_of_table


class SimulatedAlarm(Alarm):
    """Goes off when its clock has come that far."""

    def __init__(self, ring: Callable[[], object]) -> None:
        super().__init__(ring)
        self.due: float | None = None

    def set(self, seconds: float | None) -> None:
        self.due = seconds

    def stop(self) -> None:
        self.due = None


class Evening:
    """A bell, and a clock in the test's hand."""

    def __init__(self) -> None:
        self.time, self.rung = 100.0, 0
        self.bell = TurnBell(lambda: self.time, self._ring, self._alarm)

    def _alarm(self, ring: Callable[[], object]) -> SimulatedAlarm:
        self.alarm = SimulatedAlarm(ring)
        return self.alarm

    def _ring(self) -> None:
        self.rung += 1

    def pass_by(self, seconds: float) -> None:
        self.time += seconds
        if self.alarm.due is not None:
            self.alarm.due -= seconds
            if self.alarm.due <= 0:
                self.alarm.due = None
                self._ring()


@pytest.mark.parametrize(
    ("clock", "slow"), [("1h", False), ("2h", True), ("23h+1h", False), ("1d+1h", True), ("1d+2h", True)]
)
def test_a_clock_is_slow_with_more_than_an_hour_a_turn_or_a_day_a_game(clock: str, slow: bool):
    times = clock_times(clock)
    assert times
    assert times.slow is slow


def test_it_rings_at_once_for_whoever_has_not_pressed_a_key_for_ten_seconds():
    """And only once for that turn."""
    evening = Evening()
    evening.pass_by(IDLE)
    evening.bell.turn_begins()
    assert evening.rung == 1
    evening.pass_by(100)
    assert evening.rung == 1


def test_it_rings_ten_seconds_after_the_last_key():
    """Of whoever pressed one just before their turn."""
    evening = Evening()
    evening.pass_by(50)
    evening.bell.pressed(evening.time)
    evening.pass_by(IDLE - 4)
    evening.bell.turn_begins()
    evening.pass_by(3)
    assert evening.rung == 0
    evening.pass_by(1)
    assert evening.rung == 1


@pytest.mark.parametrize("seen", [lambda bell: bell.pressed(100.0), TurnBell.stop])
def test_it_does_not_ring_for_whoever_has_seen_their_turn_or_lost_it(seen: Callable[[TurnBell], None]):
    """A key after it began shows that they look; when it is over there is nothing to call for."""
    evening = Evening()
    evening.bell.turn_begins()
    seen(evening.bell)
    evening.pass_by(100)
    assert evening.rung == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_names_whose_turn_it_is(language: str):
    """The player's own, that of others by name, and no more than two of them."""
    stage, texts = CourtStage(position((), (), (), turn=Turn(1, 3))), Texts(language)
    mine, theirs = stage.news("Amber"), stage.news("Birch")
    names = names_of(texts, stage.info.seats)
    assert title_of_table(texts, mine, names) == f"{texts._('your turn')} · KIWI-7"
    assert title_of_table(texts, theirs, names) == texts._("turn: {names}", names="Amber") + " · KIWI-7"
    many = replace(theirs, waiting_for=(1, 2, 3))
    assert "Amber, Birch, …" in title_of_table(texts, many, names)
    assert title_of_table(texts, replace(theirs, waiting_for=()), names) == "crownhouse · KIWI-7"
    assert title_of_lobby(texts, ["KIWI-7"]) == title_of_table(texts, mine, names)
    assert title_of_lobby(texts, []) == "crownhouse"
