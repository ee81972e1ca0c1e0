"""The widgets of a session take little memory."""

from __future__ import annotations

import sys

from textual.widget import Widget

from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.stage import seated
from tui.widgets.panel import Panel
from tui.wire.private.screens import NO_STYLES_CACHE, SLOTS

DOUBLED = sys.getsizeof(dict.fromkeys(map(str, range(86))))
"""The bytes of a dictionary that Python has doubled for one attribute too many."""


async def test_what_a_widget_keeps_for_itself_stays_small() -> None:
    """Attributes of all widgets are slots, so that the dictionaries of the others are of the smaller size; no
    event and no cache of lines is kept that is not needed any more.
    """
    async with seated(CourtStage(position([], []))) as player:
        panels = [node for node in player.app.screen.walk_children(Widget) if isinstance(node, Panel)]
        assert len(panels) > 5
        for panel in panels:
            own = vars(panel)
            assert own.keys().isdisjoint(SLOTS)
            assert sys.getsizeof(own) < DOUBLED, f"{panel} has {len(own)} attributes"
            assert own["_styles_cache"] is NO_STYLES_CACHE


async def test_an_app_has_few_enough_attributes_for_the_smaller_dictionary() -> None:
    """Plain values of ours are slots: Textual's alone nearly fill it."""
    async with seated(CourtStage(position([], []))) as player:
        own = vars(player.app)
        doubled = sys.getsizeof(dict.fromkeys(map(str, range(171))))
        assert sys.getsizeof(own) < doubled, f"{len(own)} attributes"
