"""Playouts: a game played on from a state by its rules alone, as often as a search wants it.

A playout calls the rules directly: it makes no view, and checks no move, because its moves are legal by
construction. It sees the whole state, hidden things included, so a bot begins with one that `Game.sample`
filled in. How good a position is, is left to the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.chance import Chance

T = TypeVar("T")
FACES = (1, 2, 3, 4, 5, 6)


class QuickChance:
    """Draws that cost next to nothing and prove nothing: for searches, never for a table. `random()` is a
    number from 0 up to 1.
    """

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random

    def dice(self, count: int) -> tuple[int, ...]:
        random = self._random
        return tuple([int(random() * 6) + 1 for _ in range(count)])

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self._random() * len(options))]


class Playouts(NamedTuple):
    """The functions of one game. Unlike those of `Game`, they take whole states."""

    seat: Callable[[Any], int | None]
    """The seat that moves next (of several that are asked, the first); None once the game is over."""
    sample: Callable[[Any, int, Chance], Any]
    """A legal move of that seat, drawn from all of them or, where there are very many, from a part that every
    kind of move is in. What cannot be told apart is drawn once.
    """
    step: Callable[[Any, int, Any, Chance], Any]
    """The state that a legal move of that seat leads to."""


def play_out(
    playouts: Playouts,
    state: Any,
    chance: Chance,
    *,
    policy: Callable[[Any, int, Chance], Any] | None = None,
    is_over: Callable[[Any], bool] = lambda _: False,
) -> tuple[Any, int]:
    """The state in which the game is over, or `is_over` of it, and how many moves led there. `policy` chooses
    each move (`sample`, if there is none).
    """
    choose, step, seat_of = policy or playouts.sample, playouts.step, playouts.seat
    plies = 0
    while (seat := seat_of(state)) is not None and not is_over(state):
        state = step(state, seat, choose(state, seat, chance), chance)
        plies += 1
    return state, plies
