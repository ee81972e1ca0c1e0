"""A board's controller sends one move at a time, asks before moves of weight, and explains refused keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.game import Ask, Refused
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import BACK
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.language.texts import Texts

GO = BACK._replace(name="go", keys=("g",))


class RecordingBoardHost:
    """Records what the controller sends and says."""

    def __init__(self) -> None:
        self.texts, self.sent, self.said = Texts(), [], ""

    def submit(self, ask: int, move: Any) -> None:
        self.sent.append((ask, move))

    def may_act(self) -> bool:
        return True

    def notice(self, text: str) -> None:
        self.said = text

    def advised(self, refusal: Refused) -> Refused:
        return Refused(f"typed-{refusal.code}", refusal.params)


class FakeModel:
    """Somebody is asked; "no" is forbidden."""

    def __init__(self, ask: int | None = 1) -> None:
        self.texts, self.ask = Texts(), Ask(ask, 1, "go") if ask else None

    def check(self, move: Any) -> Refused | None:
        return Refused("not-so") if move == "no" else None

    def why(self, refusal: Refused) -> str | None:
        return f"Why: {refusal.code}."


class FakeController(BoardController[FakeModel]):
    """Weighs "go" at g; everything typed is a move."""

    keys_while_confirming = frozenset(("slash",))

    def __init__(self, host: Any) -> None:
        super().__init__(host, lambda: None, (GO, BACK))

    def begin(self, intent: Any) -> None:
        self.intent = intent

    def go_back(self) -> None:
        self.begin(NoIntent())

    def read(self, _model: FakeModel, text: str) -> str:
        if text == "fly":
            raise Refused("unreadable", {"text": text})
        return text

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {"go": lambda self: self.confirm("go"), "back": go_back}
    )


def at_the_table() -> tuple[RecordingBoardHost, FakeController]:
    host = RecordingBoardHost()
    controller = FakeController(host)
    assert controller.set_model(FakeModel())
    return host, controller


def test_a_move_of_weight_takes_two_keys():
    host, controller = at_the_table()
    assert controller.press("g")
    assert controller.intent == Confirming("go")
    assert host.sent == []
    assert controller.press("enter")
    assert host.sent == [(1, "go")]


def test_what_is_begun_again_is_another_question():
    _, controller = at_the_table()
    nothing = controller.question
    asked = [controller.go_on(Confirming("go")) or controller.question for _ in range(2)]
    assert len({nothing, *asked}) == 3
    controller.go_back()
    assert controller.question == nothing


def test_any_other_key_leads_back_before_it_does_what_it_does():
    """One that only looks leaves the question open."""
    host, controller = at_the_table()
    controller.press("g")
    assert not controller.press("slash")
    assert controller.intent == Confirming("go")
    assert controller.press("q")
    assert controller.is_idle
    controller.press("g")
    assert not controller.press("x")
    assert controller.is_idle
    assert host.sent == []


def test_keys_are_put_off_while_a_move_is_on_its_way():
    """It is said why, until the news are there; keys that do no harm are left to others."""
    host, controller = at_the_table()
    controller.typed("go")
    assert controller.ready_model is None
    assert not controller.press("tab")
    assert host.said == ""
    assert controller.press("g")
    assert host.said == "Your move is on its way: one moment."
    assert not controller.set_model(FakeModel())
    assert controller.ready_model is None
    assert controller.set_model(FakeModel(None))
    assert controller.ready_model is not None
    assert host.said == ""
    assert host.sent == [(1, "go")]


def test_a_move_that_was_not_taken_can_be_made_again():
    host, controller = at_the_table()
    controller.typed("go")
    controller.stop_waiting()
    controller.typed("go")
    assert host.sent == [(1, "go"), (1, "go")]


def test_what_is_refused_is_said_and_not_sent():
    host, controller = at_the_table()
    assert controller.typed("no")
    assert host.said == "Why: not-so."
    assert not controller.typed("fly")
    assert host.said == "Why: typed-unreadable."
    assert controller.refuses("no", "not-so")
    assert not controller.refuses("no", "something-else")
    controller.show_refusal(None)
    assert host.said == "That is not possible now."
    assert host.sent == []
