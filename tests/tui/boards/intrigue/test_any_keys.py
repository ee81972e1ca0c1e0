"""Whatever keys are pressed, in whatever order: nothing breaks, and only legal moves leave the hands."""

from __future__ import annotations

import random

import pytest

from tests.engine.seeded_chance import luck
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.stage import others_play, seated

MOVES = ("left", "right", "up", "down", "h", "j", "k", "l", "home", "end")
ACTS = ("enter", "r", "f", "c")
OTHERS = ("question_mark", "tab", "shift+tab", "escape", "backspace", "x", "y", "z", "1", "space")
KEYS = (*MOVES, *ACTS * 5, *OTHERS)
PRESSES = 90


@pytest.mark.parametrize(("seed", "size", "seats"), [(1, (80, 24), 3), (2, (120, 40), 5)])
async def test_any_keys_at_all(seed: int, size: tuple[int, int], seats: int):
    """The others are played by a bot; every prompt says something, and the game goes on."""
    keys = random.Random(seed)
    stage = IntrigueStage(seats=seats)
    stage.deal(luck(f"keys {seed}"))
    async with seated(stage, size=size) as player:
        for _ in range(PRESSES):
            await others_play(stage, player)
            key = keys.choice(KEYS)
            await player.press(key)
            assert player.prompt
    assert stage.refused == []
    assert len(stage.moves) > 2
