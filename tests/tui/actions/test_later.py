"""An answer that comes later tells how far it is where one waits for it; what fails is no news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tests.tui.scripted_port import Hosted
from tui.actions.action import Action, Nothing, Place, Slash, Told
from tui.actions.dispatch import ask_for
from tui.language.texts import Texts


class Typing:
    """A place where commands are typed."""

    current_table = chat_table = None
    current_game = record = ""

    def __init__(self) -> None:
        self.port, self.texts, self.session = Hosted().port("Ada"), Texts(), self
        self.told: list[tuple[str, str]] = []
        self.work: Any = None

    def say(self, text: str) -> None:
        self.told.append(("said", text))

    def notice(self, text: str) -> None:
        self.told.append(("noticed", text))

    def refused(self, _: object) -> None:
        raise AssertionError

    def opens(self, _: object) -> bool:
        return False

    def request(self, work: Any, done: Callable[[Any], object], _: object) -> None:
        self.work = asyncio.ensure_future(work)
        self.work.add_done_callback(lambda one: done(one.result()))


def slow(*, fails: bool) -> Action[Nothing, Any]:
    async def at_once(_place: Place, _args: Nothing) -> str:
        return "begun"

    async def whole(_place: Place, _args: Nothing, tell: Callable[[str], object]) -> Told:
        tell("half")
        tell("half")
        return Told({}, lambda: "whole", failed=fails)

    return Action(name="slow", args=Nothing, at=at_once, answer="slow", later=whole, slash=Slash("", ""))


async def told(*, fails: bool) -> list[tuple[str, str]]:
    here = Typing()
    ask_for(slow(fails=fails), here, "")  # type: ignore[arg-type]
    await here.work
    await asyncio.sleep(0)
    return here.told


async def test_who_waits_is_told_how_far_it_is_and_then_the_answer() -> None:
    """What is told again is not said again."""
    assert await told(fails=False) == [("said", "half"), ("said", "whole")]


async def test_why_nothing_came_of_it_is_told_as_such() -> None:
    assert await told(fails=True) == [("said", "half"), ("noticed", "whole")]


async def test_a_program_is_answered_at_once() -> None:
    """It is sent the rest as news."""
    place = Place(Hosted().port("Ada"), Texts(), follows=SimpleNamespace())
    assert await slow(fails=False).asked(place, Nothing()) == "begun"
