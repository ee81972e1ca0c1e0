"""Two moves of laurin compared by playing on: stewards play from each, to the end or for two rounds more.

Chances at the end of the round itself have less luck in them, but their mistakes are what made a loss look
large. So both are told together, each as far as it can be relied on.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, isinf

from engine.analysis.paired import mean, standard_error
from engine.laurin.bots.playouts import seat as next_seat
from engine.laurin.bots.playouts import step
from engine.laurin.model.moves import Move
from engine.laurin.model.state import View
from engine.laurin.value.boundary import chances
from engine.laurin.value.choices import MISS
from engine.laurin.value.playing_on import Players
from engine.laurin.value.policies import STRONG
from engine.laurin.views import sample
from engine.value.values import ChanceOf, Gain

PAIRS, LEAST, MOST = 2, 8, 96
"""Pairs between two figures, the fewest in all, and the most."""
WORK = 10_000
"""After so much work (`Players.work`) no more pairs are begun."""
OFF = 0.5
"""A loss by the chances at the end of the round is off by about so much of itself: the largest are found
because they are too large.
"""
SELDOM = 0.25
"""Losses are seldom much larger: it counts like one more estimate, of no loss, with this error."""
ROUNDS = 2
"""So many rounds are played on after the one of the move; then the chances between rounds tell."""
DEVIATION = 0.2
"""The least standard deviation of a difference of results that is believed: few games may agree by chance."""


def replayed(view: View, better: Move, made: Move, chance_of: ChanceOf) -> Iterator[Gain]:
    """What the first of two moves gains over the second if strong players play on (`Values.replayed`)."""
    at_rounds_end, at_the_end = list[float](), list[float]()
    players = {move: Players() for move in (better, made)}
    work = 0
    while len(at_the_end) < LEAST or (work < WORK and len(at_the_end) < MOST):
        for number in range(len(at_the_end), len(at_the_end) + PAIRS):
            values = []
            for move, playing in players.items():
                before = playing.work
                one, later = _played_on(view, move, playing, chance_of, number)
                work += playing.work - before + later
                values.append(one)
            at_rounds_end.append(values[0][0] - values[1][0])
            at_the_end.append(values[0][1] - values[1][1])
        yield both(at_rounds_end, at_the_end)


def _played_on(
    view: View, move: Move, playing: Players, chance_of: ChanceOf, number: int
) -> tuple[tuple[float, float], int]:
    """The chance of the seat at the end of the round and after the others, and the work that these took."""
    seat, work = view.seat or 0, 0
    policies = (STRONG,) * len(view.position.scores)
    chance = chance_of(f"{number}")
    state = step(sample(view, chance), seat, move, chance)
    state = playing.round_played(state, policies, chance).state
    there = chances(state.position)[seat - 1]
    last = state.position.round + ROUNDS
    while next_seat(state) is not None and state.position.round < last:
        later = Players()
        state = later.round_played(state, policies, chance).state
        work += later.work
    return (there, chances(state.position)[seat - 1]), work


def both(at_rounds_end: list[float], at_the_end: list[float]) -> Gain:
    """What pairs say of two moves by the chances at the end of the round and by results, each weighed by its
    error.
    """
    near, far = mean(at_rounds_end), mean(at_the_end)
    near_error = hypot(standard_error(at_rounds_end), MISS, OFF * near)
    far_error = standard_error(at_the_end, DEVIATION)
    if isinf(far_error):
        return Gain(near, near_error)
    weights = near_error**-2, far_error**-2
    whole = sum(weights) + SELDOM**-2
    return Gain((weights[0] * near + weights[1] * far) / whole, whole**-0.5)
