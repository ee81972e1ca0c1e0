"""Two moves of laurin compared by playing on: stewards play from each, to the end of the next round.

Chances at the end of the round itself have little luck in them, and take little to find, but they have
mistakes of their own. What they change to a round later corrects these, and has far more luck. So pairs of
games are played to the end of the round, some of them a round further, and what is told is what a move gained
by the first and a correction: what was seen of it, as far as that is enough, else what it is in the mean.
Stewards that do not look as far play that later round: it shows the same, in a third of the time.
There are no more of them where a gain is too small to be told, and where an error that is small enough would
take too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import fsum, inf, sqrt
from operator import mul
from typing import NamedTuple

from engine.analysis.findings import CLOSE, ERRORS
from engine.analysis.paired import FEWEST, covariance, mean, standard_error
from engine.laurin.model.components import TARGETS
from engine.laurin.model.moves import Move
from engine.laurin.model.state import State, View
from engine.laurin.rules.transitions import next_seat, successor
from engine.laurin.value.boundary import chances, lacking
from engine.laurin.value.playing_on import Players
from engine.laurin.value.policies import QUICK, STRONG
from engine.laurin.views import Decides, NoDraw, sample
from engine.value.values import ChanceOf, Gain

LEAST, SURE, MOST_NEAR, MOST = 16, 64, 640, 320
"""The fewest pairs to the end of the round; so many as show how many are wanted; the most of them, which do
for a round in which the game ends; and the most that are played a round further, which takes longer.
"""
MOST_WORK = 320_000
"""The most work for a loss (`Players.work`): where a round has only begun, a pair takes ten times as much."""
CHUNK = 8
"""The pairs between two figures."""
MISS = 0.03
"""By how much a gain by the chances at the end of the round is off, beside what is usual (`usually`)."""
LATER_MISS = 0.017
"""The same of chances a round later (0.01), and of what stewards that do not look far show of it."""
DEVIATION, NEAR_DEVIATION = 0.1, 0.04
"""The least standard deviation of differences that is believed, since few games may agree by chance: of games
that were over or were played further on, and of chances at the end of the round.
"""
LUCK, WORK = (0.1, 0.2, 0.3), 2.5
"""Parts of the square of an error that can be left to luck until the end of the round: the more, the fewer
pairs are wanted until there, and the more further; and the work of one of these compared with one of those.
"""


class Pairs(NamedTuple):
    """What pairs of games said of two moves."""

    near: Sequence[float]
    """What the first move gained by the chances at the end of the round, by pair."""
    change: Sequence[float]
    """What that changed by a round later, of as many of the first pairs as were played on."""
    going: float = 1.0
    """The part of the pairs whose games were not over at the end of the round."""
    left: float = 1.0
    """The part of all points that the leader still lacks then."""
    work: tuple[float, float] = (0.0, 0.0)
    """The work of a pair to the end of the round, and of one a round further."""

    @property
    def off(self) -> float:
        """By how much `near` is off."""
        return MISS * self.going

    @property
    def deviation(self) -> float:
        """The standard deviation of `change`, as far as it is known."""
        if len(self.change) < FEWEST:
            return DEVIATION * self.going
        return standard_error(self.change, DEVIATION * self.going) * sqrt(len(self.change))

    @property
    def luck(self) -> float:
        """The standard error of the mean of `near`."""
        return standard_error(self.near, NEAR_DEVIATION if self.going == 1 else DEVIATION)

    def wanted(self) -> tuple[float, float]:
        """How many pairs are enough to tell the gain, to the end of the round and a round further: those
        that take least work, of those that are not too many, if there are any.
        """
        return min(map(self._wanted, LUCK), key=lambda pairs: (too_many(*pairs), pairs[0] + WORK * pairs[1]))

    def _wanted(self, luck: float) -> tuple[float, float]:
        left = CLOSE**2 * (1 - luck)
        if self.off**2 <= left:
            return len(self.near) * self.luck**2 / (CLOSE**2 - self.off**2), 0
        seen = 1 / (1 / left - self.off**-2) - (LATER_MISS * self.going) ** 2
        near = len(self.near) * self.luck**2 / (CLOSE**2 - left)
        return near, self.deviation**2 / seen if seen > 0 else inf

    def too_much(self, near: float, further: float) -> bool:
        """Whether so many pairs, if it is known what they take, are more work than is done."""
        return len(self.change) >= FEWEST and fsum(map(mul, self.work, (near, further))) > MOST_WORK


def too_many(near: float, further: float) -> bool:
    """Whether so many pairs to the end of the round and further are more than are played."""
    return near > MOST_NEAR or further > MOST


def replayed(view: View, better: Move, made: Move, chance_of: ChanceOf) -> Iterator[Gain]:
    """What the first of two moves gains over the second if strong players play on (`Values.replayed`)."""
    games = _Games(view, (better, made), chance_of)
    for _ in range(LEAST):
        games.play(further=False)
    while True:
        pairs = games.pairs()
        found, (near, further) = told(pairs), pairs.wanted()
        yield found
        if found.error <= CLOSE or found.mean < ERRORS * CLOSE:
            return
        sure = len(pairs.near) >= SURE or further > MOST
        if len(pairs.near) >= MOST_NEAR or (sure and too_many(near, further)):
            return
        if pairs.too_much(near, further):
            return
        unknown = len(pairs.change) < FEWEST  # how much luck there is further
        for _ in range(CHUNK):
            games.play(further=(unknown or len(pairs.near) >= near) and len(pairs.change) < further)


class _Games:
    """Games played on from a view after two moves, in pairs of the same luck."""

    def __init__(self, view: View, moves: tuple[Move, Move], chance_of: ChanceOf) -> None:
        self._view, self._chance_of = view, chance_of
        self._players = {move: Players() for move in moves}
        self._policies = (STRONG,) * len(view.position.scores)
        self._ends, self._near, self._change = list[list[State]](), list[float](), list[float]()
        self._begun: dict[tuple[Move, State], State] = {}
        """The round played on from a state after a move, until something has to be drawn."""
        self._further = 0
        """The work of all pairs further."""

    def pairs(self) -> Pairs:
        """What they said so far."""
        going = [any(next_seat(end) is not None for end in pair) for pair in self._ends]
        left = mean([lacking(pair[0].position) / TARGETS[len(self._policies)] for pair in self._ends])
        near = sum([players.work for players in self._players.values()]) / len(self._ends)
        work = near, self._further / max(1, len(self._change))
        return Pairs(self._near, self._change, mean(going), left, work)

    def play(self, *, further: bool) -> None:
        """Play one pair more to the end of the round, or the next one `further`."""
        if further and len(self._change) < len(self._ends):
            number = len(self._change)
            later = [self._later(end, f"later {number}") for end in self._ends[number]]
            self._change.append(self._gained(later) - self._near[number])
            return
        self._ends.append([self._end(*one, f"{len(self._ends)}") for one in self._players.items()])
        self._near.append(self._gained(self._ends[-1]))

    def _end(self, move: Move, players: Players, name: str) -> State:
        chance = self._chance_of(name)
        state, seat = sample(self._view, chance), self._view.seat or 0
        if (move, state) not in self._begun:  # few states can be imagined late in a round, each often
            with suppress(Decides):
                begun = successor(state, seat, move, NoDraw())
                self._begun[move, state] = players.until_a_draw(begun, self._policies)
        begun = self._begun.get((move, state)) or successor(state, seat, move, chance)
        return players.round_played(begun, self._policies, chance).state

    def _later(self, state: State, name: str) -> State:
        players, quick = Players(), (QUICK,) * len(self._policies)
        played = players.round_played(state, quick, self._chance_of(name))
        self._further += players.work
        return played.state

    def _gained(self, ends: Sequence[State]) -> float:
        better, made = [chances(end)[(self._view.seat or 0) - 1] for end in ends]
        return better - made


def usually(pairs: Pairs) -> float:
    """What a gain changes by in a round, in the mean: early ones become less, for the largest are found
    because they are too large; late ones do not.
    """
    return (0.2 - 0.5 * pairs.left) * mean(pairs.near) * pairs.going


def told(pairs: Pairs) -> Gain:
    """What pairs say of two moves, and its error."""
    gained, usual, off = mean(pairs.near), usually(pairs), pairs.off**2
    seen = standard_error(pairs.change, DEVIATION * pairs.going) ** 2 + (LATER_MISS * pairs.going) ** 2
    if not off or len(pairs.change) < FEWEST:
        return Gain(gained + usual, sqrt(pairs.luck**2 + off))
    part = off / (off + seen)
    shared = covariance(pairs.near[: len(pairs.change)], pairs.change) * len(pairs.change) / len(pairs.near)
    variance = pairs.luck**2 + part * seen + 2 * part * shared
    return Gain(gained + usual + part * (mean(pairs.change) - usual), sqrt(max(variance, part * seen)))
