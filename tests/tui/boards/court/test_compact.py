"""A window of 40x12 is small, and a whole game can be played in it."""

from __future__ import annotations

import re

import pytest

from engine.court.model.state import Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.court.test_looks import middle
from tests.tui.stage import StagePlayer, others_play, seated
from tui.language.texts import LANGUAGES
from tui.widgets.dice_tray import DiceTray

SMALLEST = (40, 12)
MOST_STEPS = 400
ANSWERS = (
    (r"(?m)^ Enter do it", ("enter",)),
    (r"\br roll\b", ("r",)),
    (r"\bs set aside\b", ("s",)),
    (r"marks those you can take", ("enter",)),
    (r"\bn nothing\b", ("n",)),
    (r"\bf finish\b", ("f",)),
    (r"\bEnter (choose|take)\b", ("n",)),
)
"""What the last rows offer, and the keys that answer it."""


async def answer(player: StagePlayer) -> None:
    """Presses what the screen offers, marking the highest die before dice are set aside."""
    offered = "\n".join(player.rows[-3:])
    keys = next((keys for offer, keys in ANSWERS if re.search(offer, offered)), None)
    assert keys is not None, player.text
    if keys == ("s",):
        tray = player.app.screen.query_one(DiceTray)
        assert str(max(tray.dice)) in player.text, "the dice are there to be read"
        keys = (str(max(tray.dice)), "s")
    await player.press(*keys)


async def test_a_whole_game_is_played_in_the_smallest_window():
    """By what the screen says and offers alone, until the result is there."""
    stage = CourtStage(seats=3, dice="".join(f"{face} " for face in (6, 6, 5, 3, 6, 4, 2, 6, 6, 1) * 400))
    async with seated(stage, size=SMALLEST) as player:
        stage.begin()
        await player.pilot.pause()
        for _ in range(MOST_STEPS):
            await others_play(stage, player)
            if stage.playthrough is None or stage.playthrough.over:
                break
            assert all(len(row) <= SMALLEST[0] for row in player.rows)
            await answer(player)
        assert stage.playthrough is not None
        assert stage.playthrough.over, player.text
        assert "1 ♛ " in player.text


async def test_tab_leads_to_what_has_no_room():
    """Dice first; then the court, whose lines go along with the cursor; then the seats."""
    stage = CourtStage(position(("farmer",), (), (), (), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True)))
    async with seated(stage, size=SMALLEST) as player:
        assert "King" not in player.text
        await player.press("tab")
        assert "King" in player.text
        assert "Jester" not in player.text
        await player.press("down", "down", "down", "down", "down")
        assert "Jester" in player.text
        assert "King" not in player.text
        await player.press("tab")
        for name in ("Amber", "Birch", "Cedar", "Dorn", "Elm"):
            assert name in player.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_without_a_sign_in_the_smallest_window(language: str):
    """What to do now may take two rows there."""
    stage = CourtStage(position(("farmer",), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True)))
    async with seated(stage, size=SMALLEST, language=language) as player:
        await player.press("5")
        assert all(len(row) <= SMALLEST[0] for row in player.rows)
        assert len(player.rows) == SMALLEST[1]
        for face in "135":
            assert face in player.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_turn_can_end_without_a_card(language: str) -> None:
    """Once all dice are set aside, the key for that is shown."""
    async with seated(middle(), size=SMALLEST, language=language) as player:
        await player.press("1", "2", "3", "4", "5", "6", "s")
        assert " n " in player.rows[-1], player.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_from_every_panel_a_key_leads_on(language: str):
    """To the cards that can be taken, though few keys have room."""
    stage = CourtStage(position((), (), turn=Turn(1, 0, (), (3, 4, 6), rolled=True)))
    async with seated(stage, size=SMALLEST, language=language) as player:
        for _ in range(3):
            assert re.search(r"\b(Tab|n) ", player.rows[-1]), player.text
            await player.press("tab")
