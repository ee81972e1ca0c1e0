"""In a small window the garden table shows one thing at a time: what has the focus."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.boards.laurin.test_looks import garden
from tests.tui.boards.laurin.test_reactions import DWARFS, after_the_kings_move
from tests.tui.stage import seated
from tui.boards.laurin.panels.garden import Garden
from tui.language.texts import LANGUAGES

SMALL = (40, 12)


def placing() -> LaurinStage:
    stage = garden("placing")
    for seat in stage.asked_now:
        stage.read(seat, "pass")
    return stage


async def test_tab_turns_the_pages():
    """The garden, the seats, the list with the treasure, and round again."""
    async with seated(placing(), size=SMALL) as player:
        shown = []
        for _ in range(5):
            found = [
                name
                for name in ("garden", "seats", "choices", "treasure")
                if player.app.screen.query_one(f"#{name}").region.area
            ]
            shown.append(found)
            await player.press("tab")
        lists = ["choices", "treasure"]
        assert shown == [["garden"], ["seats"], lists, lists, ["garden"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["placing", "moving"])
async def test_the_key_that_ends_a_turn_is_shown(phase: str, language: str) -> None:
    """Which the sentence above it names."""
    stage = garden(phase)
    for seat in stage.asked_now:
        stage.read(seat, "pass")
    async with seated(stage, size=SMALL, language=language) as player:
        assert "  t " in "\n".join(player.rows[-2:]), player.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["placing", "auction"])
async def test_the_key_that_passes_is_shown(phase: str, language: str) -> None:
    """Beside magic that may be played, and where one bids: the sentence names it."""
    async with seated(garden(phase), size=SMALL, language=language) as player:
        assert " p " in "\n".join(player.rows[-2:]), player.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("magic", ["haste", "haste fog", "revolt fog", "haste revolt fog"])
async def test_whoever_may_react_sees_every_key(magic: str, language: str) -> None:
    """However many cards of magic fit, and the key that passes behind them."""
    async with seated(after_the_kings_move(magic), size=SMALL, language=language) as player:
        keys = f"  {player.rows[-2]}  {player.rows[-1]}"
        letters = [
            letter for name, letter in (("haste", "c"), ("revolt", "d"), ("fog", "e")) if name in magic
        ]
        assert [one for one in (*letters, "p") if f"  {one} " not in keys] == [], player.text


async def test_the_garden_is_seen_when_the_own_move_of_the_king_may_be_answered():
    """The list of his ways, where it was chosen, is empty then."""
    state = layout("auction", dwarfs=DWARFS, hands="3,1,1", magic="haste")
    last = replace(state.position, movement=(state.position.movement[0], None, None))
    stage = LaurinStage(replace(state, position=last))
    for seat, move in ((1, "bid 3"), (2, "pass"), (3, "pass")):
        stage.read(seat, move)
    async with seated(stage, size=SMALL) as player:
        await player.press("1", "enter")
        assert "React?" in player.text
        assert player.app.screen.query_one("#garden").region.area, player.text


async def test_the_garden_scrolls_with_its_cursor():
    """The cursor's square is always visible, with the terminal's own cursor in it."""
    async with seated(placing(), size=SMALL) as player:
        squares = player.app.screen.query_one(Garden)
        for key in (*["up"] * 8, *["down"] * 8):
            await player.press(key)
            assert player.caret is not None
            row = player.rows[player.caret[1]]
            assert row.startswith(squares.cursor[1])
            assert "►" in row


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (72, 24), (79, 19)])
async def test_each_question_brings_its_page(size: tuple[int, int]):
    """An auction the treasure, with the ways above it."""
    async with seated(garden("auction"), size=size) as player:
        assert player.app.screen.query_one("#treasure").region.area
        assert player.app.screen.query_one("#choices").region.area
        await player.press("3", "enter")
        assert player.prompt.startswith("Bid 3 (3)")


async def test_a_stack_without_cards_has_no_cursor():
    """The cursor goes from cards to cards."""
    stage = garden("auction")
    async with seated(stage, name="Birch"):
        pass
    stage.read(1, "pass")
    async with seated(stage, name="Birch") as player:
        assert "► 2 2 2 " in player.text
        await player.press("left", "right", "right")
        assert "► 2 2 2 " in player.text
