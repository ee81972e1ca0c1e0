"""A game in progress: its state, its numbering, what chance gave, who gave up, what can be undone.

The house drives every game through this one value, on a table, in a replay, in self-play and
in verification alike, so that all of them agree on step numbers, ask ids and undo. Chance is
handed in for each step, positioned at `Course.draws`. Nothing here knows records, journals
or players: what is kept beside a step (`Applied`) is for the caller to store.

Ask ids are the house's own and never repeat within a table: a game numbers its questions by
its state and so would give an id twice after an undo. A question that stays open while
others answer keeps its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine.chance import Chance, RecordingChance
from engine.game import AnyGame, Ask, Refused, Setup, Standing


class Undo(Struct, frozen=True, tag="undo"):
    """A move that every game has: take the own last step back."""


class Resign(Struct, frozen=True, tag="resign"):
    """A move that every game has, at any time: give up for good. Somebody else answers for the
    seat from then on; when only one seat is left that did not, the game is over.
    """


UNDO = Undo()
RESIGN = Resign()


class Undone(Struct, frozen=True, tag="undone"):
    """A seat took its last step back. Shown to everybody."""

    seat: int


class Resigned(Struct, frozen=True, tag="resigned"):
    """A seat gave up. Shown to everybody."""

    seat: int


class TimeUp(Struct, frozen=True, tag="time-up"):
    """A seat's time was up: what it does next was not chosen by it. Shown to everybody, and told by
    whoever keeps the time. `reaction`: it left a chance to react unused.
    """

    seat: int
    reaction: bool = False


_OfHouse = Undone | Resigned | TimeUp


class Course(Struct, frozen=True):
    """A game in progress. Made by `start` and `apply`, never by hand."""

    game: AnyGame
    setup: Setup
    state: Any
    asks: tuple[Ask, ...]
    """Every open question under the house's ids, at most one to a seat; none: it is over."""
    own_asks: tuple[Ask, ...]
    """The same questions in the same order, under the game's ids."""
    asked: int
    """Ids given out so far."""
    steps: int = 0
    """Steps after the deal, undo included: the number of the last step in a record."""
    draws: int = 0
    """Draws so far: the position of the next one. Never rewound."""
    past: tuple[Any, ...] = ()
    """States that `undoer` can go back to, the latest last."""
    undoer: int | None = None
    resigned: tuple[int, ...] = ()
    """Seats that gave up, in that order."""

    @property
    def over(self) -> bool:
        return not self.asks

    def ask_of(self, seat: int) -> Ask | None:
        """The open question to a seat."""
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` may take its last step back now."""
        return bool(self.past) and self.undoer == seat

    def view(self, who: int | None) -> Any:
        return self.game.view(self.state, who)

    def standings(self) -> tuple[Standing, ...]:
        """The game's, but behind everybody else come those who gave up; who did first is last."""
        return _ranked(self.game.standings(self.state), self.resigned)


class Applied(NamedTuple):
    """What a step led to: the course after it, what happened, the tokens of its draws."""

    course: Course
    events: tuple[Any, ...]
    draws: tuple[str, ...]


def start(game: AnyGame, setup: Setup, chance: Chance) -> Applied:
    """The deal, step 0. Raises Refused where the game cannot be played with this setup."""
    drawn = RecordingChance(chance)
    step = game.start(setup, drawn)
    own, asks, asked = _numbered(game, step.state, {}, 0)
    course = Course(game, setup, step.state, asks, own, asked, draws=len(drawn.tokens))
    return Applied(course, step.events, drawn.tokens)


def apply(course: Course, seat: int, ask: int | None, move: Any, chance: Chance) -> Applied:
    """One step: `move` as the answer of `seat` to the house's ask id, or UNDO or RESIGN (`ask` is
    then idle).

    Raises Refused and changes nothing: "game-over", "not-asked" (the question is closed by
    now, or somebody else's), "nothing-to-undo", "already-resigned", or what the game says to
    the move.
    """
    if isinstance(move, Undo):
        return _undo(course, seat)
    if isinstance(move, Resign):
        return _resign(course, seat)
    own = _question(course, seat, ask)
    drawn = RecordingChance(chance)
    step = course.game.play(course.state, own, move, drawn)
    after = _moved(course, step.state, len(drawn.tokens))
    undoable = (
        step.reversible and not drawn.tokens and not after.over and not _asks_others(course, after, seat)
    )
    if undoable:
        past = (*course.past, course.state) if course.undoer == seat else (course.state,)
        after = replace(after, past=past, undoer=seat)
    return Applied(after, step.events, drawn.tokens)


def answer(course: Course, seat: int, move: Any, chance: Chance) -> Applied:
    """`apply` to whatever this seat is asked now: for records, where steps name no ask."""
    ask = course.ask_of(seat)
    return apply(course, seat, ask.id if ask else None, move, chance)


def show(game: AnyGame, event: Any, who: int | None) -> Any:
    """What `who` sees of a game's or the house's event, None: nothing."""
    return event if isinstance(event, _OfHouse) else game.show(event, who)


def move_type(game: AnyGame) -> Any:
    """What can be journaled as a move of this game, for `engine.codec.decode`."""
    return game.Move | Undo | Resign


def event_type(game: AnyGame) -> Any:
    """What can happen at a table of this game, for `engine.codec.decode`."""
    return game.Event | _OfHouse


def _question(course: Course, seat: int, ask: int | None) -> Ask:
    """The game's own ask behind an id. Raises Refused where `seat` cannot answer it."""
    if course.over:
        raise Refused("game-over")
    mine = course.ask_of(seat)
    if mine is None or mine.id != ask:
        raise Refused("not-asked")
    return course.own_asks[course.asks.index(mine)]


def _undo(course: Course, seat: int) -> Applied:
    if not course.can_undo(seat):
        raise Refused("nothing-to-undo")
    after = _moved(course, course.past[-1], 0)
    past = course.past[:-1]
    after = replace(after, past=past, undoer=seat if past else None)
    return Applied(after, (Undone(seat),), ())


def _resign(course: Course, seat: int) -> Applied:
    if course.over:
        raise Refused("game-over")
    if seat in course.resigned:
        raise Refused("already-resigned", {"seat": seat})
    after = replace(_moved(course, course.state, 0), resigned=(*course.resigned, seat))
    if len(after.resigned) >= course.setup.seats - 1:
        after = replace(after, asks=(), own_asks=())
    return Applied(after, (Resigned(seat),), ())


def _ranked(standings: tuple[Standing, ...], resigned: tuple[int, ...]) -> tuple[Standing, ...]:
    if not resigned:
        return standings
    stayed = [standing for standing in standings if standing.seat not in resigned]
    by_seat = {standing.seat: standing for standing in standings}
    behind = [by_seat[seat] for seat in reversed(resigned)]
    return (
        *(replace(one, place=1 + sum(s.place < one.place for s in stayed)) for one in stayed),
        *(replace(one, place=place) for place, one in enumerate(behind, len(stayed) + 1)),
    )


def _moved(course: Course, state: Any, draws: int) -> Course:
    """The course one step on, in another state, with nothing to undo."""
    ids = {own.id: ask.id for own, ask in zip(course.own_asks, course.asks, strict=True)}
    own, asks, asked = _numbered(course.game, state, ids, course.asked)
    return Course(
        course.game, course.setup, state, asks, own, asked, course.steps + 1, course.draws + draws,
        resigned=course.resigned,
    )  # fmt: skip


def _numbered(
    game: AnyGame, state: Any, ids: Mapping[int, int], asked: int
) -> tuple[tuple[Ask, ...], tuple[Ask, ...], int]:
    """The game's open asks, the same under house ids, and how many ids are given out now.

    `ids` are the house's ids of the asks that were open before, by the game's.
    """
    own = tuple(game.asks(state))
    asks = []
    for ask in own:
        number = ids.get(ask.id)
        if number is None:
            asked += 1
            number = asked
        asks.append(replace(ask, id=number))
    return own, tuple(asks), asked


def _asks_others(before: Course, after: Course, seat: int) -> bool:
    """Whether the step put a new question to somebody else than `seat`."""
    return any(ask.seat != seat and ask.id > before.asked for ask in after.asks)
