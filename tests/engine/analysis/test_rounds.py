"""Everybody's chances by rounds, and what decided a game: from recorded games of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import codec
from engine.analysis.rounds import (
    LEAST,
    TOLD,
    Round,
    SeenStep,
    Turning,
    _decisive,
    curve,
    read_curve,
    read_round,
    rounds,
)
from engine.playthrough import show
from engine.records.course import Course, read_course
from engine.records.replay import follow
from engine.registry import GAMES

RECORDS = Path(__file__).parents[2] / "records"
NAMES = ("four-pages", "one-round", "two-pages", "intrigue-five", "intrigue-by-hand", "laurin-four-mixed")


def course_of(name: str) -> Course:
    return read_course((RECORDS / f"{name}.record").read_text(), GAMES)


def steps_of(course: Course) -> list[SeenStep]:
    """The steps of a recorded game, the deal first."""
    before = course.at(0)
    bots = tuple(map(course.game.opponents.seated_as, course.header.seats))
    found = [SeenStep(None, before, course.events[0], bots)]
    for entry in course.steps[1:]:
        applied = follow(before, entry)
        found.append(SeenStep(before, applied.playthrough, applied.events, bots))
        before = applied.playthrough
    return found


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_value_for_the_start_and_each_round(name: str) -> None:
    """The chances of all seats add up to 1; at the end they are the result."""
    course = course_of(name)
    found = list(rounds(steps_of(course)))
    end = course.end
    assert [one.number for one in found] == list(range(end.game.round(end.state) + 1))
    assert all(sum(one.chances) == pytest.approx(1, abs=0.01) for one in found)
    first = [one.seat for one in end.standings() if one.place == 1]
    won = tuple([(seat in first) / len(first) for seat in range(1, end.setup.seats + 1)])
    assert found[-1].chances == pytest.approx(won, abs=1e-4)
    assert all(len(one.points) == end.setup.seats for one in found)


@pytest.mark.parametrize("name", NAMES)
def test_what_decided_it_changed_the_chance_and_was_seen_by_all(name: str) -> None:
    """At most three rounds a seat, by at least five points, in order of time; nothing that was hidden."""
    course = course_of(name)
    found = list(rounds(steps_of(course)))
    made = curve(found)
    assert made.turnings
    for seat in range(1, course.end.setup.seats + 1):
        told, own = made.decided(seat), made.of(seat)
        assert len(told) <= TOLD
        assert [one.round for one in told] == sorted({one.round for one in told})
        for one in told:
            assert abs(one.change) >= LEAST
            assert one.change == pytest.approx(own[one.round] - own[one.round - 1], abs=1e-3)
            assert one.events == tuple(show(course.game, event, None) for event in one.events)
    largest = max(abs(turning.change) for one in found for turning in one.turnings)
    assert largest in {abs(one.change) for one in made.turnings}


@pytest.mark.parametrize("name", NAMES)
def test_a_part_of_it_is_the_same_worked_out_later(name: str) -> None:
    """So a host that begins anew comes to the same; and JSON keeps all of it."""
    course = course_of(name)
    steps = steps_of(course)
    whole = list(rounds(steps))
    for since in range(len(whole) + 1):
        assert list(rounds(steps, since)) == whole[since:]
    for one in whole:
        assert read_round(course.game, codec.encode(one)) == one
    assert read_curve(course.game, codec.encode(curve(whole))) == curve(whole)


def test_the_three_largest_are_told_and_without_chances_points() -> None:
    """Of a game without a value."""
    parts = [Round(0, (0.5, 0.5), (0, 0))]
    for number, change in enumerate((0.06, 0.3, 0.1, -0.2), start=1):
        parts.append(Round(number, (0.5, 0.5), (number, 0), (Turning(1, number, change, ()),)))
    assert [one.round for one in curve(parts).decided(1)] == [2, 3, 4]
    bare = [Round(number, (), (number, 0)) for number in range(3)]
    assert curve(bare).points == ((0, 0), (1, 0), (2, 0))
    assert curve(bare).chances == ()


def test_the_last_step_of_a_game_tells_less_than_what_was_seen_before_it() -> None:
    """It has the gain of all that the value of a round's beginning did not know."""
    gains, points = [0.0, 0.1, 0.6], [False, True, False]
    assert _decisive(gains, [None] * 3, points, ends=True) == 1
    assert _decisive(gains, [None] * 3, points, ends=False) == 2
    assert _decisive([0.0, 0.01, 0.6], [None] * 3, points, ends=True) == 2
    assert _decisive([0.0, 0.1, 0.6], [None] * 3, [False, True, True], ends=True) == 2
