"""What a player's hands do in the garden: keys and choices that become intents and moves.

Nothing is on its way before a move is submitted, so going back is free. A move leaves with the
ask it answers; until the news of it arrive, keys that would act do nothing, because they were
meant for what comes next. What squares are chosen for is `tui.boards.laurin.gardening`'s
business, drawing the table's: it is told when something is different.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from engine.game import Refused
from engine.laurin import advice
from engine.laurin.game import GAME
from engine.laurin.legal import COUNTER, DONE, PASS
from engine.laurin.moves import Bid, Buy, Give, Lapse, Lead, Move, Place, TakeBack
from engine.laurin.names import DwarfKind, Magic
from tui.actions import by_key
from tui.boards.board import Desk
from tui.boards.laurin import gardening, prompts, slip_rows, spoken
from tui.boards.laurin.actions import ACTIONS, BACK, CASTS, DO
from tui.boards.laurin.garden import Garden
from tui.boards.laurin.households import Households
from tui.boards.laurin.intents import Choosing, Idle, Intent, Lifting, Saying, Sure, Swapping
from tui.boards.laurin.picture import number_of
from tui.boards.laurin.purse import Purse
from tui.boards.laurin.scene import Scene
from tui.boards.laurin.slip_rows import Drawn, Habit, OnOffer, Option, Target, Way
from tui.boards.laurin.slips import Slips
from tui.widgets.lines import Lines

_PASSES = frozenset(("tab", "shift+tab", "slash", "quotation_mark", "apostrophe", "question_mark"))
"""Keys that do no harm while a move is on its way."""
_DWARFS: Mapping[str, DwarfKind] = MappingProxyType({"5": "5/3", "3": "3/2", "1": "1/1"})
"""Which dwarf a digit means while dwarfs are placed."""


class Panels(NamedTuple):
    """What hands touch."""

    garden: Garden
    seats: Households
    slips: Slips
    purse: Purse
    info: Lines


class Hands:
    """One player's hands. `changed` is called when what is to be drawn is different."""

    def __init__(self, desk: Desk, panels: Panels, changed: Callable[[], None]) -> None:
        self.intent: Intent = Idle()
        self.scene: Scene | None = None
        self._desk, self._panels, self._changed = desk, panels, changed
        self._waiting: int | None = None
        """The ask that a submitted move answers, until its news arrive."""
        self._dwarf: DwarfKind | None = None
        """Which dwarf is wanted while they are placed."""
        self._actions = by_key(action for action in ACTIONS if action.name in self._DOES)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is begun."""
        return isinstance(self.intent, Idle)

    @property
    def dwarf(self) -> DwarfKind | None:
        """The dwarf that would be placed now: the one wanted, or the strongest that can be."""
        scene = self.scene
        if scene is None or scene.question != "place":
            return None
        return gardening.to_place(scene, self._dwarf)

    @property
    def target(self) -> Target | None:
        """What is under the cursor of the list."""
        scene = self.scene
        return slip_rows.target_at(scene, self.intent, self._panels.slips.place) if scene else None

    def see(self, scene: Scene) -> bool:
        """The table as it is now. Whether this player is asked something new."""
        before, self.scene = self.scene, scene
        asked = scene.ask.id if scene.ask else None
        if self._waiting != asked:
            self._waiting = None
        if before is not None and (before.ask.id if before.ask else None) == asked:
            if not self.is_idle and scene.view != before.view:
                self.intent = Idle()
            return False
        self.intent, self._dwarf = Idle(), None
        self._lay_out(scene)
        self._panels.slips.start(slip_rows.best(scene))
        return asked is not None

    def _lay_out(self, scene: Scene) -> None:
        """Treasure as a new question finds it: nothing bid, the best cards taken back."""
        match scene.question:
            case "bid":
                self._panels.purse.lay((), len(scene.view.hand))
            case "take-back":
                most = advice.most_back(scene.view)
                self._panels.purse.lay(advice.shown_bid(scene.view)[:most], most)
            case _:
                self._panels.purse.lay((), 0)

    def stop_waiting(self) -> None:
        """The move submitted last was not taken."""
        self._waiting = None
        self.set(Idle())

    def typed(self, text: str) -> bool:
        """A move in notation, in the player's words or in English; False: no move begins like this."""
        scene = self.scene
        if scene is None:
            return False
        called = {scene.letter(seat).lower(): seat for seat in range(1, len(scene.seats) + 1)}
        called |= {scene.names(seat).lower(): seat for seat in range(1, len(scene.seats) + 1)}
        try:
            move = GAME.parse(spoken.in_english(scene.texts, text, called), scene.view)
        except Refused as refusal:
            self.say(refusal)
            return refusal.code != "unreadable"
        self._submit(move)
        return True

    # Keys

    def press(self, key: str) -> bool:
        """Does what a key means; whether it meant something."""
        self._desk.notice("")
        if self._waiting is not None:
            return key not in _PASSES
        if self._answers(key) or self._digit(key):
            return True
        action = self._actions.get(key)
        if action and not (action is BACK and self.is_idle):
            self._DOES[action.name](self)
            return True
        return False

    def _answers(self, key: str) -> bool:
        """Whether the key belonged to the intent: the confirming key, the way back."""
        match self.intent:
            case Idle():
                return False
            case Sure(move) if key in DO.keys:
                self._submit(move)
            case _ if key in {"q", "z"}:
                self._back()
            case Sure():
                self.set(Idle())
                return key in BACK.keys
            case _:
                return False
        return True

    def _digit(self, key: str) -> bool:
        """A digit: one of the King's ways, or which dwarf to place."""
        scene = self.scene
        if scene is None or not self.is_idle or len(key) != 1 or not key.isdigit():
            return False
        if scene.leads:
            ways = [way for way in advice.reaches(scene.view) if number_of(way) == key]
            for way in ways:
                self._choose_way(Way(way))
            return bool(ways)
        if scene.question == "place" and key in _DWARFS:
            self._want(scene, _DWARFS[key])
            return True
        return False

    def _want(self, scene: Scene, kind: DwarfKind) -> None:
        why = scene.check(Place(kind, gardening.empty_square(scene)))
        if why is not None:
            self.say(why)
            return
        self._dwarf = kind
        self._changed()

    # Intents

    def set(self, intent: Intent) -> None:
        """Another intent. Choosing among several moves happens in the list."""
        before, self.intent = self.intent, intent
        if isinstance(intent, Choosing | Saying):
            self._panels.slips.start((0, 0))
        self._changed()
        if isinstance(intent, Choosing | Saying):
            self._panels.slips.focus()
        elif isinstance(intent, Swapping) or isinstance(before, Choosing | Saying):
            self._panels.garden.focus()

    def _back(self) -> None:
        match self.intent:
            case Lifting() as lifting:
                self.set(gardening.one_step_back(lifting))
            case Swapping(first) if first is not None:
                self.set(Swapping())
            case _:
                self.set(Idle())

    def _open_habits(self) -> None:
        """What can be said beforehand; the same key closes it again."""
        scene = self.scene
        if isinstance(self.intent, Saying):
            self.set(Idle())
        elif scene is None or not GAME.beforehand.words(scene.view):
            self._desk.notice(self._desk.texts._("There is nothing to be said beforehand."))
        elif self.is_idle:
            self.set(Saying())

    # What is chosen

    def choose_square(self, square: str) -> None:
        """Enter in the garden."""
        scene = self.scene
        if scene is None or self._waiting is not None:
            return
        if scene.question == "place" and self.is_idle and self.dwarf is None:
            self._desk.notice(prompts.none_to_place(scene))
            return
        found = gardening.chosen(scene, self.intent, square, self.dwarf)
        if isinstance(found, Refused):
            self.say(found)
        elif isinstance(found, Place):
            self._submit(found)
        else:
            self.set(found)

    def choose_slip(self) -> None:
        """Enter in the list."""
        scene, target = self.scene, self.target
        if scene is None or target is None or self._waiting is not None:
            return
        match target:
            case Option(move):
                self._submit(move)
            case OnOffer(card):
                self._choose_payment(scene, card)
            case Habit(word):
                self._desk.answer_beforehand(word, on=word not in scene.beforehand)
            case Drawn(card):
                self._choose_among("give", card, _gifts(scene, card))
            case Way():
                self._choose_way(target)

    def _choose_payment(self, scene: Scene, card: Magic) -> None:
        payments = advice.payments(scene.view, card)
        if scene.question != "buy":
            self.say(scene.check(Buy(card, scene.view.hand)))
        elif payments:
            self._choose_among("pay", card, tuple(Buy(card, paid) for paid in payments))
        else:
            self._desk.notice(scene.texts._("Your treasure does not pay for it."))

    def _choose_among(self, of: str, card: str, moves: tuple[Move, ...]) -> None:
        """Among moves of which the first stands for all, as long as the question is the right one."""
        if moves and not self._refuses(moves[0]):
            self.set(Choosing(of, card, moves))  # type: ignore[arg-type]  # one of the three words

    def _choose_way(self, target: Way) -> None:
        reach = target.reach
        leads = Lead(reach.owner, reach.direction)
        lapses = reach.end is None and self.scene is not None and self.scene.question != "king-last"
        self._weigh(Lapse(reach.owner) if lapses else leads)

    def choose_treasure(self, cards: tuple[int, ...]) -> None:
        """Enter at the treasure."""
        scene = self.scene
        if scene is None or self._waiting is not None:
            return
        if scene.question == "take-back":
            self._submit(TakeBack(cards))
        elif scene.question == "bid" and not cards:
            self._pass()
        else:
            self._weigh(Bid(cards))

    def miss_treasure(self) -> None:
        """A card that cannot be laid out: says why."""
        scene = self.scene
        if scene is None:
            return
        if scene.question == "take-back":
            self.say(Refused("takes-back-too-many", {"most": advice.most_back(scene.view)}))
        else:
            self.say(scene.check(Bid(())))

    # Keys that act

    def _move(self) -> None:
        if isinstance(self.intent, Lifting) and self.scene is not None:
            self._submit(self.intent.move(self.scene.view))

    def _done(self) -> None:
        scene = self.scene
        if scene is None or self._refuses(DONE):
            return
        if gardening.could_do_more(scene, self.dwarf):
            self.set(Sure(DONE))
        else:
            self._submit(DONE)

    def _pass(self) -> None:
        """Passing in a chance to react is one key; declining anything else takes a second one."""
        if self.scene is not None and self.scene.reacts:
            self._submit(PASS)
        else:
            self._weigh(PASS)

    def _cast(self, kind: Magic) -> None:
        scene = self.scene
        if scene is None:
            return
        why = advice.playable(scene.view).get(kind)
        if kind not in advice.playable(scene.view):
            self._desk.notice(scene.why(Refused("not-owned", {"card": kind})) or "")
        elif why is not None:
            self.say(why)
        elif kind == "counter":
            self.set(Sure(COUNTER))
        elif kind == "exchange":
            self.set(Swapping())
        else:
            moves = advice.casts(scene.view, kind)
            self.set(Sure(moves[0]) if kind == "ban" else Choosing("cast", kind, moves))

    # Moves

    def _weigh(self, move: Move) -> None:
        """Asks for the confirming key of a move of weight, if it is allowed at all."""
        if not self._refuses(move):
            self.set(Sure(move))

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
            "move": _move,
            "done": _done,
            "pass": _pass,
            "back": _back,
            "habits": _open_habits,
            **{f"cast {kind}": lambda self, kind=kind: self._cast(kind) for kind in CASTS},  # type: ignore[misc]
        }
    )
    """What each action does: of the class, or hands would hold on to themselves."""


def _gifts(scene: Scene, card: str) -> tuple[Move, ...]:
    """A movement card to everybody who has none."""
    movement = scene.position.movement
    return tuple(Give(card, seat) for seat, has in enumerate(movement, start=1) if has is None)
