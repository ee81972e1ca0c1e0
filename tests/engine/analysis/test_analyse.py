"""The parts of an analysis, by a value that is drawn: what is asked of it, and made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import codec
from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import Account, Analysis, CurvePoint, Finding, Part, SeatDone, with_part
from engine.analysis.played import played_game
from engine.game import Refused
from engine.records.course import Course, read_course
from engine.registry import GAMES
from engine.value.seats import Seats
from engine.value.values import ChanceOf, Expected, MoveValue
from tests.engine.seeded_chance import luck

RECORDS = Path(__file__).parents[2] / "records"
SHORT = (RECORDS / "two-pages.record").read_text("utf-8")


def moves(_view: Any, _seats: Seats, chance_of: ChanceOf, made: Any) -> Iterator[tuple[MoveValue, ...]]:
    """Draws what a better move would have gained, and draws again where it is asked to look closer."""
    for draw in chance_of("lost").dice(2):
        yield MoveValue("better", 0.5), MoveValue(made, 0.5 - draw / 125, 0.001)


def lying(state: Any, *_: Any) -> tuple[float, ...]:
    return (0.5,) * len(state.cards)


def after(state: Any, *_: Any) -> Expected:
    return Expected((0.5,) * len(state.cards), "dice")


court = GAMES["court"]
assert court.value is not None
DRAWN = court.value._replace(moves=moves, lying=lying, after=after)
COURT = {"court": replace(court, value=DRAWN, notate=str)}


def course(text: str = SHORT) -> Course:
    return read_course(text, COURT)


def whole(first: Sequence[int] = (), text: str = SHORT) -> Analysis:
    analysis = begun(course(text))
    for part in analyse(course(text), luck, first):
        analysis = with_part(analysis, part)
    return analysis


def test_the_seats_asked_for_come_first_and_nothing_else_changes() -> None:
    """Whoever asked need not wait for the others."""
    assert whole([2]).done == (2, 1)
    assert whole([2]).findings == whole([1]).findings
    parts = list(analyse(course(), luck, [2]))
    assert [part.piece.seat for part in parts if isinstance(part.piece, Account)] == [2, 1]
    assert any(isinstance(part.piece, CurvePoint) for part in parts[: parts.index(_done(parts, 1))])


def _done(parts: Sequence[Part], seat: int) -> Part:
    return next(part for part in parts if part.piece == SeatDone(seat))


def test_progress_only_grows_and_ends_with_all_done() -> None:
    """A progress bar never goes back."""
    parts = list(analyse(course(), luck))
    done = [part.done for part in parts]
    assert done == sorted(done)
    assert done[-1] == 1 > done[-2]
    assert whole().complete
    assert with_part(whole(), parts[0]).findings != ()


def test_a_later_finding_of_a_decision_replaces_the_earlier_one() -> None:
    """The worst are valued twice here."""
    found = whole().findings
    assert len({one.position for one in found}) == len(found) == len(played_game(course()).decisions)


def test_an_analysis_survives_its_storage() -> None:
    """What is stored is what is shown."""
    assert codec.decode(Analysis, codec.encode(whole())) == whole()


def test_the_worst_come_first_and_what_cost_nothing_is_left_out() -> None:
    """At most five."""
    analysis = whole()
    worst = analysis.worst(1)
    assert [one.loss for one in worst] == sorted((one.loss for one in analysis.of_seat(1)), reverse=True)[:5]
    assert begun(course()).worst(1) == ()


def test_an_undone_move_is_no_decision() -> None:
    """Nor is the one that undid it; what was played instead is."""
    lines = SHORT.splitlines()
    keep = next(number for number, line in enumerate(lines) if " keep " in line)
    step = int(lines[keep].split()[0])
    seat = lines[keep].split()[1]
    cut = "\n".join(lines[: keep + 1]) + f"\n{step + 1} {seat} undo\n"
    played = played_game(course(cut))
    assert [one.position for one in played_game(course("\n".join(lines[: keep + 1]))).decisions][
        -1
    ] == step - 1
    assert all(one.position != step - 1 for one in played.decisions)
    assert played.movers[step] is played.movers[step + 1] is None


@pytest.mark.parametrize(
    ("text", "games", "code"),
    [
        (SHORT, {"court": replace(GAMES["court"], value=None)}, "no-analysis"),
        ("\n".join(SHORT.splitlines()[:20]), COURT, "not-over"),
    ],
)
def test_what_cannot_be_analysed_is_refused_at_once(text: str, games: dict, code: str) -> None:
    """A game without an analysis, and one that is still running."""
    with pytest.raises(Refused) as why:
        begun(read_course(text, games))
    assert why.value.code == code


@pytest.mark.parametrize(
    ("loss", "error", "replayed", "is_told"),
    [
        (0.009, None, False, False),
        (0.01, None, False, True),
        (0.03, 0.01, False, True),
        (0.03, 0.016, False, False),
        (0.06, None, False, False),
        (0.06, 0.02, True, True),
        (0.06, 0.021, True, False),
    ],
)
def test_a_loss_is_told_if_it_is_sure_and_large_ones_were_replayed(
    loss: float, error: float | None, replayed: bool, is_told: bool
) -> None:
    """Not below one percent, nor below two standard errors; above five, not without a close replay."""
    one = Finding(1, 0, 1, "k", "a", "b", loss, error, replayed=replayed)
    told = Analysis(game="toy", seats=2, findings=(one,))
    assert bool(told.worst(1)) == is_told
