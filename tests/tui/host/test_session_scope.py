"""A scope gives back what was taken, once, whoever ends it."""

from __future__ import annotations

import asyncio

import pytest

from tests.tui.lines import rested
from tui.host.session_scope import SessionScope


def test_everything_is_released_once() -> None:
    """The newest first; what was released before is not released again."""
    done: list[str] = []
    scope = SessionScope()
    scope.keep(lambda: done.append("first"))
    early = scope.keep(lambda: done.append("early"))
    scope.keep(lambda: done.append("last"))
    early()
    scope.close()
    early()
    scope.close()
    assert done == ["early", "last", "first"]


def test_a_release_that_fails_keeps_nothing_from_being_released() -> None:
    """Its error is raised after the others were called."""
    done: list[str] = []
    scope = SessionScope()
    scope.keep(lambda: done.append("first"))
    scope.keep(lambda: done.append(str(1 // 0)))
    with pytest.raises(ZeroDivisionError):
        scope.close()
    assert done == ["first"]


def test_a_part_ends_before_the_whole_or_with_it() -> None:
    """What a screen took is released with the screen or with the session, and once."""
    done: list[str] = []
    session, screen = SessionScope(), SessionScope()
    screen.keep(session.keep(lambda: done.append("one")))
    screen.close()
    session.close()
    assert done == ["one"]
    screen.keep(session.keep(lambda: done.append("two")))
    session.close()
    screen.close()
    assert done == ["one", "two"]


async def test_tasks_end_with_the_scope() -> None:
    """A request that nobody waits for any more is cancelled."""
    scope, begun, ended = SessionScope(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    scope.start(work())
    await begun.wait()
    scope.close()
    await rested(ended.is_set, lambda: "the work goes on")
