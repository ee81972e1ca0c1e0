"""The controller of the intrigue board: it turns keys and choices into intents and moves.

`tui.boards.kit.controller` does what every board needs: one move at a time, confirming, refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, cast

from engine.intrigue import queries
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import LEAVE, REVEAL, Copy, Move, MoveTo, Play, Remove, Steal
from engine.intrigue.model.state import Kind
from engine.intrigue.rules.legal import legal
from tui.boards.intrigue.panels.hand import Hand
from tui.boards.intrigue.panels.queue import Queue
from tui.boards.intrigue.play.actions import ACTIONS
from tui.boards.intrigue.play.intents import Intent, Moving, Placing, QueueSpot
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import typed_moves
from tui.boards.kit.board import BoardHost
from tui.boards.kit.controller import BoardController
from tui.boards.kit.seat_names import seat_numbers
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.widgets.roster import Roster


class IntriguePanels(NamedTuple):
    """The panels that the controller reads and moves."""

    queue: Queue
    seats: Roster
    hand: Hand


class IntrigueController(BoardController[ViewModel]):
    """One player's keys and choices at a table of intrigue."""

    intent: Intent
    keys_while_confirming = frozenset(("question_mark", "slash"))

    def __init__(self, host: BoardHost, panels: IntriguePanels, changed: Callable[[], None]) -> None:
        super().__init__(host, changed, ACTIONS)
        self._panels = panels
        self.targets: frozenset[int] = frozenset()
        """The places that this player can point at now."""

    def apply(self, model: ViewModel) -> bool:
        if not self.set_model(model):
            return False
        self.intent = NoIntent()
        choosing = model.phase in {"target", "move"}
        self.targets = frozenset(queries.targets(model.view) if choosing else ())
        return model.ask is not None

    def read(self, model: ViewModel, text: str) -> Move:
        return GAME.parse(typed_moves.to_notation(model.texts, text, seat_numbers(model.seats)), model.view)

    # Where the cursor may be

    def aims(self) -> tuple[queries.Placement, ...]:
        """Return where the card that is being placed or moved can go."""
        model, intent = self.model, self.intent
        if model is None:
            return ()
        match intent.before if isinstance(intent, Confirming) else intent:
            case Placing(card):
                plays = (move for move in legal(model.view) if isinstance(move, Play))
                return queries.placements(model.view, (move for move in plays if move.card == card))
            case Moving(source):
                return queries.placements(model.view, queries.pointing_at(model.view, source))
        return ()

    def stops(self, *, everywhere: bool) -> tuple[QueueSpot, ...]:
        """Return where the cursor may stop in the queue: at what can be chosen, or `everywhere`."""
        aims = self.aims()
        if aims:
            return tuple(QueueSpot(aim.place, aim.on) for aim in aims)
        last = len(self.model.queue) if self.model else 0
        places = range(1, last + 1) if everywhere or not self.targets else sorted(self.targets)
        return tuple(map(QueueSpot, places))

    def chosen(self, stop: QueueSpot) -> Move | None:
        """Return the move that the present keys are about: the one that waits for its confirming key, or a
        card played where the cursor is; None if there is none.
        """
        match self.intent:
            case Confirming(move, _):
                return cast(Move, move)
            case Placing() | Moving():
                return next((aim.move for aim in self.aims() if (aim.place, aim.on) == stop), None)
        return None

    # Intents

    def begin(self, intent: Intent) -> None:
        self.intent = intent
        queue = self._panels.queue
        self._changed()
        if isinstance(intent, Placing):
            queue.go(queue.stops[-1] if queue.stops else queue.stop)
        if not isinstance(intent, NoIntent):
            queue.focus()

    def go_back(self) -> None:
        match self.intent:
            case Placing():
                self.begin(NoIntent())
                self._panels.hand.focus()
            case Moving(source):
                self.begin(NoIntent())
                self._panels.queue.go(QueueSpot(source))
            case Confirming(_, before):
                self.begin(before)

    def go_to_hand(self) -> None:
        """Focus the hand, to play a card or to look at the cards."""
        self._panels.hand.focus()

    # When a card is chosen

    def choose_card(self, kind: Kind) -> None:
        """Do what Enter means at a card of the hand."""
        model = self.ready_model
        if model is None:
            return
        if not self.refuses(Play(kind, "front")):
            self.go_on(Placing(kind))

    def choose_place(self, stop: QueueSpot) -> None:
        """Do what Enter means at a place of the queue."""
        model = self.ready_model
        if model is None:
            return
        match self.intent:
            case Placing() | Moving():
                self._choose_aim(stop)
            case Confirming(move, _):
                self.submit(move)
            case NoIntent() if model.queue and model.phase in {"target", "move"}:
                self._point(model, stop.place)
            case NoIntent() if model.phase == "reveal" and stop.place == model.place:
                self.confirm(REVEAL)
            case NoIntent() if model.phase == "play":
                self.go_to_hand()
            case NoIntent():
                self._host.notice(model.texts._("Nothing to do here now: press ? to explain what you see."))

    def move_on(self) -> None:
        """Drop the question for confirmation when the cursor moves."""
        if isinstance(self.intent, Confirming):
            self.begin(self.intent.before)

    def _choose_aim(self, stop: QueueSpot) -> None:
        found = [aim.move for aim in self.aims() if (aim.place, aim.on) == stop]
        if found and isinstance(self.intent, Placing):
            self.submit(found[0])
        elif found and isinstance(self.intent, Moving):
            self.go_on(Confirming(found[0], self.intent))

    def _point(self, model: ViewModel, place: int) -> None:
        """Choose a card for the effect under way."""
        moves = queries.pointing_at(model.view, place)
        if not moves:
            self.show_refusal(model.check(_meant(model, place)))
        elif model.phase == "move":
            self.go_on(Moving(place))
        else:
            self.go_on(Confirming(moves[0], NoIntent()))

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "hand": go_to_hand,
            "reveal": lambda self: self.confirm(REVEAL),
            "leave": lambda self: self.confirm(LEAVE),
            "back": go_back,
        }
    )
    """What each action does, by its name. A class attribute, so that a controller holds no reference to
    itself.
    """


def _meant(model: ViewModel, place: int) -> Move:
    """Return the move that pointing at a place means, for which the engine says what is wrong."""
    match model.effect:
        case "decree":
            return MoveTo(place, 1)
        case "shapeshifter":
            return Copy(place)
        case "spy":
            return Steal(model.top(place).owner)
    return Remove(place)
