"""In a small window the table shows the panel with the focus, and of the others what fits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.intrigue.test_looks import playing, revealing
from tests.tui.stage import NAMES, StagePlayer, seated
from tui.boards.intrigue.panels.places import COMPACT
from tui.boards.intrigue.panels.plan import PlanSizes, compact_plan, is_compact

SMALL = (40, 12)


def shown(player: StagePlayer, panel: str) -> bool:
    return bool(player.app.screen.query_one(f"#{panel}").region.area)


@pytest.mark.parametrize(
    ("stage", "keys"),
    [
        *((playing, keys) for keys in ((), ("enter",), ("tab",), ("tab", "tab"))),
        *((revealing, keys) for keys in ((), ("tab",), ("tab", "tab"))),
    ],
)
async def test_everybody_s_influence_is_always_seen(
    stage: Callable[[], IntrigueStage], keys: tuple[str, ...]
) -> None:
    """Five families and twelve places: whatever has the focus; only a question with its consequences has
    their room.
    """
    async with seated(stage(), size=SMALL) as player:
        for key in keys:
            await player.press(key)
        held = player.app.screen.query_one("#seats").region
        seen = " ".join(player.rows[held.y : held.bottom])
        for name, influence in zip(NAMES, (7, 3, 11, 0, 5), strict=False):
            assert re.search(rf"{name[:4]}\S* +●{influence}\b", seen), player.text
        assert seen.count("♛") == 1


async def test_tab_leads_to_every_panel():
    """What has the focus is there, whatever else is not."""
    async with seated(playing(), size=SMALL) as player:
        assert shown(player, "hand")
        for panel in ("queue", "seats", "hand"):
            await player.press("tab")
            assert shown(player, panel), panel


async def test_the_queue_scrolls_with_its_cursor():
    """Twelve places, of which ten are shown: the one under the cursor always is."""
    async with seated(revealing(), size=SMALL) as player:
        for key in ("home", *["right"] * 12, *["left"] * 12):
            await player.press(key)
            assert player.caret is not None
            x, y = player.caret
            assert player.rows[y][x - 1] == "►", player.text


async def test_whoever_watches_sees_the_card_that_acts():
    """However far behind it lies in a queue of three rows."""
    stage = revealing()
    async with seated(stage, name="Dorn", size=SMALL) as player:
        for place in (6, 7, 8, 11):
            assert stage.state.resolving
            assert stage.state.resolving.place == place
            await player.pilot.pause()
            assert f" {place}»" in player.text, player.text
            stage.read(stage.asked_now[0], "leave")


@pytest.mark.parametrize("focused", ["queue", "seats", "hand"])
def test_the_panel_with_the_focus_comes_first(focused: str):
    """Within eight rows, with everything that five families can have."""
    for hand, places in ((7, 5), (6, 10), (5, 15), (4, 20), (2, 30)):
        where = compact_plan(40, 8, PlanSizes(5, hand, places, places), focused)
        assert where.height <= 8
        assert where.queue.height >= COMPACT or focused != "queue"
        assert where.seats.height == 5 or focused != "seats"
        assert where.hand.height >= (hand + 1) // 2 or focused != "hand"


def test_the_usual_window_is_not_small():
    """Nor is one that is a little lower."""
    assert not is_compact(80, 17, PlanSizes(5, 7, 5, 5))
    assert not is_compact(80, 13, PlanSizes(5, 4, 12, 12))
    assert is_compact(79, 30, PlanSizes(5, 4, 12, 12))
    assert is_compact(80, 8, PlanSizes(5, 4, 12, 12))
