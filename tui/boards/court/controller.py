"""The controller of the court board: it turns keys and choices into intents and moves.

`tui.boards.kit.controller` does what every board needs: one move at a time, confirming, refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from engine.court import queries
from engine.court.game import GAME
from engine.court.model.moves import CONCEDE, NOTHING, ROLL, STAND, Keep, Move, Take, Use
from engine.court.model.state import Kind
from tui.boards.court.panels import court_rows
from tui.boards.court.play.actions import ACTIONS
from tui.boards.court.play.intents import ChoosingPower, Intent, UsingPower
from tui.boards.court.play.power_questions import PowerChoice, becomes, power_questions, probe
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import typed_moves
from tui.boards.kit.board import BoardHost
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import BACK, DO
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.widgets.card_grid import CardGrid
from tui.widgets.dice_tray import NOTHING as NO_DICE
from tui.widgets.dice_tray import DiceTray, MarkLimit
from tui.widgets.lines import Lines
from tui.widgets.roster import Roster

_DICE_KEYS = frozenset(("space", *"123456"))
_STEPS: Mapping[str, int] = MappingProxyType(
    {"left": -1, "h": -1, "down": -1, "j": -1, "right": 1, "l": 1, "up": 1, "k": 1}
)
"""How keys move among values."""


class CourtPanels(NamedTuple):
    """The panels that the controller reads and moves."""

    court: CardGrid
    seats: Roster
    tray: DiceTray
    worth: Lines


class CourtController(BoardController[ViewModel]):
    """One player's keys and choices at a table of court."""

    intent: Intent
    keys_while_waiting = BoardController.keys_while_waiting | {"o"}

    def __init__(self, host: BoardHost, panels: CourtPanels, changed: Callable[[], None]) -> None:
        super().__init__(host, changed, ACTIONS)
        self._panels = panels
        self._saved_marks: tuple[int, ...] = ()
        """The marks for setting aside, kept while a power is chosen."""

    def apply(self, model: ViewModel) -> bool:
        before = self.model
        fresh = self.set_model(model.after(before))
        if fresh:
            self._reset_choice()
        if before is None or _dice_of(before) != _dice_of(model):
            self._saved_marks = ()
            self._panels.tray.mark(())
        return fresh and model.ask is not None

    def _reset_choice(self) -> None:
        """End choosing if the question has changed; marked dice stay marked."""
        if _chooses(self.intent):
            self._panels.tray.restrict(MarkLimit())
            self._panels.tray.mark(self._saved_marks)
        self.intent = NoIntent()
        self._panels.court.limit(None)

    def read(self, model: ViewModel, text: str) -> Move:
        return GAME.parse(typed_moves.to_notation(model.texts, text), model.view)

    @property
    def begun(self) -> Hashable:
        """What is begun; the value under the cursor is no question of its own."""
        return self.intent._replace(at=0) if isinstance(self.intent, UsingPower) else self.intent

    # Choices and what they lead to

    def limit(self, model: ViewModel) -> MarkLimit:
        """Return which dice can be marked."""
        match self.intent:
            case NoIntent() if model.phase == "dice":
                return MarkLimit()
            case UsingPower() as using if using.step is not None and using.step.of == "dice":
                faces, taken, dice = using.questions.faces(using.given), using.places, model.dice
                most = using.questions.most(using.given)
                return MarkLimit(most, lambda at: dice[at] in faces and at not in taken)
        return NO_DICE

    @property
    def use(self) -> Use | None:
        """Return the use of a power that Enter would make now, or the nearest to it."""
        using = self.intent
        if not isinstance(using, UsingPower):
            return None
        if using.step is not None and using.step.of == "dice":
            return using.use(self._dice_choice(self._panels.tray))
        return using.under_cursor

    def notes(self, model: ViewModel) -> dict[int, str]:
        """Return the notes under dice that a power changes: the new face, if it is known. Dice that another
        player's power has just changed get a mark.
        """
        using, tray = self.intent, self._panels.tray
        if not isinstance(using, UsingPower):
            return dict.fromkeys(model.fresh_places, "*")
        use = self.use
        asks_dice = using.step is not None and using.step.of == "dice"
        places = (*using.places, *(self._dice_choice(tray).places if asks_dice else ()))
        return becomes(use, model.dice, places) if use and places else dict.fromkeys(using.places, "*")

    def _dice_choice(self, tray: DiceTray) -> PowerChoice:
        """Return the dice that Enter would choose now: the marked ones, or the one under the cursor."""
        alone = tray.limit.most == 1 and bool(tray.dice) and tray.limit.allowed(tray.cursor)
        marks = tray.marks or ((tray.cursor,) if alone else ())
        return PowerChoice(tuple(tray.dice[at] for at in marks), marks)

    # Keys

    def press_action(self, key: str) -> bool:
        """Do what a key means while nothing is being chosen. Return whether it meant anything."""
        if key in _DICE_KEYS and self.is_idle and not self._panels.tray.is_focused:
            self._mark(key)
            return True
        action = self._actions.get(key)
        if action and action is not BACK and isinstance(self.intent, ChoosingPower | UsingPower):
            self.refuse_other_keys()
            return True
        return super().press_action(key)

    def _mark(self, key: str) -> None:
        """Mark dice of a face, wherever the focus is; the focus goes to the dice."""
        tray = self._panels.tray
        tray.focus()
        if key == "space":
            tray.action_mark()
        else:
            tray.action_mark_face(int(key))

    def refuse_other_keys(self) -> None:
        """Refuse a key that has nothing to do with the open choice."""
        self._host.notice(self._host.texts._("Choose first, or go back with Backspace."))

    def press_choice(self, key: str) -> bool:
        """Choose a value, or use a power that needs none."""
        match self.intent:
            case UsingPower() as using if using.values and self._choose_value(using, key):
                return True
            case UsingPower() as using if key in DO.keys and (using.step is None or using.values):
                self.submit(using.under_cursor)
                return True
        return False

    def _choose_value(self, using: UsingPower, key: str) -> bool:
        """Move among the values, or go to the one that a digit names."""
        if key in _STEPS:
            at = max(0, min(using.at + _STEPS[key], len(using.values) - 1))
        elif key in {"home", "end"}:
            at = 0 if key == "home" else len(using.values) - 1
        elif key.isdigit() and (int(key),) in using.values:
            at = using.values.index((int(key),))
        else:
            return False
        self.intent = using._replace(at=at)
        self._changed()
        return True

    # Intents

    def begin(self, intent: Intent) -> None:
        """Change the intent. Marks for setting aside come back once nothing is being chosen."""
        before, self.intent = self.intent, intent
        court, _, tray, _ = self._panels
        if isinstance(before, NoIntent) and isinstance(intent, ChoosingPower):
            self._saved_marks = tray.marks
        court.limit(self._is_own_power if isinstance(intent, ChoosingPower) else None)
        if self.model is not None and _chooses(before, intent):
            tray.restrict(self.limit(self.model))
            tray.mark(self._saved_marks if isinstance(intent, NoIntent) else ())
        self._changed()
        if isinstance(intent, UsingPower) or (
            isinstance(before, ChoosingPower) and isinstance(intent, NoIntent)
        ):
            tray.focus()
        if isinstance(intent, UsingPower):
            self._aim()

    def _is_own_power(self, key: str) -> bool:
        return self.model is not None and key in queries.usable_powers(self.model.view)

    def _aim(self) -> None:
        """Put the tray's cursor on a die that can be chosen."""
        tray = self._panels.tray
        places = [at for at in range(len(tray.dice)) if tray.limit.allowed(at)]
        if tray.limit.most and places and tray.cursor not in places:
            tray.go(places[0])

    def go_back(self) -> None:
        match self.intent:
            case UsingPower() as using if using.given:
                self.begin(using.back())
            case UsingPower() as using:
                self._choose_power(using.card)
            case ChoosingPower() | Confirming():
                self.begin(NoIntent())
            case NoIntent():
                self._host.notice(self._host.texts._("Nothing to go back from; press q for the lobby."))

    def _open_powers(self) -> None:
        model = self.model
        if model is None or not self.is_idle or self.refuses(ROLL, "not-your-turn", "game-over"):
            return
        powers = queries.usable_powers(model.view)
        usable = [kind for kind, why in powers.items() if why is None] or list(powers)
        if usable:
            self._choose_power(usable[0])
        else:
            self._host.notice(model.texts._("You don't own a card with a power yet."))

    def _choose_power(self, kind: Kind) -> None:
        self.begin(ChoosingPower())
        self._panels.court.select(kind)
        self._panels.court.focus()
        self._changed()

    def go_to_court(self) -> None:
        """Go to the cards at the end of a turn, to the highest one that can be taken."""
        model = self.model
        if model is None or self.refuses(NOTHING):
            return
        found = court_rows.payable_kinds(model.view)
        if found:
            self._panels.court.select(found[-1])
        self._panels.court.focus()
        self._changed()

    # When dice or a card are chosen

    def choose_dice(self, marks: tuple[int, ...]) -> None:
        """Do what Enter means at the tray."""
        model = self.ready_model
        if model is None:
            return
        match self.intent, model.phase:
            case UsingPower() as using, _:
                self._answer_dice(model, using, marks)
            case _, "last":
                self.confirm(STAND)
            case _, "end":
                self.go_to_court()
            case _, "dice":
                self._keep(self._panels.tray.marked_faces)
            case _:
                self.submit(ROLL)

    def _answer_dice(self, model: ViewModel, using: UsingPower, marks: tuple[int, ...]) -> None:
        choice = PowerChoice(tuple(model.dice[at] for at in marks), marks)
        more = using.answered(choice)
        if not using.questions.open(more.given):
            self.show_refusal(model.check(probe(model.view, using.card, using.given, choice.answer)))
        elif more.step is None:
            self.submit(using.use(choice))
        else:
            self.go_on(more)

    def miss_die(self, index: int | None, face: int | None) -> None:
        """Say why a die cannot be marked."""
        model, using = self.model, self.intent
        if model is None:
            return
        if isinstance(using, UsingPower) and index in using.places:
            self._host.notice(model.texts._("Choose another die: pips move from one die to another."))
        elif isinstance(using, UsingPower) and index is not None:
            faces = (*self._panels.tray.marked_faces, model.dice[index])
            self.show_refusal(model.check(probe(model.view, using.card, using.given, faces)))
        else:
            self.show_refusal(model.check(Keep(() if face is None else (face,))))

    def choose_card(self, kind: Kind) -> None:
        """Do what Enter means at the court."""
        model = self.ready_model
        if model is None:
            return
        if not isinstance(self.intent, ChoosingPower):
            self.confirm(Take(kind))
            return
        why = queries.usable_powers(model.view).get(kind)
        if why is None:
            self.go_on(UsingPower(power_questions(model.view, kind)))
        else:
            self.show_refusal(why)

    # Moves

    @property
    def dice_to_keep(self) -> tuple[int, ...]:
        """The marked dice, or else the one at the cursor that is seen there."""
        tray = self._panels.tray
        return tray.marked_faces or (tray.dice[tray.cursor : tray.cursor + 1] if tray.is_focused else ())

    def _keep(self, faces: tuple[int, ...]) -> None:
        if isinstance(self.intent, NoIntent):
            self.submit(Keep(tuple(sorted(faces))))

    def _keep_chosen(self) -> None:
        """Set dice aside. If there is no telling which, go to them."""
        self._keep(self.dice_to_keep)
        self._panels.tray.focus()

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "roll": lambda self: self.submit(ROLL),
            "keep": _keep_chosen,
            "power": _open_powers,
            "take": go_to_court,
            "nothing": lambda self: self.confirm(NOTHING),
            "stand": lambda self: self.confirm(STAND),
            "concede": lambda self: self.confirm(CONCEDE),
            "back": go_back,
        }
    )
    """What each action does. A class attribute, so that a controller holds no reference to itself."""


def _chooses(*intents: Intent) -> bool:
    """Return whether a power is or was being chosen: then marks are not for setting aside."""
    return any(isinstance(intent, ChoosingPower | UsingPower) for intent in intents)


def _dice_of(model: ViewModel) -> object:
    """Return a value that changes with every roll, set of dice aside and turn; marks are cleared then."""
    turn = model.turn
    return turn and (turn.seat, turn.rolled, turn.kept, turn.aside)
