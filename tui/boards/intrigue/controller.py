"""What a player's hands do at the intrigue table: keys and choices that become intents and moves.

What hands do at every table is `tui.boards.kit.controller`' business: a move on its way, confirming,
refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from engine.intrigue import queries
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import LEAVE, REVEAL, Copy, Move, MoveTo, Play, Remove, Steal
from engine.intrigue.model.state import Kind
from engine.intrigue.rules.legal import legal
from tui.boards.intrigue.panels.queue import Queue
from tui.boards.intrigue.play.actions import ACTIONS
from tui.boards.intrigue.play.intents import Intent, Moving, Placing, Stop
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import spoken
from tui.boards.kit.board import BoardHost
from tui.boards.kit.controller import BoardController
from tui.boards.kit.intents import Idle, Sure
from tui.boards.kit.seat_names import called
from tui.widgets.card_grid import CardGrid
from tui.widgets.lines import Lines
from tui.widgets.roster import Roster


class IntriguePanels(NamedTuple):
    """What hands touch."""

    queue: Queue
    seats: Roster
    line: Lines
    hand: CardGrid


class IntrigueController(BoardController[ViewModel]):
    """One player's hands."""

    intent: Intent
    looks = frozenset(("question_mark", "slash"))

    def __init__(self, host: BoardHost, panels: IntriguePanels, changed: Callable[[], None]) -> None:
        super().__init__(host, changed, ACTIONS)
        self._panels = panels
        self.targets: frozenset[int] = frozenset()
        """Places that this player can point at now."""

    def see(self, model: ViewModel) -> bool:
        """The table as it is now. Whether this player is asked something new."""
        if not self.turn_to(model):
            return False
        self.intent = Idle()
        choosing = model.phase in {"target", "move"}
        self.targets = frozenset(queries.targets(model.view) if choosing else ())
        return model.ask is not None

    def read(self, model: ViewModel, text: str) -> Move:
        return GAME.parse(spoken.in_english(model.texts, text, called(model.seats)), model.view)

    # Where the cursor may be

    def aims(self) -> tuple[queries.Placement, ...]:
        """Where the card that is being placed or moved can come to lie."""
        model, intent = self.model, self.intent
        if model is None:
            return ()
        match intent.before if isinstance(intent, Sure) else intent:
            case Placing(card):
                plays = (move for move in legal(model.view) if isinstance(move, Play))
                return queries.placements(model.view, (move for move in plays if move.card == card))
            case Moving(source):
                return queries.placements(model.view, queries.pointing_at(model.view, source))
        return ()

    def stops(self, *, everywhere: bool) -> tuple[Stop, ...]:
        """Where the cursor may stop in the queue: at what can be chosen, or `everywhere`."""
        aims = self.aims()
        if aims:
            return tuple(Stop(aim.place, aim.on) for aim in aims)
        last = len(self.model.queue) if self.model else 0
        places = range(1, last + 1) if everywhere or not self.targets else sorted(self.targets)
        return tuple(map(Stop, places))

    # Intents

    def begin(self, intent: Intent) -> None:
        """Another intent; the cursor goes to where it is answered."""
        self.intent = intent
        queue = self._panels.queue
        self._changed()
        if isinstance(intent, Placing):
            queue.go(queue.stops[-1] if queue.stops else queue.stop)
        if not isinstance(intent, Idle):
            queue.focus()

    def go_back(self) -> None:
        match self.intent:
            case Placing():
                self.begin(Idle())
                self._panels.hand.focus()
            case Moving(source):
                self.begin(Idle())
                self._panels.queue.go(Stop(source))
            case Sure(_, before):
                self.begin(before)

    def go_to_hand(self) -> None:
        """Goes to the own cards, to play one or to look at them."""
        self._panels.hand.focus()

    # Cards that were chosen

    def choose_card(self, kind: Kind) -> None:
        """Enter at the hand."""
        model = self.free
        if model is None:
            return
        if not self.refuses(Play(kind, "front")):
            self.begin(Placing(kind))

    def choose_place(self, stop: Stop) -> None:
        """Enter at the queue."""
        model = self.free
        if model is None:
            return
        match self.intent:
            case Placing() | Moving():
                self._choose_aim(stop)
            case Sure(move, _):
                self.submit(move)
            case Idle() if model.queue and model.phase in {"target", "move"}:
                self._point(model, stop.place)
            case Idle() if model.phase == "reveal" and stop.place == model.place:
                self.weigh(REVEAL)
            case Idle() if model.phase == "play":
                self.go_to_hand()
            case Idle():
                self._host.notice(model.texts._("Nothing is asked of you here: ? explains what you see."))

    def move_on(self) -> None:
        """The cursor left what was to be confirmed."""
        if isinstance(self.intent, Sure):
            self.begin(self.intent.before)

    def _choose_aim(self, stop: Stop) -> None:
        found = [aim.move for aim in self.aims() if (aim.place, aim.on) == stop]
        if found and isinstance(self.intent, Placing):
            self.submit(found[0])
        elif found and isinstance(self.intent, Moving):
            self.begin(Sure(found[0], self.intent))

    def _point(self, model: ViewModel, place: int) -> None:
        """A card was pointed at for the effect under way."""
        moves = queries.pointing_at(model.view, place)
        if not moves:
            self.say(model.check(_meant(model, place)))
        elif model.phase == "move":
            self.begin(Moving(place))
        else:
            self.begin(Sure(moves[0], Idle()))

    does: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "hand": go_to_hand,
            "reveal": lambda self: self.weigh(REVEAL),
            "leave": lambda self: self.weigh(LEAVE),
            "back": go_back,
        }
    )
    """What each action does: of the class, or hands would hold on to themselves."""


def _meant(model: ViewModel, place: int) -> Move:
    """The move that pointing at a place means, for the engine to say what is wrong with it."""
    match model.effect:
        case "decree":
            return MoveTo(place, 1)
        case "shapeshifter":
            return Copy(place)
        case "spy":
            return Steal(model.top(place).owner)
    return Remove(place)
