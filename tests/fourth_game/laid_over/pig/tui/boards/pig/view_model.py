"""What the board of pig draws from (`tui.boards.kit.view_model`)."""

from __future__ import annotations

from engine.pig.game import GAME
from engine.pig.model import View
from tui.boards.kit.view_model import BoardViewModel
from tui.boards.pig import words


class ViewModel(BoardViewModel[View]):
    """A table of pig as one player sees it."""

    game = GAME
    refusal = staticmethod(words.refusal)

    @property
    def pending(self) -> int:
        """Points of this turn, not held yet."""
        return self.view.position.pending

    def points(self, seat: int) -> int:
        """Points that a seat has held."""
        return self.view.position.points[seat - 1]
