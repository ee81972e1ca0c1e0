"""What the board of laurin draws from (`tui.boards.kit.view_model`)."""

from __future__ import annotations

from functools import cached_property

from engine.laurin.game import GAME
from engine.laurin.model.names import Question
from engine.laurin.model.state import Position, View
from tui.boards.kit.view_model import BoardViewModel
from tui.boards.laurin.words import names, refusals

REACTIONS: tuple[Question, ...] = ("react", "counter")
"""Questions that are chances: one line, and the focus stays where it is."""
LEADING: tuple[Question, ...] = ("king", "king-free", "king-last")
"""Questions for a King's move."""


class ViewModel(BoardViewModel[View]):
    """A table of laurin as one player sees it."""

    game = GAME
    refusal = staticmethod(refusals.refusal)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """By seat, the letter its dwarfs are shown with."""
        return names.letters([seat.name for seat in self.seats])

    @property
    def timed(self) -> bool:
        """Whether the time for the open question is limited."""
        return self.snapshot.deadline is not None

    @property
    def standing_answers(self) -> tuple[str, ...]:
        """The answers this player has given beforehand, in notation."""
        return self.snapshot.beforehand

    @property
    def position(self) -> Position:
        """The public and the own part of the position."""
        return self.view.position

    @property
    def question(self) -> Question | None:
        """What this player is asked; None: nothing."""
        return self.position.question if self.ask is not None else None

    @property
    def reacts(self) -> bool:
        """Whether the question is a chance to react."""
        return self.question in REACTIONS

    @property
    def leads(self) -> bool:
        """Whether the question is about a King's move."""
        return self.question in LEADING

    @property
    def own(self) -> int:
        """The viewing seat, 0 for spectators."""
        return self.view.seat or 0

    def letter(self, seat: int) -> str:
        """The letter that a seat's dwarfs are shown with."""
        return self.letters[seat - 1]
