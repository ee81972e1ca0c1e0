"""The course of a recorded game: every position by its number, so that it can be looked at again.

Position n is what step n led to; position 0 is the deal. Some positions are kept whole, those between are
played again from the one before, so that a step back costs a few moves and not the whole game. What a seat
saw of a position is left to the game (`Playthrough.view`), what is shown of it to the callers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal

from engine.game import AnyGame, Moment
from engine.playthrough import Playthrough
from engine.records.header import read_header
from engine.records.record import Header, NotARecord, RecordStep
from engine.records.replay import ReplayedStep, follow, replay

SPACING = 16
"""Steps from one position that is kept to the next."""
Unit = Literal["step", "turn", "round", "decision", "moment", "end"]
"""What one can go on or back by."""
UNITS: tuple[Unit, ...] = ("step", "turn", "round", "decision", "moment", "end")


class Course:
    """A game from its deal to where its record stops. `steps[n]` and `events[n]` are those of step n."""

    def __init__(self, header: Header, first: ReplayedStep) -> None:
        self.header = header
        self.steps: list[RecordStep] = []
        self.events: list[tuple[Any, ...]] = []
        self.rounds: list[int] = []
        """The round of each position."""
        self._kept: list[Playthrough] = []
        self._newest = first.applied.playthrough
        self._found: dict[Moment, int] = {}
        self._decisions: dict[int, bool] = {}
        self.add(first)

    def add(self, step: ReplayedStep) -> None:
        """Takes the next step of the record."""
        after = step.applied.playthrough
        if len(self.steps) % SPACING == 0:
            self._kept.append(after)
        self._found |= {one: len(self.steps) for one in after.kept if one not in self._newest.kept}
        self.steps.append(step.entry)
        self.events.append(step.applied.events)
        self.rounds.append(after.game.round(after.state))
        self._newest = after

    @property
    def game(self) -> AnyGame:
        """The game, by the rules that the record follows."""
        return self._newest.game

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.steps) - 1

    @property
    def end(self) -> Playthrough:
        """The last position."""
        return self._newest

    def at(self, number: int) -> Playthrough:
        """The position of that number; the nearest one if there is none."""
        number = max(0, min(number, self.last))
        if number == self.last:
            return self._newest
        playthrough = self._kept[number // SPACING]
        for step in self.steps[number - number % SPACING + 1 : number + 1]:
            playthrough = follow(playthrough, step).playthrough
        return playthrough

    def moments(self) -> tuple[tuple[int, Moment], ...]:
        """What decided the game so far as it goes, with the position that it led to."""
        return tuple((self._found.get(one, 0), one) for one in self._newest.moments())

    def is_turn(self, number: int) -> bool:
        """True if another seat makes the step after this position than the one before, or none."""
        return number in {0, self.last} or self.steps[number].seat != self.steps[number + 1].seat

    def is_round(self, number: int) -> bool:
        """True if a round begins with this position."""
        return number in {0, self.last} or self.rounds[number] > self.rounds[number - 1]

    def is_decision(self, number: int) -> bool:
        """True if whoever made the next step could have made another one."""
        if number not in self._decisions:
            self._decisions[number] = number < self.last and self._has_choice(number)
        return self._decisions[number]

    def _has_choice(self, number: int) -> bool:
        playthrough, seat = self.at(number), self.steps[number + 1].seat or 0
        if playthrough.ask_of(seat) is None:
            return True  # to concede or to undo, which is always a choice
        return len(list(islice(playthrough.game.legal(playthrough.view(seat)), 2))) > 1

    def next(self, number: int, unit: Unit, by: int = 1) -> int:
        """The next position where a unit begins, forward (`by` 1) or back (-1); the last or first position if
        there is none further on.
        """
        edge = self.last if by > 0 else 0
        begins: Mapping[str, Callable[[int], bool]] = {
            "step": lambda _: True,
            "turn": self.is_turn,
            "round": self.is_round,
            "decision": self.is_decision,
            "moment": {found for found, _ in self.moments()}.__contains__,
            "end": lambda _: False,
        }
        further = range(number + by, edge + by, by) if number != edge else range(0)
        return next(filter(begins[unit], further), edge)


def reading(text: str, games: Mapping[str, AnyGame]) -> Iterator[Course]:
    """The course of a record, once for each step read so far, so that a host can do other things between.
    Nothing comes of a record that stops before its deal.

    Raises NotARecord, and BrokenRecord at a step that the rules forbid.
    """
    header, course = read_header(text), None
    for step in replay(text, games):
        if course is None:
            course = Course(header, step)
        else:
            course.add(step)
        yield course


def read_course(text: str, games: Mapping[str, AnyGame]) -> Course:
    """The course of a record. Raises NotARecord, also of one that stops before its deal, and BrokenRecord."""
    course = None
    for course in reading(text, games):  # noqa: B007  (the last one is the whole)
        pass
    if course is None:
        raise NotARecord("not-dealt")
    return course
