"""A program is told how far an analysis is, and what was found whenever a seat is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec.structs import replace

from engine.game import Refused
from tests.server.analysis.analysts import EMPTY, WHOLE
from tui.actions.follows import Feeds
from tui.host.game_analysis import AnalysisNews
from tui.host.port import Port
from tui.host.refusals import refused

FIRST_SEAT = replace(EMPTY, done=(1,))


class ScriptedHost:
    """A host that says what the test says."""

    def __init__(self, first: AnalysisNews) -> None:
        self.first = first
        self.listeners: list[Callable[[AnalysisNews], None]] = []

    async def analyse(self, table: str, listener: Callable[[AnalysisNews], None]) -> Callable[[], None]:
        if table == "nowhere":
            raise refused("no-table", table=table)
        self.listeners.append(listener)
        listener(self.first)
        return lambda: self.listeners.remove(listener)

    def tell(self, **news: Any) -> None:
        for listener in tuple(self.listeners):
            listener(AnalysisNews(**news))


def told(feeds: Feeds) -> list[Any]:
    return [line["analysis"] for batch in feeds.take_news() for line in batch]


async def test_what_was_found_comes_with_each_seat_that_is_done() -> None:
    host, woken = ScriptedHost(AnalysisNews(waiting=2)), list[None]()
    feeds = Feeds(cast("Port", host), lambda: 1, lambda: woken.append(None))
    answer = await feeds.analyse("t1")
    assert (answer["table"], answer["waiting"], answer["analysis"]) == ("t1", 2, None)
    assert told(feeds) == []
    host.tell(done=0.2, analysis=EMPTY)
    assert [(one["done"], one["analysis"]) for one in told(feeds)] == [(0.2, None)]
    host.tell(done=0.4, analysis=EMPTY)
    host.tell(done=0.5, analysis=FIRST_SEAT)
    assert [(one["done"], one["analysis"]) for one in told(feeds)] == [(0.5, FIRST_SEAT)]
    host.tell(done=0.6, analysis=FIRST_SEAT)
    assert [one["analysis"] for one in told(feeds)] == [None]
    assert feeds.await_analyses
    host.tell(done=1.0, analysis=WHOLE)
    assert [one["analysis"] for one in told(feeds)] == [WHOLE]
    assert not feeds.await_analyses
    assert host.listeners == []
    assert len(woken) == 6


async def test_what_is_stored_is_the_answer() -> None:
    host = ScriptedHost(AnalysisNews(done=1.0, analysis=WHOLE))
    feeds = Feeds(cast("Port", host), lambda: 1, lambda: None)
    assert (await feeds.analyse("t1"))["analysis"] == WHOLE
    assert (feeds.await_analyses, told(feeds), host.listeners) == (False, [], [])


async def test_a_failure_is_the_end_of_it() -> None:
    host = ScriptedHost(AnalysisNews())
    feeds = Feeds(cast("Port", host), lambda: 1, lambda: None)
    await feeds.analyse("t1")
    host.tell(failed=True)
    assert [one["failed"] for one in told(feeds)] == [True]
    assert not feeds.await_analyses


async def test_asking_again_listens_once() -> None:
    host = ScriptedHost(AnalysisNews())
    feeds = Feeds(cast("Port", host), lambda: 1, lambda: None)
    await feeds.analyse("t1")
    with pytest.raises(Refused):
        await feeds.analyse("nowhere")
    await feeds.analyse("t1")
    assert len(host.listeners) == 1
    feeds.close()
    assert host.listeners == []
