"""What a court board looks at: one seat's news, taken apart once, with the words to speak of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from engine.court.game import GAME
from engine.court.model.events import DiceChanged, DieAdded
from engine.court.model.moves import Move
from engine.court.model.state import Dice, Turn, View
from engine.court.rules.validation import final_round
from engine.game import Ask, Refused
from tui.boards.court.words import refusals
from tui.boards.kit.board import Names, names_of
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts

Phase = Literal["watch", "hand", "dice", "end", "last", "over"]
"""Watching others; before the first roll; dice are active; all lie aside (in the final round:
last); the game is over.
"""


class ViewModel(NamedTuple):
    """A table as one player sees it. Made by `scene_of`."""

    texts: Texts
    names: Names
    seats: tuple[Seat, ...]
    view: View
    ask: Ask | None
    can_undo: bool
    odds: bool = True
    """Whether the table agreed to show them."""
    fresh: Dice = ()
    """Faces that a power made or brought in the last step."""

    @property
    def turn(self) -> Turn | None:
        return self.view.position.turn

    @property
    def phase(self) -> Phase:
        turn = self.turn
        if turn is None:
            return "over"
        if self.ask is None:
            return "watch"
        if not turn.rolled:
            return "hand"
        if turn.active:
            return "dice"
        return "last" if final_round(self.view.position) else "end"

    @property
    def dice(self) -> Dice:
        """The active dice as the tray shows them, highest first; dice in hand show no face."""
        turn = self.turn
        if turn is None:
            return ()
        return turn.active[::-1] if turn.rolled else (0,) * turn.hand

    @property
    def aside(self) -> Dice:
        """The dice set aside, highest first."""
        return self.turn.aside[::-1] if self.turn else ()

    @property
    def fresh_places(self) -> tuple[int, ...]:
        """Where dice lie that another player's power made or brought just now."""
        free = list(range(len(self.dice))) if self.phase == "watch" else []
        found = []
        for face in self.fresh:
            place = next((place for place in free if self.dice[place] == face), None)
            if place is not None:
                free.remove(place)
                found.append(place)
        return tuple(found)

    def after(self, before: ViewModel | None) -> ViewModel:
        """With what is still fresh, where nothing was played since `before`."""
        return self._replace(fresh=before.fresh) if before and before.view == self.view else self

    def check(self, move: Move) -> Refused | None:
        """Why this player may not make the move now; None: it is allowed."""
        return GAME.check(self.view, move)

    def why(self, refusal: Refused) -> str | None:
        """The sentence for a refusal."""
        return refusals.refusal(self.texts, self.names, refusal)


def view_model(texts: Texts, snapshot: TableSnapshot) -> ViewModel:
    """The scene of news that have a view."""
    seats, odds = snapshot.info.seats, snapshot.info.options.get("odds") != "off"
    fresh = _fresh(snapshot.events)
    return ViewModel(
        texts, names_of(texts, seats), seats, snapshot.view, snapshot.ask, snapshot.can_undo, odds, fresh
    )


def _fresh(events: Sequence[Any]) -> Dice:
    match events:
        case [DiceChanged(_, _, _, after), *_]:
            return after
        case [DieAdded(_, _, face), *_] if face is not None:
            return (face,)
    return ()
