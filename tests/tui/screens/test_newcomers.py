"""Somebody who is here for the first time reads how to get into a game, others do not."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from tests.engine.seeded_chance import luck
from tests.three_games import THREE
from tests.tui.asked_first import any_bot
from tests.tui.cuts import Cuts, cuts
from tests.tui.screens.lobby_stage import lobby, shown
from tests.tui.scripted_port import Hosted, ScriptedPort, Seat, player, table
from tests.tui.stage import TableStage, seated
from tui.app.app import CrownApp
from tui.boards import BOARDS
from tui.host.port import ChatLine, FinishedGame
from tui.host.setting_names import HINTS, OFF
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.offers import short_title

pytestmark = pytest.mark.usefixtures("three_games")

__all__ = ["cuts"]

TEACHES = "t teaches it in ten minutes"


def open_table(*others: Seat) -> Hosted:
    return Hosted(table(1, "KIWI-7", player("Amber"), *others))


async def test_the_first_one_reads_how_to_play():
    """What the games are, how long they take, and which key plays one. Nobody else is here."""
    async with lobby(Hosted()) as pilot:
        rows = shown(pilot).splitlines()
        left = [row.partition("│")[0].strip("▌ ") for row in rows]
        for board in (BOARDS[game] for game in THREE):
            assert board.aim
            at = next(y for y, row in enumerate(left) if row.startswith(Texts().of(board.title)))
            assert f"{board.minutes} min" in left[at]
            assert f"{left[at + 1]} {left[at + 2]}" == Texts().of(board.aim)
        assert "You are the first tonight." in shown(pilot)
        assert TEACHES in rows[-2]


async def test_whoever_sits_is_told_nothing_else():
    """What to do next stands in the prompt then."""
    async with lobby(open_table(Seat())) as pilot:
        assert TEACHES in shown(pilot)
    async with lobby(open_table(player("Wren"), Seat())) as pilot:
        assert TEACHES not in shown(pilot)


async def test_whoever_has_played_is_told_nothing():
    """Nor whoever has turned hints off."""
    for setting, value in (("finished-court", "1"), (HINTS, OFF)):
        async with lobby(open_table(Seat())) as pilot:
            await pilot.app.port.set(setting, value)
            await pilot.press("down")
            assert TEACHES not in shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_wide_lobby_has_talk_and_the_rules_beside(language: str, cuts: Cuts):
    """At 120x40: who is here and what was said have a side of their own, the chosen game's rules theirs,
    games that are over a heading; and nothing is cut.
    """
    host = open_table(Seat())
    host.port("Amber")
    host.finished = (FinishedGame("g1", "PLUM-9", "court", ("Wren", "Amber", "Birch"), (2, 1, 3), 1, 20.0),)
    host.chat = (ChatLine("Amber", "Who is in for a game of To Court the King tonight?", 0.0, "lobby"),)
    async with lobby(host, language=language, size=(120, 40)) as pilot:
        cuts.check(shown(pilot))
        columns = [row.split("│") for row in shown(pilot).splitlines() if row.count("│") == 2]
        beside = " ".join(" ".join(column[2] for column in columns).split())
        assert "Amber: Who is in for a game of To Court the King tonight?" in beside
        middle = " ".join(" ".join(column[1] for column in columns).split())
        assert BOARDS["court"].rules_in(Texts(language))[0][1] in middle
        await pilot.press("tab", "tab")
        cuts.check(shown(pilot))
        called = short_title(Texts(language), "court")
        assert [row for row in shown(pilot).splitlines() if "▌PLUM-9" in row or f"▌{called}" in row]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_slow_line_is_told_what_helps(language: str, monkeypatch: pytest.MonkeyPatch):
    """In one row, whole, until the first key; on a quick line nobody reads it."""
    for host in (Hosted(), open_table(Seat()), open_table(player("Wren"), Seat())):
        for slow in (False, True):
            monkeypatch.setattr(CrownApp, "is_slow", slow)
            async with lobby(host, language=language) as pilot:
                told = [row for row in shown(pilot).splitlines() if "ssh -C" in row]
                assert len(told) == slow
                assert all("docs/slow-lines.md" in row and row.endswith(".") for row in told)
                await pilot.press("down")
                assert "ssh -C" not in shown(pilot)


def newcomer() -> tuple[Hosted, ScriptedPort]:
    host = Hosted()
    port = host.port("Wren")
    port.me = replace(port.me, played=frozenset())
    return host, port


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
@pytest.mark.parametrize("game", THREE)
async def test_the_card_says_what_a_game_is_about(
    game: str, size: tuple[int, int], language: str, cuts: Cuts
):
    """All of it can be read: at once in a usual window, with Space in a small one. The lobby before it has
    blanks between its name and the player's.
    """
    _, port = newcomer()
    app = CrownApp(port, Texts(language), "")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert re.match(" crownhouse( .*)? Wren ", shown(pilot))
        await pilot.press("slash", *"practice", "space", *game, "enter")
        await pilot.pause()
        cuts.check(shown(pilot))
        said, texts, first = "", Texts(language), BOARDS[game].first_table
        assert first
        for _ in range(4):
            said += " " + " ".join(shown(pilot).split())
            await pilot.press("space")
        for text in (first.aim, *first.steps, first.advice):
            for word in texts.of(text).split():
                assert word in said, (word, said)
    app.close()


async def test_the_card_comes_before_the_first_table_of_each_game_alone():
    """Enter shows it, Enter deals; nothing is opened before. `q` goes back."""
    host, port = newcomer()
    app = CrownApp(port, Texts(), "")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "Enter plays." in shown(pilot)
        assert "open_table" not in [one[0] for one in host.asked if isinstance(one, tuple)]
        await pilot.press("q")
        await pilot.pause()
        assert type(app.screen).__name__ == "LobbyScreen"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "open_table" in [one[0] for one in host.asked if isinstance(one, tuple)]
    app.close()


TO_READ = 20
"""Seconds until a first sensible move, one for four words and one for each of three keys."""


def words_of(rows: list[str]) -> int:
    return len(" ".join(rows).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", THREE)
async def test_a_newcomer_s_first_move_takes_twenty_seconds_at_most(game: str, language: str):
    """What has to be read of lobby, card and table: what each asks, the aim, advice, and a hint."""
    texts, first = Texts(language), BOARDS[game].first_table
    assert first
    _, port = newcomer()
    app, read = CrownApp(port, texts, ""), [texts.of(first.aim), texts.of(first.advice)]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        read.append(shown(pilot).splitlines()[-2].partition(".")[0])
        await pilot.press("slash", *"practice", "space", *game, "enter")
        await pilot.pause()
        read.append(shown(pilot).splitlines()[-2].partition(".")[0])
    app.close()
    stage = TableStage(GAMES[game], 3, bots=(2, 3))
    stage.chance = luck("newcomer")  # type: ignore[assignment]
    stage.begin()
    while (now := stage.playthrough) and now.asks[0].seat != 1:
        view = now.view(now.asks[0].seat)
        stage.play(now.asks[0].seat, any_bot(stage.game).choose(stage.game, view, now.asks[0], stage.chance))
    async with seated(stage, language=language, settings={}) as player:
        tip = texts._("Hint: {hint}", hint="").strip()
        hint = [row.strip() for row in player.rows if row.strip().startswith(tip)]
        assert len(hint) == 1, player.text
        read += [player.prompt, *hint]
    assert words_of(read) > 30
    assert words_of(read) / 4 + 3 <= TO_READ, read
