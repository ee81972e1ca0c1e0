"""The controller of every board: it sends one move at a time, and asks for a confirming key before important
moves.

A move is submitted with the ask it answers. Until the next snapshot arrives, keys that would act do nothing,
because they were meant for what comes next. Nothing is sent before a move is submitted, so going back is
free. Each board defines what can be chosen and marked, and which keys act (`begin`, `go_back`,
`press_choice`); its widget draws and is notified of changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engine.game import Refused
from tui.boards.kit.board import BoardHost
from tui.boards.kit.keys import BACK, DO
from tui.boards.kit.view_model import BoardViewModel, Confirming, NoIntent
from tui.language.actions import Action, by_key
from tui.language.refusals import refusal_text

S = TypeVar("S", bound=BoardViewModel[Any])


class BoardController(Generic[S]):
    """One player's keys and choices. It calls `changed` when the widget has to draw again."""

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]]
    """What each action does, by its name. A class attribute, so that a controller holds no reference to
    itself.
    """

    keys_while_waiting = frozenset(
        ("tab", "shift+tab", "slash", "quotation_mark", "apostrophe", "question_mark")
    )
    """Keys that still work while a move is on its way."""
    keys_while_confirming: frozenset[str] = frozenset(("slash",))
    """Keys that leave a question for confirmation open."""

    def __init__(self, host: BoardHost, changed: Callable[[], None], actions: Iterable[Action]) -> None:
        self.intent: Any = NoIntent()
        self.model: S | None = None
        self._host, self._changed = host, changed
        self._actions = by_key(action for action in actions if action.name in self.handlers)
        self._times = 0
        """How often something was begun."""
        self._waiting: int | None = None
        """The ask that a submitted move answers, until the next snapshot arrives."""
        self._postponed = False
        """True once the player has been shown that the move is on its way."""

    # For boards to implement

    def begin(self, intent: Any) -> None:
        """Change the intent, draw it, and put the focus where it is answered."""
        raise NotImplementedError

    @property
    def question(self) -> Hashable:
        """What is begun, anew each time: a question of its own for those keys that act."""
        begun = self.begun
        return begun if isinstance(begun, NoIntent) else (self._times, begun)

    @property
    def begun(self) -> Hashable:
        """What is begun, without the cursors and marks in it."""
        intent: Hashable = self.intent
        return intent

    def go_on(self, intent: Any) -> None:
        """Change the intent with a key that answers what is asked."""
        if self._host.may_act():
            self._times += 1
            self.begin(intent)

    def go_back(self) -> None:
        """Go one step back from what is begun."""
        raise NotImplementedError

    def read(self, model: S, text: str) -> Any:
        """Return the move that a typed line means, in the player's words or in notation. Raises Refused."""
        raise NotImplementedError

    def press_choice(self, key: str) -> bool:
        """Choose something with a key while an intent is open. Returns whether the key chose anything."""
        del key
        return False

    def press_action(self, key: str) -> bool:
        """Run the action of a key. Returns whether the key has one."""
        action = self._actions.get(key)
        if action:
            self.handlers[action.name](self)
        return action is not None

    # State

    @property
    def is_idle(self) -> bool:
        """True if nothing is begun."""
        return isinstance(self.intent, NoIntent)

    @property
    def ready_model(self) -> S | None:
        """The view model if the player can act; None while a move is on its way."""
        return self.model if self._waiting is None else None

    def apply(self, model: S) -> bool:
        """Take the view model of a new snapshot. Return whether this player is asked something new."""
        return self.set_model(model)

    def set_model(self, model: S) -> bool:
        """Take a new view model. Returns whether the open question changed or ended."""
        before, self.model = self.model, model
        asked = model.ask.id if model.ask else None
        if self._waiting != asked:
            self._stop_waiting()
        return before is None or (before.ask.id if before.ask else None) != asked

    def stop_waiting(self) -> None:
        """Allow keys again after a submitted move was refused."""
        self._stop_waiting()
        self.begin(NoIntent())

    def _stop_waiting(self) -> None:
        self._waiting = None
        if self._postponed:
            self._postponed = False
            self._host.notice("")

    # Keys and typed moves

    def press(self, key: str) -> bool:
        """Do what a key means. Returns whether it meant anything."""
        self._host.notice("")
        if self._waiting is not None:
            return self._postpone_key(key)
        return self._press_begun(key) or self.press_action(key)

    def _postpone_key(self, key: str) -> bool:
        """Ignore a key that would act before the next snapshot has arrived, and tell the player."""
        if key in self.keys_while_waiting:
            return False
        self._postponed = True
        self._host.notice(self._host.texts._("Your move is on its way: one moment."))
        return True

    def _press_begun(self, key: str) -> bool:
        """Press a key while an intent is open: a choice, the confirming key, or a way back. Returns whether
        the key was used.
        """
        if isinstance(self.intent, NoIntent):
            return False
        if self.press_choice(key):
            return True
        match self.intent:
            case Confirming(move, _) if key in DO.keys:
                self.submit(move)
            case _ if key in {"q", "z"}:
                self.go_back()
            case Confirming() if key not in self.keys_while_confirming and not self._host.may_act():
                return True  # no is an answer, too
            case Confirming(_, before) if key not in self.keys_while_confirming:
                self.begin(before)
                return key in BACK.keys
            case _:
                return False
        return True

    def typed(self, text: str) -> bool:
        """Make a typed move. Return False if no move begins like this."""
        model = self.model
        if model is None:
            return False
        try:
            move = self.read(model, text)
        except Refused as refusal:
            self.show_refusal(self._host.advised(refusal))
            return refusal.code != "unreadable"
        self.submit(move)
        return True

    # Moves

    def confirm(self, move: Any) -> None:
        """Ask for the confirming key of an important move, if the move is allowed."""
        if not self.refuses(move):
            self.go_on(Confirming(move))

    def submit(self, move: Any) -> None:
        """Submit a move that is allowed; None does nothing."""
        model = self.ready_model
        if model is None or move is None or not self._host.may_act() or self.refuses(move):
            return
        if model.ask is not None:
            self._waiting = model.ask.id
            self._host.submit(model.ask.id, move)

    def refuses(self, move: Any, *codes: str) -> bool:
        """Return whether the move is refused, by one of `codes` if any are given, and show the reason."""
        why = self.model.check(move) if self.model else None
        if why is None or (codes and why.code not in codes):
            return False
        self.show_refusal(why)
        return True

    def show_refusal(self, refusal: Refused | None) -> None:
        """Show why something is not possible."""
        texts = self._host.texts
        text = texts._("That is not possible now.")
        if refusal:
            own = self.model.why(refusal) if self.model else None
            text = own or refusal_text(texts, refusal)
        self._host.notice(text)
