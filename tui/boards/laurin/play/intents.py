"""What a player is in the middle of: nothing, lifting dwarfs, choosing how to play something, confirming.

Beside what every table has (`tui.boards.kit.intents`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.laurin import queries
from engine.laurin.model.moves import Move, Relocate
from engine.laurin.model.state import View
from tui.boards.kit.intents import Confirming, Idle


class MovingDwarfs(NamedTuple):
    """Own dwarfs on the way: those set down elsewhere, and the square of the one in hand."""

    steps: tuple[tuple[str, str], ...] = ()
    held: str | None = None

    @property
    def lifted(self) -> tuple[str, ...]:
        """The squares that dwarfs were lifted from."""
        held = () if self.held is None else (self.held,)
        return (*(source for source, _ in self.steps), *held)

    def move(self, view: View) -> Relocate:
        """What was set down so far."""
        return queries.relocation(view, self.steps)


class ChoosingExchange(NamedTuple):
    """Choosing the two dwarfs of an Exchange."""

    first: str | None = None


class ChoosingMove(NamedTuple):
    """One of several moves: how to pay, to whom to give, what a magic card is played for."""

    of: Literal["pay", "give", "cast"]
    card: str
    moves: tuple[Move, ...]


class ChoosingStandingAnswers(NamedTuple):
    """Choosing what is answered beforehand."""


Intent = Idle | MovingDwarfs | ChoosingExchange | ChoosingMove | ChoosingStandingAnswers | Confirming
