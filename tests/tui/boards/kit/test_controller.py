"""Hands at any table send one move at a time, ask before those of weight, and say why a key did nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.game import Ask, Refused
from tui.boards.kit.controller import BoardController
from tui.boards.kit.intents import Idle, Sure
from tui.boards.kit.keys import BACK
from tui.language.texts import Texts

GO = BACK._replace(name="go", keys=("g",))


class Desk:
    """Takes what hands send and say."""

    def __init__(self) -> None:
        self.texts, self.sent, self.said = Texts(), [], ""

    def submit(self, ask: int, move: Any) -> None:
        self.sent.append((ask, move))

    def notice(self, text: str) -> None:
        self.said = text

    def advised(self, refusal: Refused) -> Refused:
        return Refused(f"typed-{refusal.code}", refusal.params)


class Scene:
    """Somebody is asked; "no" is forbidden."""

    def __init__(self, ask: int | None = 1) -> None:
        self.texts, self.ask = Texts(), Ask(ask, 1, "go") if ask else None

    def check(self, move: Any) -> Refused | None:
        return Refused("not-so") if move == "no" else None

    def why(self, refusal: Refused) -> str | None:
        return f"Why: {refusal.code}."


class Hands(BoardController[Scene]):
    """Weighs "go" at g; everything typed is a move."""

    looks = frozenset(("slash",))

    def __init__(self, desk: Any) -> None:
        super().__init__(desk, lambda: None, (GO, BACK))

    def begin(self, intent: Any) -> None:
        self.intent = intent

    def go_back(self) -> None:
        self.begin(Idle())

    def read(self, _scene: Scene, text: str) -> str:
        if text == "fly":
            raise Refused("unreadable", {"text": text})
        return text

    does: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {"go": lambda self: self.weigh("go"), "back": go_back}
    )


def at_the_table() -> tuple[Desk, Hands]:
    desk = Desk()
    hands = Hands(desk)
    assert hands.turn_to(Scene())
    return desk, hands


def test_a_move_of_weight_takes_two_keys():
    desk, hands = at_the_table()
    assert hands.press("g")
    assert hands.intent == Sure("go")
    assert desk.sent == []
    assert hands.press("enter")
    assert desk.sent == [(1, "go")]


def test_any_other_key_leads_back_before_it_does_what_it_does():
    """One that only looks leaves the question open."""
    desk, hands = at_the_table()
    hands.press("g")
    assert not hands.press("slash")
    assert hands.intent == Sure("go")
    assert hands.press("q")
    assert hands.is_idle
    hands.press("g")
    assert not hands.press("x")
    assert hands.is_idle
    assert desk.sent == []


def test_keys_are_put_off_while_a_move_is_on_its_way():
    """It is said why, until the news are there; keys that do no harm are left to others."""
    desk, hands = at_the_table()
    hands.typed("go")
    assert hands.free is None
    assert not hands.press("tab")
    assert desk.said == ""
    assert hands.press("g")
    assert desk.said == "Your move is on its way: one moment."
    assert not hands.turn_to(Scene())
    assert hands.free is None
    assert hands.turn_to(Scene(None))
    assert hands.free is not None
    assert desk.said == ""
    assert desk.sent == [(1, "go")]


def test_a_move_that_was_not_taken_can_be_made_again():
    desk, hands = at_the_table()
    hands.typed("go")
    hands.stop_waiting()
    hands.typed("go")
    assert desk.sent == [(1, "go"), (1, "go")]


def test_what_is_refused_is_said_and_not_sent():
    desk, hands = at_the_table()
    assert hands.typed("no")
    assert desk.said == "Why: not-so."
    assert not hands.typed("fly")
    assert desk.said == "Why: typed-unreadable."
    assert hands.refuses("no", "not-so")
    assert not hands.refuses("no", "something-else")
    hands.say(None)
    assert desk.said == "That is not possible now."
    assert desk.sent == []
