"""The view model of laurin (`tui.boards.kit.view_model`)."""

from __future__ import annotations

from functools import cached_property

from engine.laurin.game import GAME
from engine.laurin.model.names import Question
from engine.laurin.model.state import Position, View
from tui.boards.kit.view_model import BoardViewModel
from tui.boards.laurin.words import names, refusals

REACTIONS: tuple[Question, ...] = ("react", "counter")
"""The questions at chances to react: they take one line, and the focus stays where it is."""
LEADING: tuple[Question, ...] = ("king", "king-free", "king-last")
"""The questions about a King's move."""


class ViewModel(BoardViewModel[View]):
    """A table of laurin as one player sees it."""

    game = GAME
    refusal = staticmethod(refusals.refusal)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters that dwarfs are shown with, by seat."""
        return names.letters([seat.name for seat in self.seats])

    @property
    def timed(self) -> bool:
        """True if the time for the open question is limited."""
        return self.snapshot.deadline is not None

    @property
    def standing_answers(self) -> tuple[str, ...]:
        """The standing answers of this player that are valid, in notation."""
        return self.snapshot.beforehand

    @property
    def position(self) -> Position:
        """The position as this player may know it."""
        return self.view.position

    @property
    def question(self) -> Question | None:
        """The question to this player; None: there is none."""
        return self.position.question if self.ask is not None else None

    @property
    def reacts(self) -> bool:
        """True if the question is a chance to react."""
        return self.question in REACTIONS

    @property
    def leads(self) -> bool:
        """True if the question is about a King's move."""
        return self.question in LEADING

    @property
    def own(self) -> int:
        """The viewing seat, 0 for spectators."""
        return self.view.seat or 0

    def letter(self, seat: int) -> str:
        """Return the letter that a seat's dwarfs are shown with."""
        return self.letters[seat - 1]
