"""Everybody's chances to win over a game of intrigue, by what spectators could know."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.analyst import Played
from engine.analysis.findings import CurvePoint
from engine.analysis.paired import mean, standard_error
from engine.intrigue.analysis.playing_on import played_on, shares
from engine.intrigue.model.state import State
from engine.intrigue.views import sample, view
from engine.value.values import ChanceOf

SAMPLES = 160
"""Playouts of each point."""


def curve(played: Played, chance_of: ChanceOf) -> Iterator[CurvePoint | None]:
    """A point before the cards of a round are played, one before they are resolved, and one at the end."""
    last = len(played.states) - 1
    for number, state in enumerate(played.states):
        if number == last:
            yield CurvePoint(number, played.rounds[number], shares(state))
        elif not number or _new_phase(played.states[number - 1], state):
            yield _point(number, state, chance_of)


def _new_phase(before: State, after: State) -> bool:
    return before.round != after.round or (before.resolving is None) != (after.resolving is None)


def _point(number: int, state: State, chance_of: ChanceOf) -> CurvePoint:
    seen = view(state, None)
    names = [f"curve {number} {one}" for one in range(SAMPLES)]
    ends = [shares(played_on(sample(seen, chance_of(f"{name} state")), chance_of(name))) for name in names]
    by_seat = list(zip(*ends, strict=True))
    chances = tuple([round(mean(own), 4) for own in by_seat])
    return CurvePoint(number, state.round, chances, tuple([round(standard_error(own), 4) for own in by_seat]))
