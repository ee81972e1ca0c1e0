"""The course of a recorded game: every position by its number, so that it can be looked at again.

Position n is what step n led to; position 0 is the deal. A course is kept in few bytes, which another process
can make and many can share: some positions whole, and the steps between, which are played again for one that
is asked for (`engine.records.stretches`). What a seat saw of a position is left to the game
(`Playthrough.view`), what is shown of it to the callers.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, TypeVar, overload

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Moment, printable, telling, with_rules
from engine.playthrough import Playthrough, Resign, Undo
from engine.records.header import read_header
from engine.records.record import Header, NotARecord, RecordStep
from engine.records.replay import ReplayedStep, chosen_setup, dealt, move_of, replay
from engine.records.stretches import Stretch, packed, unpacked
from engine.value.seats import SeenMove, Sitting

T = TypeVar("T")
STEPS, MOVES = 64, 8
"""So many steps before the position are looked at, and so many moves of a seat are told at most."""
SPACING = 16
"""Steps from one position that is kept to the next."""
OPEN = 4
"""Stretches that a course by itself keeps unpacked."""
Unit = Literal["step", "turn", "round", "decision", "moment", "end"]
"""What one can go on or back by."""
UNITS: tuple[Unit, ...] = ("step", "turn", "round", "decision", "moment", "end")


class KeptCourse(Struct, frozen=True):
    """A course as it is kept and sent. `rules` is the version of the rules that the record follows; stretch k
    has the steps behind position k * SPACING. By position: `rounds`, and `choices`, 1 where whoever made the
    next step could have made another one. By step: `seats`, 0 for the deal, and `happened`, how many events
    there were up to and with it. Rounds and events are unsigned integers of 4 bytes.
    """

    header: Header
    rules: int
    deal: RecordStep
    stretches: tuple[bytes, ...]
    rounds: bytes
    choices: bytes
    seats: bytes
    happened: bytes
    moments: tuple[tuple[int, Moment], ...]

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        tables = (self.rounds, self.choices, self.seats, self.happened)
        return sum(map(len, (*self.stretches, *tables))) + 64 * len(self.stretches) + 2048


class OpenStretches:
    """The stretches that were looked at last, unpacked: at most so many, of all courses that share it."""

    def __init__(self, most: int = OPEN) -> None:
        self._most = most
        self._open: OrderedDict[tuple[Hashable, bytes], Stretch] = OrderedDict()

    def of(self, kind: Hashable, data: bytes, unpack: Callable[[bytes], Stretch]) -> Stretch:
        """The stretch in these bytes, of a game of a kind: the same bytes mean something else in another."""
        found = self._open.pop((kind, data), None) or unpack(data)
        self._open[kind, data] = found
        if len(self._open) > self._most:
            self._open.popitem(last=False)
        return found


class Course:
    """A game from its deal to where its record stops. `steps[n]`, `events[n]` and `rounds[n]` are of step and
    position n.
    """

    def __init__(self, kept: KeptCourse, game: AnyGame, opened: OpenStretches | None = None) -> None:
        self.kept = kept
        self.header = replace(kept.header, seats=tuple(map(printable, kept.header.seats)))
        """Its names can be shown, whoever wrote the record."""
        self.steps: Sequence[RecordStep] = _ByNumber(range(len(kept.seats)), self._step)
        self.events: Sequence[tuple[Any, ...]] = _ByNumber(range(len(kept.seats)), self._events)
        self.rounds: Sequence[int] = memoryview(kept.rounds).cast("I")
        self._until: Sequence[int] = memoryview(kept.happened).cast("I")
        self._game, self._setup = game, chosen_setup(kept.header, game)
        self._opened = opened or OpenStretches()
        self._kind = (game.key, kept.rules, len(kept.header.seats), tuple(kept.header.options.items()))

    def named(self, seats: Sequence[str]) -> Course:
        """The same course with other names at its seats."""
        header = replace(self.kept.header, seats=tuple(seats))
        return Course(replace(self.kept, header=header), self._game, self._opened)

    @property
    def game(self) -> AnyGame:
        """The game, by the rules that the record follows."""
        return self._game

    @property
    def last(self) -> int:
        return len(self.kept.seats) - 1

    @property
    def end(self) -> Playthrough:
        return self.at(self.last)

    def at(self, number: int) -> Playthrough:
        """The position of that number; the nearest one if there is none."""
        number = max(0, min(number, self.last))
        stretch = min(number // SPACING, len(self.kept.stretches) - 1)
        return self._stretch(stretch).positions[number - stretch * SPACING]

    def _step(self, number: int) -> RecordStep:
        if number == 0:
            return self.kept.deal
        return self._stretch((number - 1) // SPACING).steps[(number - 1) % SPACING]

    def _events(self, number: int) -> tuple[Any, ...]:
        if number == 0:
            return dealt(self.game, self._setup, self.kept.deal).events
        return self._stretch((number - 1) // SPACING).events[(number - 1) % SPACING]

    def happened(self, first: int, last: int) -> Sequence[Any]:
        """The events of the steps from `first` to `last`, each found when it is asked for."""
        before = self._until[first - 1] if first else 0
        return _ByNumber(range(before, self._until[last]), self._event)

    def _event(self, number: int) -> Any:
        step = bisect_right(self._until, number)
        return self.events[step][number - (self._until[step - 1] if step else 0)]

    def _stretch(self, number: int) -> Stretch:
        return self._opened.of(self._kind, self.kept.stretches[number], self._unpacked)

    def _unpacked(self, data: bytes) -> Stretch:
        return unpacked(self._game, self._setup, data)

    def moments(self) -> tuple[tuple[int, Moment], ...]:
        """What decided the game so far as it goes, with the position that it led to."""
        return self.kept.moments

    def is_turn(self, number: int) -> bool:
        """True if another seat makes the step after this position than the one before, or none."""
        seats = self.kept.seats
        return number in {0, self.last} or seats[number] != seats[number + 1]

    def is_round(self, number: int) -> bool:
        """True if a round begins with this position."""
        return number in {0, self.last} or self.rounds[number] > self.rounds[number - 1]

    def is_decision(self, number: int) -> bool:
        """True if whoever made the next step could have made another one."""
        return bool(self.kept.choices[number])

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


class _ByNumber(Sequence[T]):
    """A sequence whose items are found when they are asked for; a part of it is one, too."""

    def __init__(self, numbers: range, find: Callable[[int], T]) -> None:
        self._numbers, self._find = numbers, find

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...

    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice):
            return _ByNumber(self._numbers[at], self._find)
        return self._find(self._numbers[at])


class _CourseReader:
    """Packs a course, step by step."""

    def __init__(self, header: Header, first: ReplayedStep) -> None:
        self._header, self._deal = header, first.entry
        self._rounds, self._choices, self._seats = array("I"), bytearray(), bytearray()
        self._happened = array("I")
        self._stretches: list[bytes] = []
        self._steps: list[RecordStep] = []
        self._found: dict[Moment, int] = {}
        self._begun = self._newest = first.applied.playthrough
        self._note(first)

    def add(self, step: ReplayedStep) -> None:
        """Takes the next step of the record."""
        if len(self._steps) == SPACING:
            self._close()
        self._choices.append(_has_choice(self._newest, step.entry.seat or 0))
        self._steps.append(step.entry)
        self._note(step)

    def course(self) -> Course:
        """The course of what was read."""
        self._close()
        self._choices.append(False)
        end = self._newest
        kept = KeptCourse(
            header=self._header,
            rules=end.game.rules_version,
            deal=self._deal,
            stretches=tuple(self._stretches),
            rounds=self._rounds.tobytes(),
            choices=bytes(self._choices),
            seats=bytes(self._seats),
            happened=self._happened.tobytes(),
            moments=tuple((self._found.get(one, 0), one) for one in end.moments()),
        )
        return Course(kept, end.game)

    def _note(self, step: ReplayedStep) -> None:
        after = step.applied.playthrough
        self._found |= {one: len(self._seats) for one in after.kept if one not in self._newest.kept}
        self._rounds.append(after.game.round(after.state))
        self._seats.append(step.entry.seat or 0)
        so_far = self._happened[-1] if self._happened else 0
        self._happened.append(so_far + len(step.applied.events))
        self._newest = after

    def _close(self) -> None:
        self._stretches.append(packed(self._begun, self._steps))
        self._begun, self._steps = self._newest, []


def _has_choice(before: Playthrough, seat: int) -> bool:
    if before.ask_of(seat) is None:
        return True  # to concede or to undo, which is always a choice
    return len(list(islice(before.game.legal(before.view(seat)), 2))) > 1


def read_course(text: str, games: Mapping[str, AnyGame]) -> Course:
    """The course of a record. Raises NotARecord, also of one that stops before its deal, and BrokenRecord."""
    reader, header = None, read_header(text)
    for step in replay(text, games):
        if reader is None:
            reader = _CourseReader(header, step)
        else:
            reader.add(step)
    if reader is None:
        raise NotARecord("not-dealt")
    return reader.course()


def opened(kept: KeptCourse, games: Mapping[str, AnyGame], stretches: OpenStretches) -> Course:
    """The course that another process has read. Raises NotARecord if its rules are not here."""
    game = with_rules(games.get(kept.header.game), kept.rules)
    if game is None:
        raise NotARecord("game-unknown", game=kept.header.game)
    return Course(kept, game, stretches)


def sitting(course: Course, position: int) -> tuple[Sitting, ...]:
    """The seats of a game at a position, by their last moves that tell how they play. A record does not say
    which of them are bots.
    """
    kinds, seats = telling(course.game), len(course.header.seats)
    seen: list[list[SeenMove]] = [[] for _ in range(seats)]
    if kinds:
        for number in range(position, max(0, position - STEPS), -1):
            before, step = course.at(number - 1), course.steps[number]
            ask = before.ask_of(step.seat) if step.seat is not None else None
            if ask is None or ask.kind not in kinds or len(seen[ask.seat - 1]) >= MOVES:
                continue
            move = move_of(before, step)
            if not isinstance(move, Undo | Resign):
                seen[ask.seat - 1].insert(0, SeenMove(before.view(None), move))
    return tuple([Sitting(seen=tuple(moves)) for moves in seen])
