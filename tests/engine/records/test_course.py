"""A recorded game by its positions: each as it was, reached from anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from engine import codec
from engine.playthrough import Playthrough
from engine.records.course import SPACING, UNITS, Course, KeptCourse, OpenStretches, Unit, opened, read_course
from engine.records.record import NotARecord
from engine.records.replay import replay
from engine.registry import GAMES

GOLDEN = sorted((Path(__file__).parents[2] / "records").glob("*.record"))
LONG = [path for path in GOLDEN if path.stem in {"two-pages", "intrigue-five", "laurin-magic"}]


def course_of(path: Path) -> Course:
    return read_course(path.read_text("utf-8"), GAMES)


def seen(playthrough: Playthrough) -> list[bytes]:
    """What everybody sees of a position."""
    seats = range(playthrough.setup.seats + 1)
    return [codec.encode(playthrough.view(seat or None)) for seat in seats]


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.stem)
def test_each_position_is_the_one_that_the_game_had(path: Path) -> None:
    """Backwards from the end, so that none follows from the one asked for before; with the questions, what
    can be undone and what may be told at the end. Steps and events are those of the record, too.
    """
    played = list(replay(path.read_text("utf-8"), GAMES))
    course = course_of(path)
    assert course.last == len(played) - 1 > 2 * SPACING
    for number in range(course.last, -1, -1):
        was = played[number].applied.playthrough
        assert seen(course.at(number)) == seen(was)
        assert replace(course.at(number), game=was.game, throws={}) == replace(was, throws={})
    assert list(course.steps) == [step.entry for step in played]
    assert list(course.events) == [step.applied.events for step in played]


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.stem)
def test_the_events_of_any_steps_are_found_without_the_others(path: Path) -> None:
    """From the first to the last, or some of them, forwards and backwards."""
    course = course_of(path)
    whole = [event for events in course.events for event in events]
    assert list(course.happened(0, course.last)) == whole
    assert list(reversed(course.happened(0, course.last)))[:5] == whole[:-6:-1]
    assert course.happened(0, course.last)[-20:-10][3] == whole[-17]
    for first, last in ((0, 0), (1, 1), (15, 18), (16, 33)):
        some = [event for events in course.events[first : last + 1] for event in events]
        assert list(course.happened(first, last)) == some


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_course_is_the_same_after_it_was_sent(path: Path) -> None:
    """Whoever shares it has its positions unpacked by turns; it takes few bytes."""
    course, shared = course_of(path), OpenStretches(1)
    sent = msgpack.decode(msgpack.encode(course.kept, enc_hook=dict), type=KeptCourse)
    again = opened(sent, GAMES, shared)
    assert sent == course.kept
    assert again.header == course.header
    assert again.moments() == course.moments()
    for number in range(again.last + 1):
        assert seen(again.at(number)) == seen(course.at(number))
    assert course.kept.size < 2048 + 100 * len(course.steps) + 1000 * len(course.kept.stretches)


def test_a_course_whose_rules_are_not_here_is_none() -> None:
    course = course_of(LONG[0])
    with pytest.raises(NotARecord):
        opened(course.kept, {}, OpenStretches())


def test_no_more_stretches_stay_unpacked_than_may() -> None:
    """Those that were looked at last."""
    course, unpacked = course_of(LONG[0]), list[bytes]()
    stretches, shared = course.kept.stretches, OpenStretches(2)

    def unpack(data: bytes) -> Any:
        unpacked.append(data)
        return data

    for number in (0, 1, 0, 2, 0, 1):
        shared.of("court", stretches[number], unpack)
    assert unpacked == [stretches[number] for number in (0, 1, 2, 1)]
    shared.of("pig", stretches[1], unpack)
    assert unpacked[-1] == stretches[1]
    assert len(unpacked) == 5


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_going_on_and_back_by_any_unit_visits_the_same_places(path: Path) -> None:
    """From the deal to the end and back to the deal."""
    course = course_of(path)
    for unit in UNITS:
        there, back = [0], [course.last]
        while there[-1] < course.last:
            there.append(course.next(there[-1], unit))
        while back[-1] > 0:
            back.append(course.next(back[-1], unit, -1))
        assert there == back[::-1]
        assert len(there) == len(set(there))


@pytest.mark.parametrize("unit", ["turn", "round", "decision"])
def test_a_longer_unit_goes_further(unit: Unit) -> None:
    """Turns have several steps, rounds several turns; a step without a choice is no decision."""
    course = course_of(LONG[-1])
    steps = [0]
    while steps[-1] < course.last:
        steps.append(course.next(steps[-1], unit))
    assert 2 < len(steps) < course.last


def test_a_turn_begins_where_another_seat_goes_on() -> None:
    """The seat of the step before a turn is another than that of the step after."""
    course = course_of(LONG[-1])
    at = course.next(0, "turn")
    assert course.steps[at].seat != course.steps[at + 1].seat


def test_a_moment_leads_to_where_it_happened() -> None:
    """Its round is that of the position."""
    for path in LONG:
        course = course_of(path)
        assert course.moments()
        for number, moment in course.moments():
            assert 0 < number <= course.last
            assert moment.round in {course.rounds[number], course.rounds[number - 1]}


def test_a_record_without_a_deal_has_no_positions() -> None:
    """It is a record, but there is nothing to look at."""
    with pytest.raises(NotARecord):
        read_course("crownhouse record 1\ngame court\nseats a, b\n", GAMES)
