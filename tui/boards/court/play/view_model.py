"""The view model of court (`tui.boards.kit.view_model`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from engine.court.game import GAME
from engine.court.model.events import DiceChanged, DieAdded
from engine.court.model.state import Dice, Turn, View
from engine.court.rules.validation import final_round
from tui.boards.court.words import refusals
from tui.boards.kit.view_model import BoardViewModel

Phase = Literal["watch", "hand", "dice", "end", "last", "over"]
"""Watching others; before the first roll; dice are active; all are set aside (in the final round: last); the
game is over.
"""


@dataclass(frozen=True, eq=False)
class ViewModel(BoardViewModel[View]):
    """A table of court as one player sees it."""

    game = GAME
    refusal = staticmethod(refusals.refusal)

    fresh_before: Dice | None = None
    """The fresh faces of the snapshot before, if nothing was played since."""

    @property
    def odds(self) -> bool:
        return self.snapshot.info.options.get("odds") != "off"

    @property
    def fresh(self) -> Dice:
        """The faces that a power made or added in the last step."""
        return _fresh(self.snapshot.events) if self.fresh_before is None else self.fresh_before

    @cached_property
    def turn(self) -> Turn | None:
        """The current turn; None after the game."""
        return self.view.position.turn

    @cached_property
    def phase(self) -> Phase:
        """The kind of step that this player can take now."""
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

    @cached_property
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
        """The places of dice that another player's power has just changed or added."""
        if self.phase != "watch":
            return ()
        free, found = list(range(len(self.dice))), []
        for face in self.fresh:
            place = next((place for place in free if self.dice[place] == face), None)
            if place is not None:
                free.remove(place)
                found.append(place)
        return tuple(found)

    def after(self, before: ViewModel | None) -> ViewModel:
        """Return the same model with the fresh faces of `before`, if nothing was played since."""
        return replace(self, fresh_before=before.fresh) if before and before.view == self.view else self


def _fresh(events: Sequence[Any]) -> Dice:
    match events:
        case [DiceChanged(_, _, _, after), *_]:
            return after
        case [DieAdded(_, _, face), *_] if face is not None:
            return (face,)
    return ()
