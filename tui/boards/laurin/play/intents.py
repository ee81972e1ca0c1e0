"""What a player of laurin is in the middle of: nothing, lifting dwarfs, choosing how to play something,
confirming.

`tui.boards.kit.view_model` has the intents of every table.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.laurin import queries
from engine.laurin.model.moves import Move, Relocate
from engine.laurin.model.state import View
from tui.boards.kit.view_model import Confirming, NoIntent


class MovingDwarfs(NamedTuple):
    """The player is lifting own dwarfs: the steps of those set down, and the square of the one in hand."""

    steps: tuple[tuple[str, str], ...] = ()
    held: str | None = None

    @property
    def lifted(self) -> tuple[str, ...]:
        """The squares that dwarfs were lifted from."""
        held = () if self.held is None else (self.held,)
        return (*(source for source, _ in self.steps), *held)

    def move(self, view: View) -> Relocate:
        """Return the move of the dwarfs set down so far."""
        return queries.relocation(view, self.steps)


class ChoosingExchange(NamedTuple):
    """The player is choosing the two dwarfs of an Exchange."""

    first: str | None = None


class ChoosingMove(NamedTuple):
    """The player is choosing one of several moves: how to pay, whom to give a card, how to play magic."""

    of: Literal["pay", "give", "cast"]
    card: str
    moves: tuple[Move, ...]


class ChoosingStandingAnswers(NamedTuple):
    """The player is choosing standing answers."""


Intent = NoIntent | MovingDwarfs | ChoosingExchange | ChoosingMove | ChoosingStandingAnswers | Confirming
