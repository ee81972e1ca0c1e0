"""What a pig board looks at: one seat's news, taken apart once, with the words to speak of it."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Ask, Refused
from engine.pig.game import GAME
from engine.pig.model import Move, View
from tui.boards.kit.board import Names, names_of
from tui.boards.pig import words
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts


class ViewModel(NamedTuple):
    """A table as one player sees it. Made by `view_model`."""

    texts: Texts
    names: Names
    seats: tuple[Seat, ...]
    view: View
    ask: Ask | None
    waiting_for: tuple[int, ...]
    can_undo: bool

    @property
    def pending(self) -> int:
        """Points of this turn, not held yet."""
        return self.view.position.pending

    def points(self, seat: int) -> int:
        """Points that a seat has held."""
        return self.view.position.points[seat - 1]

    def check(self, move: Move) -> Refused | None:
        """Why this player may not make the move now; None: it is allowed."""
        return GAME.check(self.view, move)

    def why(self, refusal: Refused) -> str | None:
        """The sentence for a refusal."""
        return words.refusal(self.texts, self.names, refusal)


def view_model(texts: Texts, snapshot: TableSnapshot) -> ViewModel:
    """The view model of a snapshot that has a view."""
    seats = snapshot.info.seats
    return ViewModel(
        texts,
        names_of(texts, seats),
        seats,
        snapshot.view,
        snapshot.ask,
        snapshot.waiting_for,
        snapshot.can_undo,
    )
