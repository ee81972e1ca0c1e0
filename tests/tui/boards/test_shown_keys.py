"""A key that stands on the last row does something there, wherever the cursor was taken."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from engine.chance import FairChance
from engine.registry import GAMES
from tests.tui.asked_first import any_bot
from tests.tui.stage import StagePlayer, TableStage, seated

STEPS = 70
NAMED = {"Enter": "enter", "Space": "space", "space": "space", "Tab": "tab", "←": "left"}
WITHOUT_MARK = "No die is marked"
"""What court answers to `s`, with the key that marks one."""
LEFT_OUT = "q", "/", "?"


def shown_keys(line: str) -> list[str]:
    """The keys of the last row that are one key each."""
    words = [part.partition(" ")[0] for part in re.split(r" {2,}", line.strip())]
    keys = [NAMED.get(word, word) for word in words if word not in LEFT_OUT]
    return [key for key in keys if key in NAMED.values() or re.fullmatch("[a-z]", key)]


async def others_play(stage: TableStage, player: StagePlayer) -> bool:
    """Whoever else is asked answers; whether the game goes on and the player is asked."""
    now = stage.playthrough
    while now is not None and not now.over and now.ask_of(1) is None:
        ask = now.asks[0]
        stage.play(ask.seat, any_bot(stage.game).choose(stage.game, now.view(ask.seat), ask, stage.chance))
        await player.pilot.pause()
        now = stage.playthrough
    return now is not None and not now.over


@pytest.mark.parametrize("game", GAMES)
async def test_every_key_that_is_shown_does_something(game: str) -> None:
    """At the panels one looks around in, too."""
    random, pressed = Random(game), set[str]()
    stage = TableStage(GAMES[game], GAMES[game].seats[0])
    stage.chance = FairChance(bytes([len(game)]) * 32)  # type: ignore[assignment]  # fair instead of told
    stage.hold_better = asyncio.Event()  # the odds that come at once are enough here
    stage.begin()
    async with seated(stage) as player:
        for _ in range(STEPS):
            if not await others_play(stage, player):
                break
            before, keys = player.text, shown_keys(player.keys)
            assert keys, player.text
            key = random.choice(keys)
            await player.press(key)
            await player.pilot.pause()
            pressed.add(key)
            assert player.text != before or WITHOUT_MARK in player.prompt, (key, player.text)
    assert len(pressed) >= 4
