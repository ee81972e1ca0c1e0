"""Everybody's chance to win by rounds, and the step of each round that changed a seat's chance most.

It is made while a game goes on (`server.analysis.courses.curves`) and shown once the game is over; what
everybody saw of the game is enough to tell it. The chances are those of `engine.value`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine import codec
from engine.game import AnyGame, Moment
from engine.playthrough import Playthrough, Undone, event_type, show
from engine.value.values import Chances, among_stayed

LEAST = 0.05
"""A round that changed a chance by less decided nothing."""
MOMENTOUS = 0.3
"""A step with a moment comes before one without that gained more, if it gained at least this part of it."""
TOLD = 3
"""Rounds that are told of a seat."""


class Turning(Struct, frozen=True):
    """What changed a seat's chance most in a round: the events of a step, as everybody saw them, and the
    moment in it, if the game tells one. `change` is that of the whole round.
    """

    seat: int
    round: int
    change: float
    events: tuple[Any, ...]
    moment: Moment | None = None


class Round(Struct, frozen=True):
    """A round that is over (0: the deal): everybody's chance after it, none in a game without a value, and
    by what it came about, for each seat whose chance it changed; and everybody's points.
    """

    number: int
    chances: Chances
    points: tuple[int, ...]
    turnings: tuple[Turning, ...] = ()


class Curve(Struct, frozen=True):
    """Everybody's chances: at the start, after each round, and so at the end; and the rounds that decided the
    game for each seat, in order of time. Of a game without a value, everybody's points instead.
    """

    chances: tuple[Chances, ...] = ()
    turnings: tuple[Turning, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()

    def of(self, seat: int) -> tuple[float, ...]:
        return tuple([one[seat - 1] for one in self.chances])

    def decided(self, seat: int) -> tuple[Turning, ...]:
        """What decided the game for a seat."""
        return tuple([one for one in self.turnings if one.seat == seat])


class SeenStep(NamedTuple):
    """A step from a position (None: the deal) to the next one."""

    before: Playthrough | None
    after: Playthrough
    events: tuple[Any, ...]
    bots: tuple[str, ...]
    """By seat: the key of the bot that sits there; "" for people."""


def rounds(steps: Iterable[SeenStep], since: int = 0) -> Iterator[Round]:
    """The rounds of a game that are over, from the deal on, but those before number `since`."""
    own = list[SeenStep]()
    for step in steps:
        if step.before is None:
            if not since:
                yield Round(0, _chances(step.after, step.bots), _points(step.after))
            continue
        if any(isinstance(one, Undone) for one in step.events):
            del own[-1:]
            continue
        own.append(step)
        number = step.before.game.round(step.before.state)
        if step.after.over or step.after.game.round(step.after.state) > number:
            if number >= since:
                yield _round(number, own)
            own.clear()


def curve(found: Sequence[Round]) -> Curve:
    by_seat = dict[int, list[Turning]]()
    for one in (turning for each in found for turning in each.turnings):
        by_seat.setdefault(one.seat, []).append(one)
    told = [sorted(own, key=lambda one: -abs(one.change))[:TOLD] for own in by_seat.values()]
    turnings = sorted((one for own in told for one in own), key=lambda one: (one.seat, one.round))
    if not all(one.chances for one in found):
        return Curve(points=tuple([one.points for one in found]))
    return Curve(tuple([one.chances for one in found]), tuple(turnings))


def read_round(game: AnyGame, data: bytes) -> Round:
    found: Round = codec.decode(Round, data)
    return replace(found, turnings=tuple(map(partial(_typed, game), found.turnings)))


def read_curve(game: AnyGame, data: bytes) -> Curve:
    found: Curve = codec.decode(Curve, data)
    return replace(found, turnings=tuple(map(partial(_typed, game), found.turnings)))


def _typed(game: AnyGame, turning: Turning) -> Turning:
    kind = event_type(game)
    return replace(turning, events=tuple([codec.decode(kind, codec.encode(one)) for one in turning.events]))


def _chances(position: Playthrough, bots: Sequence[str]) -> Chances:
    if position.over and position.game.value:
        places = [one.place for one in sorted(position.standings(), key=lambda one: one.seat)]
        return tuple([(place == 1) / places.count(1) for place in places])
    value = position.game.value
    if value is None:
        return ()
    return among_stayed(value.boundary(position.state, value.playing(bots)), position.resigned)


def _points(position: Playthrough) -> tuple[int, ...]:
    return tuple([one.score for one in sorted(position.standings(), key=lambda one: one.seat)])


def _round(number: int, steps: Sequence[SeenStep]) -> Round:
    first = steps[0].before
    assert first is not None  # noqa: S101  (the deal is in no round)
    by_step = [_chances(first, steps[0].bots), *[_chances(step.after, step.bots) for step in steps]]
    turnings, moments = list[Turning](), list(map(_moment, steps))
    scores = [step.before is not None and _points(step.before) != _points(step.after) for step in steps]
    for seat in range(len(by_step[-1])):
        change = by_step[-1][seat] - by_step[0][seat]
        if abs(change) < LEAST:
            continue
        sign = 1 if change > 0 else -1
        gains = [sign * (after[seat] - before[seat]) for before, after in pairwise(by_step)]
        at = _decisive(gains, moments, scores, ends=steps[-1].after.over)
        turnings.append(_turning(seat + 1, number, change, steps[at], moments[at]))
    chances = tuple([round(one, 4) for one in by_step[-1]])
    return Round(number, chances, _points(steps[-1].after), tuple(turnings))


def _decisive(
    gains: Sequence[float], moments: Sequence[Moment | None], scores: Sequence[bool], *, ends: bool
) -> int:
    """The step that gained most; one with a moment, or that changed points, before others that gained
    somewhat more: where a value is that of a round's beginning, its last step has the gain of what was left
    open before. The last step of a game (it `ends`) has all that a value did not know.
    """
    most = max(gains)
    least = MOMENTOUS * most
    if ends and gains[-1] == most:
        least = min(least, LEAST)
    large = [at for at, gain in enumerate(gains) if gain >= least]
    told = [at for at in large if moments[at]] or [at for at in large if scores[at]] or large
    return max(told, key=gains.__getitem__)


def _moment(step: SeenStep) -> Moment | None:
    game, before = step.after.game, step.before
    if before is None or game.moments is None:
        return None
    found = game.moments(before.state, step.events, before.kept)
    return max(found, key=lambda one: one.weight, default=None)


def _turning(seat: int, number: int, change: float, step: SeenStep, moment: Moment | None) -> Turning:
    game = step.after.game
    seen = [one for event in step.events if (one := show(game, event, None)) is not None]
    return Turning(seat, number, round(change, 4), tuple(seen), moment)
