"""Everybody's chances to win over a game of laurin, by what spectators could know."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from engine.analysis.analyst import Played
from engine.analysis.findings import CurvePoint
from engine.analysis.paired import mean, standard_error
from engine.laurin.analysis.playing_on import played_on
from engine.laurin.model.state import State
from engine.laurin.value.boundary import MISS, chances
from engine.laurin.views import sample, view
from engine.value.values import ChanceOf

SAMPLES = 40
"""Playouts of each point inside a round."""


def curve(played: Played, chance_of: ChanceOf) -> Iterator[CurvePoint | None]:
    """A point at the start of every round, of its placing and of its auctions, and one at the end."""
    last = len(played.states) - 1
    for number, state in enumerate(played.states):
        before = played.states[number - 1].position if number else None
        position = state.position
        if number == last:
            yield CurvePoint(number, position.round, chances(position))
        elif before is None or before.round != position.round:
            errors = (MISS,) * played.seats
            yield CurvePoint(number, position.round, _rounded(chances(position)), errors)
        elif before.phase != position.phase and position.phase in {"placing", "auction"}:
            yield _inside(state, number, chance_of)


def _inside(state: State, number: int, chance_of: ChanceOf) -> CurvePoint:
    """The chances at the end of the round, played on from here."""
    seen, round_ = view(state, None), state.position.round
    names = [f"curve {number} {one}" for one in range(SAMPLES)]
    ends = [
        chances(played_on(sample(seen, chance_of(f"{name} state")), round_, chance_of(name)).position)
        for name in names
    ]
    by_seat = list(zip(*ends, strict=True))
    errors = tuple([hypot(standard_error(own), MISS) for own in by_seat])
    return CurvePoint(number, round_, _rounded(tuple(map(mean, by_seat))), _rounded(errors))


def _rounded(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([round(value, 4) for value in values])
