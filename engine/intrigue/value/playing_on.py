"""Rounds of intrigue played on by the habits of strong players, and everybody's chance where one ends."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.paired import mean
from engine.chance import Chance
from engine.intrigue.bots.habits import Random, usual_move
from engine.intrigue.bots.learned import WEIGHTS
from engine.intrigue.bots.master import numbers
from engine.intrigue.bots.value import chances
from engine.intrigue.model.events import Removed, Stole
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State
from engine.intrigue.rules.mutable_position import MutablePosition
from engine.intrigue.rules.standings import winners
from engine.intrigue.rules.transitions import apply_move
from engine.intrigue.rules.validation import acting_seat
from engine.value.seats import Seats
from engine.value.values import Chances


class Round:
    """A round that is played on. `harmed`: the seats that lost a card or influence to another one in it."""

    def __init__(self, state: State) -> None:
        self.state, self._began = state, state.round
        self.harmed = set[int]()

    @property
    def asked(self) -> int | None:
        """The seat that is asked in this round; None once it is over."""
        return acting_seat(self.state) if self.state.round == self._began else None

    def play(self, move: Move) -> None:
        """The seat that is asked makes a move."""
        position = MutablePosition(self.state)
        apply_move(position, move)
        for event in position.events:
            if isinstance(event, Removed) and event.seat != event.owner:
                self.harmed.add(event.owner)
            elif isinstance(event, Stole):
                self.harmed.add(event.victim)
        self.state = position.state()

    def play_on(self, random: Random) -> State:
        """Every seat plays by habit until the round is over."""
        while (seat := self.asked) is not None:
            self.play(usual_move(self.state, seat, random))
        return self.state


def seeds(chance: Chance, number: int) -> list[int]:
    """So many seeds of random numbers (`numbers`)."""
    return [chance.pick(_SEEDS) for _ in range(number)]


_SEEDS = range(1, 1 << 32)
_FIRST = tuple([number * 2654435761 % (1 << 32) for number in range(1, 101)])


def boundary(state: State, _seats: Seats | None = None) -> Chances:
    """Everybody's chance at the beginning of a round; at the end of the game the result.

    For the first round nothing is learned: it is played on, always with the same seeds.
    """
    if acting_seat(state) is None:
        first = winners(state.influence, state.queue)
        return tuple([(seat in first) / len(first) for seat in range(1, len(state.influence) + 1)])
    if state.round == 1:
        return mean_of(state, _FIRST)
    return tuple(chances(state, WEIGHTS))


def mean_of(state: State, seeds: Sequence[int]) -> Chances:
    """Everybody's chance where the round ends, in the mean of rounds played on by habits."""
    found = [boundary(Round(state).play_on(numbers(seed))) for seed in seeds]
    return tuple([mean(own) for own in zip(*found, strict=True)])


def promise(state: State, move: Move, random: Random) -> Chances:
    """Everybody's chance where the round of a move ends, if it is played on by habits."""
    played = Round(state)
    played.play(move)
    return boundary(played.play_on(random))
