"""What keys do at the goofspiel table: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from engine.goofspiel.game import GAME
from engine.goofspiel.model import Bid
from tui.boards.goofspiel import words
from tui.boards.goofspiel.view_model import ViewModel
from tui.boards.kit.board import BoardHost, Prompt
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import COMMAND, LOBBY, UNDO, explain
from tui.boards.kit.seat_names import seat_numbers
from tui.boards.kit.view_model import NoIntent
from tui.language.actions import Action, labels
from tui.language.texts import N_, NC_

LOWEST = Action(
    "lowest", ("l",), "l",
    NC_("key", "lowest"), N_("bid your lowest card"),
)  # fmt: skip
MIDDLE = Action(
    "middle", ("m",), "m",
    NC_("key", "middle"), N_("bid your middle card"),
)  # fmt: skip
HIGHEST = Action(
    "highest", ("h",), "h",
    NC_("key", "highest"), N_("bid your highest card"),
)  # fmt: skip
EXPLAIN = explain(N_("explain who takes the prize; again to close"))
BIDS: Mapping[Action, float] = MappingProxyType({LOWEST: 0, MIDDLE: 0.5, HIGHEST: 1})
"""At which part of the hand the card of each is. Other cards are typed."""
ACTIONS = (*BIDS, EXPLAIN)
"""What the help page tells; the table screen tells of its own keys."""


def card_of(action: Action, hand: Sequence[int]) -> int:
    """Return the card that an action bids."""
    return hand[round(BIDS[action] * (len(hand) - 1))]


class GoofspielController(BoardController[ViewModel]):
    """One player's keys: nothing is chosen first, so every bid is made by one key."""

    def __init__(self, host: BoardHost, changed: Callable[[], None]) -> None:
        super().__init__(host, changed, ACTIONS)

    def read(self, model: ViewModel, text: str) -> Bid:
        return GAME.parse(words.to_notation(model.texts, text, seat_numbers(model.seats)), model.view)

    def begin(self, intent: Any) -> None:
        self.intent = intent
        self._changed()

    def go_back(self) -> None:
        self.begin(NoIntent())

    def bid(self, action: Action) -> None:
        """Bids the card of an action."""
        hand = self.model.hand if self.model else ()
        if hand:
            self.submit(Bid(card_of(action, hand)))

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "lowest": lambda self: self.bid(LOWEST),
            "middle": lambda self: self.bid(MIDDLE),
            "highest": lambda self: self.bid(HIGHEST),
        }
    )


def prompt(model: ViewModel, since: str) -> Prompt:
    """What to do now. `since` says how long the present question has been open."""
    texts = model.texts
    undo = (UNDO,) if model.can_undo else ()
    if model.ask is not None:
        return Prompt(question(model), labels(texts, (*BIDS, *undo, COMMAND, LOBBY, EXPLAIN)))
    around = labels(texts, (*undo, COMMAND, LOBBY, EXPLAIN))
    if not model.waiting_for:
        return Prompt(texts._("The game is over."), around)
    names = ", ".join(map(model.names, model.waiting_for))
    return Prompt(texts._("Still to bid ({since}): {names}.", since=since, names=names), around)


def question(model: ViewModel) -> str:
    """What there is to bid for."""
    return model.texts._("Bid a card for {points}.", points=words.points(model.texts, model.worth))
