"""A whole game by keys alone, from the deal to the result, in the usual window and in the smallest one."""

from __future__ import annotations

import random
import re

import pytest

from engine.chance import FairChance
from engine.intrigue.game import GAME
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.stage import StagePlayer, seated

WALKS = ("left", "right", "up", "down", "home", "end")
MOST = 1500


def keys_for(luck: random.Random, kind: str) -> tuple[str, ...]:
    """A walk with the cursor, and what answers a question of this kind."""
    if kind == "reveal":
        return (luck.choice("rf"), "enter")
    walk = luck.choice(WALKS), luck.choice(WALKS)
    return (*walk, "enter") if kind == "play" else (*walk, "enter", "enter")


def is_visible(player: StagePlayer) -> bool:
    """Whether what has the focus is on the screen, with the terminal's cursor in it."""
    focused, caret = player.app.focused, player.caret
    if focused is None or caret is None:
        return False
    return focused.region.area > 0 and focused.region.contains(*caret)


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (60, 18)])
async def test_a_game_is_played_to_its_result(size: tuple[int, int], seats: int):
    """Every question of the game is answered on the way, every move is legal, and the cursor is visible."""
    luck = random.Random(seats)
    stage = IntrigueStage(seats=seats, bots=range(2, seats + 1))
    stage.chance = FairChance(bytes([seats]) * 32)  # type: ignore[assignment]
    asked = set[str]()
    async with seated(stage, size=size) as player:
        stage.begin()
        await player.pilot.pause()
        for _ in range(MOST):
            playthrough = stage.playthrough
            assert playthrough is not None
            if playthrough.over:
                break
            [ask] = playthrough.asks
            if ask.seat != 1:
                move = GAME.bots["page"].choose(GAME, playthrough.view(ask.seat), ask, FairChance(b"o" * 32))
                stage.play(ask.seat, move)
                await player.pilot.pause()
                continue
            asked.add(ask.kind)
            assert is_visible(player), player.text
            await player.press(*keys_for(luck, ask.kind))
        assert stage.playthrough is not None
        assert stage.playthrough.over
        assert re.search(r"won|win", player.text)
    assert stage.refused == []
    assert asked >= {"play", "reveal"}
