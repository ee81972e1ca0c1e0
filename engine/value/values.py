"""What a game tells of its positions and moves: see `engine.value`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from math import fsum
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from engine.chance import Chance
from engine.value.seats import Seats, alike

ChanceOf = Callable[[str], Chance]
"""A chance of its own for every name, the same for the same name."""
Chances = tuple[float, ...]
"""A chance to win for every seat, seat 1 first; they add up to 1."""
Due = Literal["dice", "deal", "hidden", "correction"]
"""What a chance changed by that was nobody's choice: dice that were rolled; cards that were dealt or drawn;
how hidden cards lay; or that an estimate gave way to a better one.
"""


def among_stayed(chances: Chances, resigned: Collection[int]) -> Chances:
    """Return everybody's chances where these seats have resigned, so that they come behind all others: those
    who stayed share what there is by what they had, or alike where they had nothing.
    """
    if not resigned:
        return chances
    stayed = tuple([0.0 if seat in resigned else one for seat, one in enumerate(chances, start=1)])
    if (all_of_it := fsum(stayed)) > 0:
        return tuple([one / all_of_it for one in stayed])
    each = 1 / (len(chances) - len(resigned))
    return tuple([0.0 if seat in resigned else each for seat in range(1, len(chances) + 1)])


class Likelihood(Struct, frozen=True):
    """Something that a turn can still reach, by the game's own word (court: a card), and its chance (0 to 1).

    If not `exact`, the chance is a lower bound.
    """

    what: str
    chance: float
    exact: bool = True


class MoveValue(NamedTuple):
    """A move, and the chance to win (0 to 1) of the seat that makes it."""

    move: Any
    chance: float
    error: float = 0.0
    """The standard error of the difference to the best move; 0 if nothing was sampled."""
    outcomes: tuple[Likelihood, ...] = ()
    """What can come of it, with the chance that the odds panel shows; empty where that was not worked out."""
    worths: tuple[float, ...] = ()
    """By outcome: how much the mover's chance to win is higher with it than without; empty: all alike."""


class Expected(NamedTuple):
    """Everybody's chance after a move, before what it draws or uncovers, and to what it is due if the chances
    in the position that follows are others.
    """

    chances: Chances
    due: Due


class Gain(NamedTuple):
    """By how much a move won more often than another, and the standard error of that."""

    mean: float
    error: float


class Boundary(Protocol):
    """Everybody's chance at a boundary; at the end the result by the rules."""

    def __call__(self, state: Any, seats: Seats | None = None, /) -> Chances:
        """`seats` says how each plays; None: as strong players."""


class Values(NamedTuple):
    """The functions of one game. All are pure: the same arguments give the same figures, whatever was asked
    before. States are those of `Game`; a `view` is that of the seat that moves.
    """

    strong: str
    """The policy of `Seats` that stands for strong players, who do not err on purpose: analysis uses it."""
    miss: float
    """By how much a chance of `boundary` is off, typically (root mean square by bins, on games that were held
    out): what the curve shows as its error.
    """
    at_boundary: Callable[[Any], bool]
    """Whether a state lies between turns or rounds, where `boundary` knows it; the end of a game does."""
    boundary: Boundary
    moves: Callable[[Any, Seats, ChanceOf, Any], Iterator[tuple[MoveValue, ...]]]
    """Moves of the seat of a view, best first, from what it can know; the last argument is a move that has to
    be among them (None: any). Each yield replaces the one before: the first comes soon and is good enough to
    screen by, the last has the least errors. What is found best by some samples is judged by others.
    """
    lying: Callable[[Any, Seats, ChanceOf], Chances]
    """Everybody's chance in any state, with all cards open; at the end the result by the rules."""
    after: Callable[[Any, int, Any, Seats, ChanceOf], Expected]
    """The same after a seat's legal move in a state."""
    replayed: Callable[[Any, Any, Any, ChanceOf], Iterator[Gain]]
    """What the first of two moves gains over the second, for a view, if strong players play on from both, in
    pairs of the same luck; each yield is of more pairs than the one before.
    """
    laid: Callable[[Any], dict[str, int | float | str]] = lambda _: {}
    """What lies on the table in a view, by the game's own words with notation: a decision is told by it."""
    seated: Callable[[Sequence[str]], Seats] | None = None
    """How seats play where these bots sit, by their keys ("": somebody else). None: chances are told as if
    strong players played on, whoever sits there.
    """

    def playing(self, bots: Sequence[str]) -> Seats:
        """How the seats of a table play, for chances that are told of it."""
        return self.seated(bots) if self.seated else alike(self.strong, len(bots))
