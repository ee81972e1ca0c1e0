"""The widgets of a session take little memory."""

from __future__ import annotations

import sys
from asyncio import Event
from collections import deque
from typing import Any

import pytest
from textual.widget import Widget

from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.stage import seated
from tui.widgets.panel import Panel
from tui.wire.private.screens import NO_SIGNAL, NO_STYLES_CACHE, SLOTS

NAMED_ONCE = 30
"""Up to so many attributes Python keeps the names of all instances of a class once."""
A_DEQUE = sys.getsizeof(deque())


async def test_what_a_widget_keeps_for_itself_stays_small() -> None:
    """Attributes of all widgets are slots, so that the others have their names once for a class; no timers,
    no signals, no rooms for 64 messages and no lines are kept that are not needed.
    """
    async with seated(CourtStage(position([], []))) as player:
        panels = [node for node in player.app.screen.walk_children(Widget) if isinstance(node, Panel)]
        assert len(panels) > 5
        for panel in panels:
            own = vars(panel)
            assert own.keys().isdisjoint(SLOTS)
            assert len(own) <= NAMED_ONCE, f"{panel} has {len(own)} attributes"
            kept: Any = panel
            assert kept._styles_cache is NO_STYLES_CACHE
            assert kept.message_signal is NO_SIGNAL
            assert kept._own_timers is None
            events = kept._mounted_event, kept._message_queue.ready_event
            for waits in (kept._message_queue.values, *(event._waiters for event in events)):
                assert sys.getsizeof(waits) < A_DEQUE / 4


async def test_a_widget_has_timers_once_it_needs_them() -> None:
    """A timer that is set goes off, and one of a widget that is gone does not."""
    async with seated(CourtStage(position([], []))) as player:
        panels = [node for node in player.app.screen.walk_children(Widget) if isinstance(node, Panel)]
        rang = Event()
        panels[0].set_timer(0.001, rang.set)
        late = panels[1].set_timer(1000.0, rang.clear)
        assert late in panels[1]._timers
        await rang.wait()
    assert late._task is None or late._task.done()


async def test_an_app_keeps_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process was started with is not copied for each session."""
    monkeypatch.setenv("SOMETHING_LONG", "x" * 1000)
    async with seated(CourtStage(position([], []))) as player:
        for console in (player.app.console, player.app.error_console):
            assert not console._environ


async def test_an_app_has_few_enough_attributes_for_the_smaller_dictionary() -> None:
    """Plain values of ours are slots: Textual's alone nearly fill it."""
    async with seated(CourtStage(position([], []))) as player:
        own = vars(player.app)
        doubled = sys.getsizeof(dict.fromkeys(map(str, range(171))))
        assert sys.getsizeof(own) < doubled, f"{len(own)} attributes"
