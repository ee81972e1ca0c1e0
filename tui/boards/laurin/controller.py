"""What a player's hands do in the garden: keys and choices that become intents and moves.

What hands do at every table is `tui.boards.kit.controller`' business: a move on its way, confirming,
refusals. What squares are chosen for is `tui.boards.laurin.play.square_choice`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from engine.game import Refused
from engine.laurin import advice
from engine.laurin.game import GAME
from engine.laurin.model.moves import Bid, Buy, Give, Lapse, Lead, Move, Place, TakeBack
from engine.laurin.model.names import DwarfKind, Magic
from engine.laurin.rules.legal import COUNTER, DONE, PASS
from tui.boards.kit.board import BoardHost
from tui.boards.kit.controller import BoardController
from tui.boards.kit.intents import Idle, Sure
from tui.boards.kit.keys import BACK
from tui.boards.kit.seat_names import called
from tui.boards.laurin.panels import choice_rows
from tui.boards.laurin.panels.choice_list import ChoiceList
from tui.boards.laurin.panels.choice_rows import Drawn, Habit, ListOption, OnOffer, PlayOption, Target
from tui.boards.laurin.panels.garden import Garden
from tui.boards.laurin.panels.households import Households
from tui.boards.laurin.panels.picture import number_of
from tui.boards.laurin.panels.treasure_panel import TreasurePanel
from tui.boards.laurin.play import prompts, square_choice
from tui.boards.laurin.play.actions import ACTIONS, CASTS
from tui.boards.laurin.play.intents import Choosing, Intent, Lifting, Saying, Swapping
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import spoken
from tui.widgets.lines import Lines

_DWARFS: Mapping[str, DwarfKind] = MappingProxyType({"5": "5/3", "3": "3/2", "1": "1/1"})
"""Which dwarf a digit means while dwarfs are placed."""


class LaurinPanels(NamedTuple):
    """What hands touch."""

    garden: Garden
    seats: Households
    slips: ChoiceList
    purse: TreasurePanel
    info: Lines


class LaurinController(BoardController[ViewModel]):
    """One player's hands."""

    intent: Intent

    def __init__(self, desk: BoardHost, panels: LaurinPanels, changed: Callable[[], None]) -> None:
        super().__init__(desk, changed, ACTIONS)
        self._panels = panels
        self._dwarf: DwarfKind | None = None
        """Which dwarf is wanted while they are placed."""

    @property
    def dwarf(self) -> DwarfKind | None:
        """The dwarf that would be placed now: the one wanted, or the strongest that can be."""
        scene = self.scene
        if scene is None or scene.question != "place":
            return None
        return square_choice.to_place(scene, self._dwarf)

    @property
    def target(self) -> Target | None:
        """What is under the cursor of the list."""
        scene = self.scene
        return choice_rows.target_at(scene, self.intent, self._panels.slips.place) if scene else None

    def see(self, scene: ViewModel) -> bool:
        """The table as it is now. Whether this player is asked something new."""
        before = self.scene
        if not self.turn_to(scene):
            if not self.is_idle and before is not None and scene.view != before.view:
                self.intent = Idle()
            return False
        self.intent, self._dwarf = Idle(), None
        self._lay_out(scene)
        self._panels.slips.start(choice_rows.best(scene))
        return scene.ask is not None

    def _lay_out(self, scene: ViewModel) -> None:
        """Treasure as a new question finds it: nothing bid, the best cards taken back."""
        match scene.question:
            case "bid":
                self._panels.purse.lay((), len(scene.view.hand))
            case "take-back":
                most = advice.most_back(scene.view)
                self._panels.purse.lay(advice.shown_bid(scene.view)[:most], most)
            case _:
                self._panels.purse.lay((), 0)

    def read(self, scene: ViewModel, text: str) -> Move:
        letters = {letter: seat for seat, letter in enumerate(scene.letters, start=1)}
        words = spoken.in_english(scene.texts, text, {**letters, **called(scene.seats)})
        return GAME.parse(words, scene.view)

    # Keys

    def act(self, key: str) -> bool:
        if key in BACK.keys and self.is_idle:
            return False
        return self._digit(key) or super().act(key)

    def _digit(self, key: str) -> bool:
        """A digit: one of the King's ways, or which dwarf to place."""
        scene = self.scene
        if scene is None or not self.is_idle or len(key) != 1 or not key.isdigit():
            return False
        if scene.leads:
            ways = [way for way in advice.reaches(scene.view) if number_of(way) == key]
            for way in ways:
                self._choose_way(PlayOption(way))
            return bool(ways)
        if scene.question == "place" and key in _DWARFS:
            self._want(scene, _DWARFS[key])
            return True
        return False

    def _want(self, scene: ViewModel, kind: DwarfKind) -> None:
        why = scene.check(Place(kind, square_choice.empty_square(scene)))
        if why is not None:
            self.say(why)
            return
        self._dwarf = kind
        self._changed()

    # Intents

    def begin(self, intent: Intent) -> None:
        """Another intent. Choosing among several moves happens in the list."""
        before, self.intent = self.intent, intent
        if isinstance(intent, Choosing | Saying):
            self._panels.slips.start((0, 0))
        self._changed()
        if isinstance(intent, Choosing | Saying):
            self._panels.slips.focus()
        elif isinstance(intent, Swapping) or isinstance(before, Choosing | Saying):
            self._panels.garden.focus()

    def go_back(self) -> None:
        match self.intent:
            case Lifting() as lifting:
                self.begin(square_choice.one_step_back(lifting))
            case Swapping(first) if first is not None:
                self.begin(Swapping())
            case _:
                self.begin(Idle())

    def _open_habits(self) -> None:
        """What can be said beforehand; the same key closes it again."""
        scene = self.scene
        if isinstance(self.intent, Saying):
            self.begin(Idle())
        elif scene is None or not GAME.beforehand.words(scene.view):
            self._desk.notice(self._desk.texts._("There is nothing to be said beforehand."))
        elif self.is_idle:
            self.begin(Saying())

    # What is chosen

    def choose_square(self, square: str) -> None:
        """Enter in the garden."""
        scene = self.free
        if scene is None:
            return
        if scene.question == "place" and self.is_idle and self.dwarf is None:
            self._desk.notice(prompts.none_to_place(scene))
            return
        found = square_choice.chosen(scene, self.intent, square, self.dwarf)
        if isinstance(found, Refused):
            self.say(found)
        elif isinstance(found, Place):
            self.submit(found)
        else:
            self.begin(found)

    def choose_slip(self) -> None:
        """Enter in the list."""
        scene, target = self.free, self.target
        if scene is None or target is None:
            return
        match target:
            case ListOption(move):
                self.submit(move)
            case OnOffer(card):
                self._choose_payment(scene, card)
            case Habit(word):
                self._desk.answer_beforehand(word, on=word not in scene.beforehand)
            case Drawn(card):
                self._choose_among("give", card, _gifts(scene, card))
            case PlayOption():
                self._choose_way(target)

    def _choose_payment(self, scene: ViewModel, card: Magic) -> None:
        payments = advice.payments(scene.view, card)
        if scene.question != "buy":
            self.say(scene.check(Buy(card, scene.view.hand)))
        elif payments:
            self._choose_among("pay", card, tuple(Buy(card, paid) for paid in payments))
        else:
            self._desk.notice(scene.texts._("Your treasure does not pay for it."))

    def _choose_among(self, of: str, card: str, moves: tuple[Move, ...]) -> None:
        """Among moves of which the first stands for all, as long as the question is the right one."""
        if moves and not self.refuses(moves[0]):
            self.begin(Choosing(of, card, moves))  # type: ignore[arg-type]  # one of the three words

    def _choose_way(self, target: PlayOption) -> None:
        reach = target.reach
        leads = Lead(reach.owner, reach.direction)
        lapses = reach.end is None and self.scene is not None and self.scene.question != "king-last"
        self.weigh(Lapse(reach.owner) if lapses else leads)

    def choose_treasure(self, cards: tuple[int, ...]) -> None:
        """Enter at the treasure."""
        scene = self.free
        if scene is None:
            return
        if scene.question == "take-back":
            self.submit(TakeBack(cards))
        elif scene.question == "bid" and not cards:
            self._pass()
        else:
            self.weigh(Bid(cards))

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
            self.submit(self.intent.move(self.scene.view))

    def _done(self) -> None:
        scene = self.scene
        if scene is None or self.refuses(DONE):
            return
        if square_choice.could_do_more(scene, self.dwarf):
            self.begin(Sure(DONE))
        else:
            self.submit(DONE)

    def _pass(self) -> None:
        """Passing in a chance to react is one key; declining anything else takes a second one."""
        if self.scene is not None and self.scene.reacts:
            self.submit(PASS)
        else:
            self.weigh(PASS)

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
            self.begin(Sure(COUNTER))
        elif kind == "exchange":
            self.begin(Swapping())
        else:
            moves = advice.casts(scene.view, kind)
            self.begin(Sure(moves[0]) if kind == "ban" else Choosing("cast", kind, moves))

    does: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "move": _move,
            "done": _done,
            "pass": _pass,
            "back": go_back,
            "habits": _open_habits,
            **{f"cast {kind}": lambda self, kind=kind: self._cast(kind) for kind in CASTS},  # type: ignore[misc]
        }
    )
    """What each action does: of the class, or hands would hold on to themselves."""


def _gifts(scene: ViewModel, card: str) -> tuple[Move, ...]:
    """A movement card to everybody who has none."""
    movement = scene.position.movement
    return tuple(Give(card, seat) for seat, has in enumerate(movement, start=1) if has is None)
