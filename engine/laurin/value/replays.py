"""Two moves of laurin compared by playing on: stewards play from each, to the end of the next round.

Chances at the end of the round itself have less luck in them, but their mistakes are what made a loss look
large. So both are told together, each as far as it can be relied on. Another round or two would add more luck
than they take away of mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, isinf
from typing import NamedTuple

from engine.analysis.paired import covariance, mean, standard_error
from engine.chance import Chance
from engine.laurin.model.moves import Move
from engine.laurin.model.state import View
from engine.laurin.rules.transitions import next_seat, successor
from engine.laurin.value.boundary import chances
from engine.laurin.value.playing_on import Players
from engine.laurin.value.policies import STRONG
from engine.laurin.views import sample
from engine.value.values import ChanceOf, Gain

PAIRS, LEAST, MOST = 2, 8, 96
"""Pairs between two figures, the fewest in all, and the most."""
WORK, TURN = 55_000, 60
"""After so much work (`Players.work`) no more pairs are begun; by how much more a turn counts. So all replays
take about as long, and those of late decisions, in which luck weighs most, have the most pairs.
"""
PART, OFF, MISS = 0.8, 0.2, 0.02
"""What comes of a loss by the chances at the end of the round, and how far that is off, as parts of it and in
any case: the largest are found because they are too large. By 36 losses, replayed in 48 pairs and more.
"""
SELDOM = 0.25
"""Losses are seldom much larger: it counts like one more estimate, of no loss, with this error."""
ROUNDS = 1
"""So many rounds are played on after the one of the move; then the chances between rounds tell."""
LATER_MISS = 0.015
"""The error that these chances add to a difference of two moves, of games that are not over."""
DEVIATION = 0.1
"""The least standard deviation of a difference that is believed: few games may agree by chance."""


class PlayedOn(NamedTuple):
    """The chance of a seat at the end of the round and later, whether the game was over then, and the work
    that it took.
    """

    near: float
    far: float
    over: bool
    work: int


def replayed(view: View, better: Move, made: Move, chance_of: ChanceOf) -> Iterator[Gain]:
    """What the first of two moves gains over the second if strong players play on (`Values.replayed`)."""
    near, far = list[float](), list[float]()
    players = {move: Players() for move in (better, made)}
    work = over = 0
    while len(far) < LEAST or (work < WORK and len(far) < MOST):
        for number in range(len(far), len(far) + PAIRS):
            won, lost = [_played_on(view, *one, chance_of(f"{number}")) for one in players.items()]
            work += won.work + lost.work
            near.append(won.near - lost.near)
            far.append(won.far - lost.far)
            over += won.over and lost.over
        yield both(near, far, over / len(far))


def _played_on(view: View, move: Move, playing: Players, chance: Chance) -> PlayedOn:
    seat, work = view.seat or 0, -_work(playing)
    policies = (STRONG,) * len(view.position.scores)
    state = successor(sample(view, chance), seat, move, chance)
    state = playing.round_played(state, policies, chance).state
    work += _work(playing)
    there = chances(state.position)[seat - 1]
    last = state.position.round + ROUNDS
    while next_seat(state) is not None and state.position.round < last:
        later = Players()
        state = later.round_played(state, policies, chance).state
        work += _work(later)
    return PlayedOn(there, chances(state.position)[seat - 1], next_seat(state) is None, work)


def _work(playing: Players) -> int:
    return playing.work + TURN * playing.turns


def both(at_rounds_end: list[float], later: list[float], over: float) -> Gain:
    """What pairs say of two moves by the chances at the end of the round and by those later, each weighed by
    its error, as far as they do not share it; `over` is the part of the pairs whose games were over then.
    """
    near, far = PART * mean(at_rounds_end), mean(later)
    near_error = hypot(PART * standard_error(at_rounds_end), MISS, OFF * near)
    far_error = hypot(standard_error(later, DEVIATION), LATER_MISS * (1 - over))
    if isinf(far_error):
        return Gain(near, near_error)
    shared = PART * covariance(at_rounds_end, later)
    apart = near_error**2 + far_error**2 - 2 * shared
    part = min(1.0, max(0.0, (near_error**2 - shared) / apart))
    found = part * far + (1 - part) * near
    variance = (part * far_error) ** 2 + ((1 - part) * near_error) ** 2 + 2 * part * (1 - part) * shared
    whole = 1 / variance + SELDOM**-2
    return Gain(found / variance / whole, whole**-0.5)
