"""Whatever keys are pressed, in whatever order: nothing breaks, and only legal moves leave the hands."""

from __future__ import annotations

import random

import pytest

from engine.chance import FairChance
from engine.court.model.state import Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.court.test_looks import RICH
from tests.tui.stage import others_play, seated

MOVES = ("left", "right", "up", "down", "h", "j", "k", "l", "home", "end")
ACTS = ("space", "s", "enter", "r", "p")
OTHERS = ("t", "n", "question_mark", "tab", "escape", "x", "y", "f", "g", "z", "1", "5", "6")
KEYS = (*MOVES, *ACTS * 5, *OTHERS)
PRESSES = 60


@pytest.mark.parametrize(("seed", "size"), [(1, (80, 24)), (2, (120, 40))])
async def test_any_keys_at_all(seed: int, size: tuple[int, int]):
    """A rich household, three seats, the others played by a bot; every prompt says something."""
    keys = random.Random(seed)
    stage = CourtStage(position(RICH, RICH[:3], (), turn=Turn(1, 8)))
    stage.chance = FairChance(bytes([seed]) * 32)  # type: ignore[assignment]
    async with seated(stage, size=size) as player:
        for _ in range(PRESSES):
            await player.press(keys.choice(KEYS))
            await others_play(stage, player)
            assert player.prompt
    assert stage.refused == []
    assert stage.moves
