"""What the board of goofspiel draws from (`tui.boards.kit.view_model`)."""

from __future__ import annotations

from engine.goofspiel.game import GAME
from engine.goofspiel.model import View
from tui.boards.goofspiel import words
from tui.boards.kit.view_model import BoardViewModel


class ViewModel(BoardViewModel[View]):
    """A table of goofspiel as one player sees it."""

    game = GAME
    refusal = staticmethod(words.refusal)

    @property
    def worth(self) -> int:
        """What is bid for."""
        return self.view.position.prize + self.view.position.added

    @property
    def hand(self) -> tuple[int, ...]:
        """The viewer's own cards, lowest first."""
        return self.view.position.hands[self.view.seat - 1] if self.view.seat else ()

    def points(self, seat: int) -> int:
        """Points that a seat has taken."""
        return self.view.position.points[seat - 1]
