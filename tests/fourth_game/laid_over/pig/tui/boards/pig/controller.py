"""What keys do at the pig table: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.pig.game import GAME
from engine.pig.model import HOLD, ROLL, Move
from tui.boards.kit.board import BoardHost, Prompt
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import COMMAND, LOBBY, UNDO, explain
from tui.boards.kit.seat_names import seat_numbers
from tui.boards.kit.view_model import NoIntent
from tui.boards.pig import words
from tui.boards.pig.view_model import ViewModel
from tui.language.actions import Action, labels
from tui.language.texts import N_, NC_

ROLLS = Action(
    "roll", ("r",), "r",
    NC_("key", "roll"), N_("roll the die"),
)  # fmt: skip
HOLDS = Action(
    "hold", ("h",), "h",
    NC_("key", "hold"), N_("hold this turn's points and end the turn"),
)  # fmt: skip
EXPLAIN = explain(N_("explain what a roll can bring; again to close"))
ACTIONS = (ROLLS, HOLDS, EXPLAIN)
"""What the help page tells; the table screen tells of its own keys."""


class PigController(BoardController[ViewModel]):
    """One player's keys: nothing is chosen, so every move is made by one key."""

    def __init__(self, host: BoardHost, changed: Callable[[], None]) -> None:
        super().__init__(host, changed, ACTIONS)

    def read(self, model: ViewModel, text: str) -> Move:
        return GAME.parse(words.to_notation(model.texts, text, seat_numbers(model.seats)), model.view)

    def begin(self, intent: Any) -> None:
        self.intent = intent
        self._changed()

    def go_back(self) -> None:
        self.begin(NoIntent())

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {"roll": lambda self: self.submit(ROLL), "hold": lambda self: self.submit(HOLD)}
    )


def prompt(model: ViewModel, since: str) -> Prompt:
    """What to do now. `since` says how long the present question has been open."""
    texts = model.texts
    undo = (UNDO,) if model.can_undo else ()
    if model.ask is not None:
        moves = (ROLLS, HOLDS) if model.pending else (ROLLS,)
        return Prompt(question(model), labels(texts, (*moves, *undo, COMMAND, LOBBY, EXPLAIN)))
    around = labels(texts, (*undo, COMMAND, LOBBY, EXPLAIN))
    if not model.waiting_for:
        return Prompt(texts._("The game is over."), around)
    name = model.names(model.waiting_for[0])
    return Prompt(texts._("{name} is rolling ({since}).", name=name, since=since), around)


def question(model: ViewModel) -> str:
    """What the player whose turn it is has to decide."""
    if not model.pending:
        return model.texts._("Your turn: roll the die.")
    return model.texts._("Roll again, or hold {points}?", points=words.points(model.texts, model.pending))
