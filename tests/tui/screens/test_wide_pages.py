"""In wide windows whoever waits for the start reads the rules, and nothing moves while seats change."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from tests.tui.cuts import Cuts, cuts
from tests.tui.stage import LONG_NAMES, StagePlayer, TableStage, seated
from tui.boards import BOARDS
from tui.host.port import ChatLine, Seat
from tui.language.texts import LANGUAGES, Texts
from tui.widgets.panel import Panel

__all__ = ["cuts"]

WIDE = (120, 40)
HINT = 'Press " to talk to everyone here.'


def room(game: str, **agreed: str) -> TableStage:
    """Somebody alone at a table of as many seats as there can be."""
    seats = GAMES[game].seats[-1]
    stage = TableStage(GAMES[game], seats, names=LONG_NAMES)
    free = (stage.info.seats[0], *[Seat()] * (seats - 1))
    stage.info = replace(stage.info, seats=free, options=agreed)
    return stage


def page(player: StagePlayer) -> list[str]:
    return [row.partition("│")[0].rstrip() for row in player.rows[1:-2]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOARDS)
async def test_the_rules_are_all_there(game: str, language: str, cuts: Cuts):
    """Of every game, in every language, for a private table of five, with nothing cut."""
    stage = room(game)
    stage.info = replace(stage.info, private=True, code="ABCD-EFGH", clock="1d")
    async with seated(stage, LONG_NAMES[0], WIDE, language) as player:
        cuts.check(player.text)
        told = " ".join(" ".join(page(player)).split())
        for heading, sentence in BOARDS[game].rules_in(Texts(language)):
            assert f"{heading} {sentence}" in told


@pytest.mark.parametrize("size", [(80, 24), (119, 40), (120, 24)])
async def test_where_they_do_not_fit_there_are_none(size: tuple[int, int]):
    """No half of the rules; the seats are there."""
    async with seated(room("court"), LONG_NAMES[0], size) as player:
        assert "Hold the King" not in player.text
        assert "   5   free" in page(player)


async def test_nothing_moves_while_seats_change():
    """A person, a bot, somebody away: only their rows differ."""
    stage = room("court")
    async with seated(stage, LONG_NAMES[0], WIDE) as player:
        before = page(player)
        stage.seat(2, Seat(LONG_NAMES[1], "player"))
        stage.seat(3, Seat("Elm", "bot", "page"))
        stage.seat(4, Seat(LONG_NAMES[3], "player", away_since=10.0))
        stage.tell()
        await player.pilot.pause()
        changed = [y for y, (old, new) in enumerate(zip(before, page(player), strict=True)) if old != new]
        assert [before[y] for y in changed] == ["   2   free", "   3   free", "   4   free"]


async def test_talk_stands_beside():
    """First how to say something, then what was said; the start of the game moves it below the log."""
    stage = room("court")
    async with seated(stage, LONG_NAMES[0], WIDE) as player:
        beside = " ".join(" ".join(row.partition("│")[2] for row in player.rows).split())
        assert beside == HINT
        stage.chat = (ChatLine(LONG_NAMES[1], "Hello there", 0.0),)
        stage.tell()
        await player.pilot.pause()
        beside = " ".join(" ".join(row.partition("│")[2] for row in player.rows).split())
        assert beside == f"{LONG_NAMES[1]}: Hello there"


async def test_a_window_that_grows_and_shrinks():
    """The page follows."""
    async with seated(room("court"), LONG_NAMES[0]) as player:
        before = player.rows
        await player.pilot.resize_terminal(*WIDE)
        await player.pilot.pause()
        assert any("Hold the King" in row for row in player.rows)
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        assert player.rows == before
        assert player.app.screen.query_one("#log", Panel).region.width == 80
