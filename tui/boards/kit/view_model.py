"""What a board draws from: one seat's snapshot of the table, with the words to speak of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from engine.game import AnyGame, Ask, Refused
from tui.boards.kit.board import Names, names_of
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts

V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class BoardViewModel(Generic[V]):
    """A table as one player sees it. The snapshot has a view."""

    game: ClassVar[AnyGame]

    texts: Texts
    snapshot: TableSnapshot

    @cached_property
    def names(self) -> Names:
        """What seats are called."""
        return names_of(self.texts, self.seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, the first seat first."""
        return self.snapshot.info.seats

    @property
    def view(self) -> V:
        """What this player may know of the game."""
        view: V = self.snapshot.view
        return view

    @property
    def ask(self) -> Ask | None:
        """What this player is asked; None: nothing."""
        return self.snapshot.ask

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return self.snapshot.waiting_for

    @property
    def can_undo(self) -> bool:
        """Whether this player could take the last step back."""
        return self.snapshot.can_undo

    @staticmethod
    def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
        """The sentence for a refusal of this game; None: it is not one of its own."""
        raise NotImplementedError

    def check(self, move: Any) -> Refused | None:
        """Why this player may not make the move now; None: it is allowed."""
        return self.game.check(self.view, move)

    def why(self, refusal: Refused) -> str | None:
        """The sentence for a refusal; None: it is not one of the game's own."""
        return self.refusal(self.texts, self.names, refusal)
