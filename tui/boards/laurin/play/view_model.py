"""What a garden board looks at: one seat's news, taken apart once, with the words to speak of it."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Ask, Refused
from engine.laurin.game import GAME
from engine.laurin.model.moves import Move
from engine.laurin.model.names import Question
from engine.laurin.model.state import Position, View
from tui.boards.kit.board import Names, names_of
from tui.boards.laurin.words import refusals
from tui.boards.laurin.words.names import letters
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts

REACTIONS: tuple[Question, ...] = ("react", "counter")
"""Questions that are chances: one line, and the focus stays where it is."""
LEADING: tuple[Question, ...] = ("king", "king-free", "king-last")
"""Questions for a King's move."""


class ViewModel(NamedTuple):
    """A table as one player sees it. Made by `scene_of`."""

    texts: Texts
    names: Names
    letters: tuple[str, ...]
    """By seat, what its dwarfs are known by."""
    seats: tuple[Seat, ...]
    view: View
    ask: Ask | None
    can_undo: bool
    timed: bool
    """Whether the time for the open question is limited."""
    beforehand: tuple[str, ...] = ()
    """What this player said beforehand and still holds."""

    @property
    def position(self) -> Position:
        return self.view.position

    @property
    def question(self) -> Question | None:
        """What this player is asked; None: nothing."""
        return self.position.question if self.ask is not None else None

    @property
    def reacts(self) -> bool:
        return self.question in REACTIONS

    @property
    def leads(self) -> bool:
        return self.question in LEADING

    @property
    def own(self) -> int:
        """The viewing seat, 0 for spectators."""
        return self.view.seat or 0

    def letter(self, seat: int) -> str:
        return self.letters[seat - 1]

    def check(self, move: Move) -> Refused | None:
        """Why this player may not make the move now; None: it is allowed."""
        return GAME.check(self.view, move)

    def why(self, refusal: Refused) -> str | None:
        """The sentence for a refusal."""
        return refusals.refusal(self.texts, self.names, refusal)


def view_model(texts: Texts, snapshot: TableSnapshot) -> ViewModel:
    """The scene of news that have a view."""
    seats = snapshot.info.seats
    names = names_of(texts, seats)
    called = letters([seat.name for seat in seats])
    timed = snapshot.deadline is not None
    said = snapshot.beforehand
    return ViewModel(texts, names, called, seats, snapshot.view, snapshot.ask, snapshot.can_undo, timed, said)
