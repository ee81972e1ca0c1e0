"""The opponents of a game on the screen and in plain mode, and a game against the next of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.registry import GAMES
from tests.three_games import THREE, offered
from tests.tui.plain.typist import Typist
from tests.tui.screens.lobby_stage import lobby, shown
from tests.tui.screens.test_queue import press
from tests.tui.scripted_port import Hosted
from tui.boards import BOARDS
from tui.host.history import SoloLadder
from tui.language.texts import LANGUAGES, Texts

pytestmark = pytest.mark.usefixtures("three_games")


async def climbed(port: Any) -> None:
    """Amber is beaten; one more win against Birch is missing."""
    ladder = await port.opponents("court")
    amber, birch, *others = ladder.rungs
    found = (replace(amber, games=3, won=2), replace(birch, games=2, won=1, open=True), *others)
    port.solo_ladders["court"] = SoloLadder("court", found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_opponents_fit_every_window(language: str, size: tuple[int, int]) -> None:
    async with lobby(Hosted(), language=language, size=size) as pilot:
        await climbed(pilot.app.port)  # type: ignore[attr-defined]
        seen = await press(pilot, "o")
        assert "Birch" in seen
        assert "1222" in seen
        assert "●○" in seen
        assert "…" not in seen
        assert ("Garnet" in seen) == (size != (40, 12))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("steps", range(3))
async def test_each_opponent_s_way_to_play_is_told_beside_it(language: str, steps: int) -> None:
    """In each game, as many words as there are opponents, all of them at 80x24."""
    game, texts = list(THREE)[steps], Texts(language)
    assert BOARDS[game].opponents.keys() == GAMES[game].opponents.bots.keys()
    with offered(THREE):
        async with lobby(Hosted(), language=language) as pilot:
            seen = await press(pilot, "o", *["right"] * steps)
    lines = seen.splitlines()
    for name, words in BOARDS[game].opponents.items():
        said = texts.of(words)
        assert cell_len(said) <= 36, said
        assert any(name in line and said in line for line in lines), (name, said)


async def test_a_small_window_tells_how_the_chosen_opponent_plays() -> None:
    async with lobby(Hosted(), size=(40, 12)) as pilot:
        seen = await press(pilot, "o")
        assert "wants showy cards, stops too early" in seen


async def test_the_next_opponent_is_played_at_a_table_of_three() -> None:
    async with lobby(Hosted(), new=False) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        await climbed(port)
        seen = await press(pilot, "o")
        assert "Birch, 1222: 1 more win, and Cedar sits down." in seen
        assert "Amber plays, too; you win with a better place than Birch." in seen
        await press(pilot, "up", "enter")
        assert not [one for one in port.host.asked if one[0] == "open_table"], "Cedar is not open yet"
        await press(pilot, "down", "enter")
        bots = [one[2] for one in port.host.asked if one[0] == "add_bot"]
        assert bots == ["page-66", "beginner"]


async def test_left_and_right_show_another_game() -> None:
    async with lobby(Hosted()) as pilot:
        await press(pilot, "o", "right")
        assert "Opponents: Plot for the Crown" in shown(pilot)
        await press(pilot, "left", "left")
        assert "Opponents: King Laurin" in shown(pilot)


async def test_plain_mode_lists_them_and_plays_by_number() -> None:
    port: Any = Hosted().port("Wren")
    await climbed(port)
    typist = Typist(port)
    await typist.settle()
    typist.fresh()
    said = await typist.enters("/opponents court")
    assert said[0] == "To Court the King: 1 of 7 opponents beaten."
    assert "Birch   1222  plans, and forgets a power at times, won 1 of 2" in said
    assert "Cedar   1417  goes for one card in every turn, opens after Birch" in said
    assert "Birch, 1222: 1 more win, and Cedar sits down." in " ".join(said)
    await typist.enters("2")
    assert [one[2] for one in port.host.asked if one[0] == "add_bot"] == ["beginner", "page-66"]
