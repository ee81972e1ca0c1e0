"""The data that a board draws from: one seat's snapshot of the table, the texts for it, and what
its player is in the middle of. Each board adds its own intents to those that are here: plain values, since
nothing is sent before a move is submitted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from engine.game import AnyGame, Ask, Refused
from tui.boards.kit.board import Names, names_of
from tui.host.port import Seat, TableSnapshot
from tui.language.refusals import unknown
from tui.language.texts import Texts
from tui.language.wording import worded


class NoIntent(NamedTuple):
    """Nothing is begun: the player looks around or marks something."""


class Confirming(NamedTuple):
    """An important move waits for its confirming key. Going back leads to `before`."""

    move: Any
    before: Any = NoIntent()


V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class BoardViewModel(Generic[V]):
    """A table as one player sees it. The snapshot has a view."""

    game: ClassVar[AnyGame]

    texts: Texts
    snapshot: TableSnapshot

    @cached_property
    def names(self) -> Names:
        """The names of the seats."""
        return names_of(self.texts, self.seats)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order, with their players."""
        return self.snapshot.info.seats

    @cached_property
    def view(self) -> V:
        """The game as this player may know it."""
        view: V = self.snapshot.view
        return view

    @cached_property
    def ask(self) -> Ask | None:
        """The question to this player; None: there is none."""
        return self.snapshot.ask

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return self.snapshot.waiting_for

    @property
    def can_undo(self) -> bool:
        """True if this player may undo the last step."""
        return self.snapshot.can_undo

    @property
    def odds(self) -> bool:
        """True if odds may be shown at this table."""
        return self.snapshot.info.options.get("odds") != "off"

    @staticmethod
    def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
        """Returns the sentence for a refusal by this game's rules; None for any other refusal."""
        raise NotImplementedError

    def check(self, move: Any) -> Refused | None:
        """Returns why this player may not make the move now; None if it is allowed."""
        return self.game.check(self.view, move)

    def why(self, refusal: Refused) -> str | None:
        """Returns the sentence for a refusal by this game's rules; None for any other refusal."""
        said = partial(self.refusal, self.texts, self.names, refusal)
        return worded(refusal.code, said, partial(unknown, self.texts, refusal))
