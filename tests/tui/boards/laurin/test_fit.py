"""In the garden no text is cut at 80x24, in any language, with the longest names, whatever is pressed."""

from __future__ import annotations

import random

import pytest

from engine.chance import FairChance
from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.boards.laurin.test_any_keys import DWARFS, HANDS, KEYS, MAGIC
from tests.tui.cuts import Cuts, cuts
from tests.tui.stage import LONG_NAMES, others_play, seated
from tui.host.port import Seat
from tui.language.texts import LANGUAGES

__all__ = ["cuts"]

PRESSES = 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["moving", "auction"])
async def test_nothing_is_cut_whatever_is_pressed(phase: str, language: str, cuts: Cuts):
    """Much magic, three households, the others played by a bot."""
    keys = random.Random(language + phase)
    stage = LaurinStage(layout(phase, dwarfs=DWARFS, magic=MAGIC, hands=HANDS))
    for seat, name in enumerate(LONG_NAMES[:3], start=1):
        stage.seat(seat, Seat(name, "player"))
    stage.chance = FairChance(language.encode() * 16)  # type: ignore[assignment]
    async with seated(stage, LONG_NAMES[0], language=language) as player:
        for _ in range(PRESSES):
            await player.press(keys.choice(KEYS))
            await others_play(stage, player)
            cuts.check(player.text)
    assert stage.refused == []
