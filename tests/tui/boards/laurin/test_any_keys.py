"""Whatever keys are pressed, in whatever order: nothing breaks, and only legal moves leave the hands."""

from __future__ import annotations

import random

import pytest

from engine.chance import FairChance
from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.stage import others_play, seated

DWARFS = "1 5/3 d5, 2 3/2 e4, 3 1/1 c4, 1 3/2 d4, 2 5/3 e5"
MAGIC = "ban exchange haste revolt fog counter,ban haste counter,exchange fog counter"
HANDS = "3 3 2 2 1 1,3 2 1 1,2 2 1"
MOVES = ("left", "right", "up", "down", "h", "j", "k", "l", "home", "end")
ACTS = ("space", "enter", "enter", "t", "m", "p", "1", "2", "3", "5", "a", "b", "c", "d", "e", "f")
OTHERS = ("question_mark", "tab", "escape", "backspace", "x", "y", "z", "n")
KEYS = (*MOVES, *ACTS * 3, *OTHERS)
PRESSES = 60


@pytest.mark.parametrize(
    ("phase", "seed", "size"),
    [("placing", 1, (80, 24)), ("moving", 2, (120, 40)), ("auction", 3, (80, 24)), ("magic", 4, (100, 30))],
)
async def test_any_keys_at_all(phase: str, seed: int, size: tuple[int, int]):
    """Much magic, three seats, the others played by a bot; every prompt says something."""
    keys = random.Random(seed)
    stage = LaurinStage(
        layout(
            phase, dwarfs=DWARFS, magic=MAGIC, hands=HANDS, offer="ban fog haste" if phase == "magic" else ""
        )
    )
    stage.chance = FairChance(bytes([seed]) * 32)  # type: ignore[assignment]
    async with seated(stage, size=size) as player:
        for _ in range(PRESSES):
            await player.press(keys.choice(KEYS))
            await others_play(stage, player)
            assert player.prompt
            assert "…" not in player.prompt
    assert stage.refused == []
    assert stage.moves
