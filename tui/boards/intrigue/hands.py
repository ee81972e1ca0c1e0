"""What a player's hands do at the intrigue table: keys and choices that become intents and moves.

Nothing is on its way before `_submit`, so going back is free. A move leaves with the ask it
answers; until the news of it arrive, keys that would act do nothing, because they were meant
for what comes next. Drawing is the table's business: it is told when something is different.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from engine.game import Refused
from engine.intrigue import advice
from engine.intrigue.game import GAME
from engine.intrigue.legal import legal
from engine.intrigue.model import Kind
from engine.intrigue.moves import LEAVE, REVEAL, Copy, Move, MoveTo, Play, Remove, Steal
from tui.actions import by_key
from tui.boards.board import Desk
from tui.boards.intrigue import spoken
from tui.boards.intrigue.actions import ACTIONS, BACK, DO
from tui.boards.intrigue.intents import Idle, Intent, Moving, Placing, Sure
from tui.boards.intrigue.queue import Queue, Stop
from tui.boards.intrigue.scene import Scene
from tui.widgets.card_grid import CardGrid
from tui.widgets.lines import Lines
from tui.widgets.roster import Roster

_PASSES = frozenset(("tab", "shift+tab", "slash", "quotation_mark", "question_mark"))
"""Keys that do no harm while a move is on its way."""


class Panels(NamedTuple):
    """What hands touch."""

    queue: Queue
    seats: Roster
    line: Lines
    hand: CardGrid


class Hands:
    """One player's hands. `changed` is called when what is to be drawn is different."""

    def __init__(self, desk: Desk, panels: Panels, changed: Callable[[], None]) -> None:
        self.intent: Intent = Idle()
        self.scene: Scene | None = None
        self.targets: frozenset[int] = frozenset()
        """Places that this player can point at now."""
        self._desk, self._panels, self._changed = desk, panels, changed
        self._waiting: int | None = None
        """The ask that a submitted move answers, until its news arrive."""
        self._actions = by_key(action for action in ACTIONS if action.name in self._DOES)

    def see(self, scene: Scene) -> bool:
        """The table as it is now. Whether this player is asked something new."""
        before, self.scene = self.scene, scene
        asked = scene.ask.id if scene.ask else None
        if self._waiting != asked:
            self._waiting = None
        if before is not None and (before.ask.id if before.ask else None) == asked:
            return False
        self.intent = Idle()
        choosing = scene.phase in {"target", "move"}
        self.targets = frozenset(advice.targets(scene.view) if choosing else ())
        return asked is not None

    def stop_waiting(self) -> None:
        """The move submitted last was not taken."""
        self._waiting = None
        self.set(Idle())

    def typed(self, text: str) -> bool:
        """A move in notation, in the player's words or in English; False: no move begins like this."""
        scene = self.scene
        if scene is None:
            return False
        try:
            move = GAME.parse(spoken.in_english(scene.texts, text), scene.view)
        except Refused as refusal:
            self.say(refusal)
            return refusal.code != "unreadable"
        self._submit(move)
        return True

    # Where the cursor may be

    def aims(self) -> tuple[advice.Aim, ...]:
        """Where the card that is being placed or moved can come to lie."""
        scene, intent = self.scene, self.intent
        if scene is None:
            return ()
        match intent.before if isinstance(intent, Sure) else intent:
            case Placing(card):
                plays = (move for move in legal(scene.view) if isinstance(move, Play))
                return advice.aims(scene.view, (move for move in plays if move.card == card))
            case Moving(source):
                return advice.aims(scene.view, advice.pointing_at(scene.view, source))
        return ()

    def stops(self, *, everywhere: bool) -> tuple[Stop, ...]:
        """Where the cursor may stop in the queue: at what can be chosen, or `everywhere`."""
        aims = self.aims()
        if aims:
            return tuple(Stop(aim.place, aim.on) for aim in aims)
        last = len(self.scene.queue) if self.scene else 0
        places = range(1, last + 1) if everywhere or not self.targets else sorted(self.targets)
        return tuple(map(Stop, places))

    # Keys

    def press(self, key: str) -> bool:
        """Does what a key means; whether it meant something."""
        self._desk.notice("")
        if self._waiting is not None:
            return key not in _PASSES
        if self._answers(key):
            return True
        action = self._actions.get(key)
        if action:
            self._DOES[action.name](self)
        return action is not None

    def _answers(self, key: str) -> bool:
        """Whether the key belonged to the intent: the confirming key, the way back."""
        match self.intent:
            case Idle():
                return False
            case Sure(move, _) if key in DO.keys:
                self._submit(move)
            case _ if key in {"q", "z"}:
                self._back()
            case Sure(_, before) if key not in {"question_mark", "slash"}:
                self.set(before)
                return key in BACK.keys
            case _:
                return False
        return True

    # Intents

    def set(self, intent: Intent) -> None:
        """Another intent; the cursor goes to where it is answered."""
        self.intent = intent
        queue = self._panels.queue
        self._changed()
        if isinstance(intent, Placing):
            queue.go(queue.stops[-1] if queue.stops else queue.stop)
        if not isinstance(intent, Idle):
            queue.focus()

    def _back(self) -> None:
        match self.intent:
            case Placing():
                self.set(Idle())
                self._panels.hand.focus()
            case Moving(source):
                self.set(Idle())
                self._panels.queue.go(Stop(source))
            case Sure(_, before):
                self.set(before)

    def go_to_hand(self) -> None:
        """Goes to the own cards, to play one or to look at them."""
        self._panels.hand.focus()

    # Cards that were chosen

    def choose_card(self, kind: Kind) -> None:
        """Enter at the hand."""
        scene = self.scene
        if scene is None or self._waiting is not None:
            return
        if not self._refuses(Play(kind, "front")):
            self.set(Placing(kind))

    def choose_place(self, stop: Stop) -> None:
        """Enter at the queue."""
        scene = self.scene
        if scene is None or self._waiting is not None:
            return
        match self.intent:
            case Placing() | Moving():
                self._choose_aim(stop)
            case Sure(move, _):
                self._submit(move)
            case Idle() if scene.queue and scene.phase in {"target", "move"}:
                self._point(scene, stop.place)
            case Idle() if scene.phase == "reveal" and stop.place == scene.place:
                self._weigh(REVEAL)
            case Idle() if scene.phase == "play":
                self.go_to_hand()
            case Idle():
                self._desk.notice(scene.texts._("Nothing is asked of you here: ? explains what you see."))

    def move_on(self) -> None:
        """The cursor left what was to be confirmed."""
        if isinstance(self.intent, Sure):
            self.set(self.intent.before)

    def _choose_aim(self, stop: Stop) -> None:
        found = [aim.move for aim in self.aims() if (aim.place, aim.on) == stop]
        if found and isinstance(self.intent, Placing):
            self._submit(found[0])
        elif found and isinstance(self.intent, Moving):
            self.set(Sure(found[0], self.intent))

    def _point(self, scene: Scene, place: int) -> None:
        """A card was pointed at for the effect under way."""
        moves = advice.pointing_at(scene.view, place)
        if not moves:
            self.say(scene.check(_meant(scene, place)))
        elif scene.phase == "move":
            self.set(Moving(place))
        else:
            self.set(Sure(moves[0], Idle()))

    # Moves

    def _weigh(self, move: Move) -> None:
        """Asks for the confirming key, if the move is allowed at all."""
        if not self._refuses(move):
            self.set(Sure(move, Idle()))

    def _submit(self, move: Move) -> None:
        scene = self.scene
        if scene is None or self._waiting is not None or self._refuses(move):
            return
        if scene.ask is not None:
            self._waiting = scene.ask.id
            self._desk.submit(scene.ask.id, move)

    def _refuses(self, move: Move) -> bool:
        """Whether the move is refused, having said why."""
        why = self.scene.check(move) if self.scene else None
        if why is not None:
            self.say(why)
        return why is not None

    def say(self, refusal: Refused | None) -> None:
        """Why something is not possible."""
        text = self.scene.why(refusal) if self.scene and refusal else None
        self._desk.notice(text or self._desk.texts._("That is not possible now."))

    _DOES: ClassVar[Mapping[str, Callable[[Hands], None]]] = MappingProxyType(
        {
            "hand": go_to_hand,
            "reveal": lambda self: self._weigh(REVEAL),
            "leave": lambda self: self._weigh(LEAVE),
            "back": _back,
        }
    )
    """What each action does: of the class, or hands would hold on to themselves."""


def _meant(scene: Scene, place: int) -> Move:
    """The move that pointing at a place means, for the engine to say what is wrong with it."""
    match scene.effect:
        case "decree":
            return MoveTo(place, 1)
        case "shapeshifter":
            return Copy(place)
        case "spy":
            return Steal(scene.top(place).owner)
    return Remove(place)
