"""No window is too small or too large: nothing crashes, nothing is cut through the middle of a character."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from rich.cells import cell_len

from docs.pictures import tables
from docs.pictures.emulator import screen_after
from tests.tui.stage import TableStage, seated
from tui.boards import BOARDS
from tui.host.port import ChatLine
from tui.language.texts import LANGUAGES, Texts
from tui.wire.encoding.encoder import Encoder
from tui.wire.terminal.terminals import PLAINEST, Terminal

GAMES: dict[str, Callable[[], TableStage]] = {
    "court": tables.court,
    "intrigue": tables.intrigue,
    "laurin": tables.laurin,
}
EDGES = (
    (1, 1),
    (2, 2),
    (5, 40),
    (39, 12),
    (40, 11),
    (40, 12),
    (79, 24),
    (80, 23),
    (119, 30),
    (120, 24),
    (200, 60),
)
HOW_MANY = 60
WIDE = "\N{CJK UNIFIED IDEOGRAPH-6F22}\N{CJK UNIFIED IDEOGRAPH-5B57} " * 30
UTF8 = Terminal(utf8=True)


def sizes() -> list[tuple[int, int]]:
    """The edges of layouts, and as many others in no order, the same in every run."""
    chance = random.Random(12)
    return [*EDGES, *((chance.randint(1, 200), chance.randint(1, 60)) for _ in range(HOW_MANY))]


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_can_be_drawn_at_every_size(game: str):
    """One window of changing size, with wide characters in its log and each panel in focus at some time."""
    stage = GAMES[game]()
    stage.say(ChatLine("Birch", WIDE, 1000.0, "table"))
    async with seated(stage) as player:
        for at, size in enumerate(sizes()):
            await player.pilot.resize_terminal(*size)
            while player.app.screen._compositor.size != size:
                await player.pilot.pause()
            if at % 3 == 0:
                await player.press("tab")
            rows = player.rows
            assert len(rows) <= size[1], size
            assert all(cell_len(row) <= size[0] for row in rows), (size, rows)
            for terminal in (UTF8, PLAINEST):
                encoder = Encoder(terminal, *size)
                for y, strip in enumerate(player.app.screen._compositor.render_strips()):
                    encoder.put(0, y, strip)
                shown = screen_after(encoder.frame(None).encode(), *size)
                assert "\N{REPLACEMENT CHARACTER}" not in "".join(shown.display), size


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(39, 24), (80, 11), (20, 10), (9, 3)])
async def test_a_window_that_is_too_small_says_what_is_needed(game: str, size: tuple[int, int]):
    """And nothing else; no key plays unseen. The game is back with the room."""
    stage = GAMES[game]()
    async with seated(stage, size=size) as player:
        await player.press("enter", "r", "space", "s", "t")
        shown = " ".join("".join(f"{row} " for row in player.rows).split())
        assert shown.startswith("Window too small"[: size[0]]), player.text
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        assert "KIWI-7" in player.rows[0]
        assert stage.submitted == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_the_smallest_window_says_how_far_the_game_is_and_whose_turn_it_is(game: str, language: str):
    """Since when is said in larger windows."""
    stage = GAMES[game]()
    async with seated(stage, name="Gast", size=(40, 12), language=language) as player:
        snapshot, texts = stage.news("Gast"), Texts(language)
        names = [seat.name for seat in snapshot.info.seats]
        said = BOARDS[game].status(texts, lambda seat: names[seat - 1], snapshot.view)
        assert f" {said} " in player.rows[0]
        assert texts._("{name}'s turn", name=names[snapshot.waiting_for[0] - 1]) in player.rows[0]
