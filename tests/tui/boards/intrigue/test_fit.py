"""At the queue no text is cut at 80x24, in any language, with the longest names, whatever is pressed."""

from __future__ import annotations

import random

import pytest

from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.intrigue.test_any_keys import KEYS
from tests.tui.boards.intrigue.test_looks import middle
from tests.tui.cuts import Cuts, cuts
from tests.tui.stage import LONG_NAMES, others_play, seated
from tui.host.port import Seat
from tui.language.texts import LANGUAGES

__all__ = ["cuts"]

PRESSES = 45


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_whatever_is_pressed(language: str, cuts: Cuts):
    """Twelve places, five households, the others played by a bot."""
    keys = random.Random(language)
    stage: IntrigueStage = middle(waiting=(1, 2))
    for seat, name in enumerate(LONG_NAMES, start=1):
        stage.seat(seat, Seat(name, "player"))
    async with seated(stage, LONG_NAMES[0], language=language) as player:
        for _ in range(PRESSES):
            await others_play(stage, player)
            await player.press(keys.choice(KEYS))
            cuts.check(player.text)
    assert stage.refused == []
