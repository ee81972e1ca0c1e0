"""What the lobby shows of the day: deals, next opponents, what has just ended, and the house."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from engine.game import Ask
from tests.tui import snapshots
from tests.tui.cuts import Cuts, cuts
from tests.tui.lines import RecordedSession, client
from tests.tui.screens.evening import evening_host, evening_of
from tests.tui.screens.lobby_stage import shown
from tests.tui.scripted_port import ScriptedPort
from tui.app.app import CrownApp
from tui.boards import BOARDS
from tui.host.pictures import FinishedGame, Seat, TableInfo
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.offers import short_title
from tui.presenters.turns import TurnState, turn_words
from tui.screens.lobby import today_rows
from tui.screens.lobby.house import LIT_ORDER, house
from tui.screens.lobby.rows import seat_row
from tui.wire.terminal import tones

pytestmark = pytest.mark.usefixtures("three_games")

__all__ = ["cuts"]

FIRST_SCREEN, FOCUS = 2800, 60
"""Bytes of the lobby at 80x24, and of moving the focus from one game to the next."""


@asynccontextmanager
async def visit(
    port: ScriptedPort, size: tuple[int, int] = (80, 24), language: str = "en"
) -> AsyncIterator[Pilot[Any]]:
    app = CrownApp(port, Texts(language), "lobby")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        yield pilot
    app.close()


def evening() -> ScriptedPort:
    port = evening_host().port("Wren")
    evening_of(port)
    return port


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("points", "rank", "ranked"), [(6, 1, 1), (26, 12, 34), (126, 112, 340)])
def test_what_was_reached_at_a_deal_stands_apart_from_the_rank(
    points: int, rank: int, ranked: int, language: str
) -> None:
    """In the narrowest column of the lobby; where both have no room, that it was played is enough."""
    texts, today = Texts(language), evening().now_shown
    over = [
        replace(one, deal=replace(one.deal, state="over"), points=points, rank=rank, ranked=ranked)
        for one in today.deals
    ]
    for line in today_rows.deals(texts, replace(today, deals=tuple(over)), 38, 0.0, 3)[-3:]:
        said = "".join(text for text, _ in line)
        assert cell_len(said) <= 38
        assert re.search(rf" {rank}\D.*{ranked} *$", said), said


@snapshots.windows((80, 24), (120, 40), (140, 45), (40, 12))
async def test_an_evening_looks_like_this(language: str, size: tuple[int, int], cuts: Cuts) -> None:
    async with visit(evening(), size, language) as pilot:
        cuts.check(shown(pilot))
        snapshots.check(f"evening-{language}-{size[0]}x{size[1]}", shown(pilot))


async def test_what_the_day_brings_has_its_rows_before_the_host_has_told_it() -> None:
    """Nothing moves when it comes."""
    port = evening()
    told = port.now_shown
    app = CrownApp(port, Texts(), "lobby")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        rows = shown(pilot).splitlines()
        screen._news.today = None
        screen._renew()
        await pilot.pause()
        before = shown(pilot).splitlines()
        assert "8 sixes" not in "".join(row[:38] for row in before)
        screen._news.today = told
        screen._renew()
        await pilot.pause()
        assert shown(pilot).splitlines() == rows
        moved = [(old, new) for old, new in zip(before, rows, strict=True) if old[:38] != new[:38]]
        assert all(not old[:38].strip() or old.startswith(" Deal of the day") for old, _ in moved)
    app.close()


@pytest.mark.parametrize(
    ("guest", "played", "said"),
    [
        (False, False, "opens for you after your first game"),
        (False, True, "opens after a whole game"),
        (True, True, "for players with an account"),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_who_may_not_play_deals_reads_why(
    *, guest: bool, played: bool, said: str, size: tuple[int, int]
) -> None:
    port = evening()
    port.me = replace(port.me, guest=guest, settings={}, played=frozenset({"court"} if played else ()))
    port.now_shown = replace(port.now_shown, may_play=False)
    async with visit(port, size) as pilot:
        assert said in shown(pilot)
        assert "19 played" not in shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_smallest_window_keeps_what_the_day_brings(language: str, cuts: Cuts) -> None:
    """A newcomer reads whom they meet first and when deals open; talk stays at the foot of every page."""
    port = evening()
    for own in ("t5", "t6"):
        del port.host.tables[own]
    port.me = replace(port.me, settings={}, played=frozenset())
    port.now_shown = replace(port.now_shown, may_play=False)
    async with visit(port, (40, 12), language) as pilot:
        cuts.check(shown(pilot))
        rows = shown(pilot).splitlines()
        assert [row[:3] for row in rows if row[:3] in {" o ", " d ", ' " '}] == [" o ", " d ", ' " ']
        assert "Amber" in shown(pilot)
        await pilot.press("end")
        assert shown(pilot).splitlines()[9].endswith(rows[9].removeprefix(' "'))


async def test_games_that_have_come_to_the_player_are_known_at_once() -> None:
    """As those of a guest to an account: its deals and opponents are asked for; it is no newcomer's lobby."""
    port = evening()
    told, port.now_shown = port.now_shown, replace(port.now_shown, may_play=False, ladders=())
    async with visit(port) as pilot:
        port.now_shown, port.me = told, replace(port.me, played=frozenset({"court"}))
        port.host.finished = (FinishedGame("g42", "FIG-1", "court", ("Wren", "Amber"), (1, 2), 1, 900.0),)
        assert "Birch" not in shown(pilot)
        port.host.tell()
        await pilot.pause()
        assert "Birch" in shown(pilot)
        assert "Next opponent" in shown(pilot)
        assert "19 played" in shown(pilot)


async def test_one_s_own_turn_comes_first() -> None:
    """Of two running games, the one where the player is asked."""
    host = evening_host()
    host.change(replace(host.tables["t6"], stage="running", round=4))
    host.asking["t5"] = Ask(7, 1, "roll")
    port = host.port("Wren")
    async with visit(port) as pilot:
        rows = [row for row in shown(pilot).splitlines() if "PEAR-1" in row or "ASH-3" in row]
        assert "PEAR-1" in rows[0]
        assert "your turn" in rows[0]


@pytest.mark.parametrize("people", [0, 1, 7, 16, 40])
def test_a_window_is_lit_for_each_person(people: int) -> None:
    lit = sum(text.count("▄▄") for line in house(people) for text, style in line if style == tones.LIT)
    assert lit == min(people, len(LIT_ORDER))


async def test_the_lobby_costs_few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole screen, and a step from one game to the next."""
    host = evening_host()
    del host.tables["t5"]
    port = host.port("Wren")
    evening_of(port)
    monkeypatch.setattr(host, "port", lambda _: port)
    session = RecordedSession(host, client("xterm-256color"))
    await session.sees("Cedar: Plot needs two")
    assert len(session.line.text.encode()) <= FIRST_SCREEN
    await session.press(b"j", "plays the marked game against bots")
    assert await session.press(b"j", "▌ Plot for the Crown") <= FOCUS
    await session.leave()


async def test_ladder_and_aim_card_cost_few_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the lobby to either of them, and back."""
    host = evening_host()
    del host.tables["t5"]
    port = host.port("Wren")
    evening_of(port)
    port.me = replace(port.me, played=frozenset())
    monkeypatch.setattr(host, "port", lambda _: port)
    session = RecordedSession(host, client("xterm-256color"))
    await session.sees("Cedar: Plot needs two")
    await session.press(b"j", "plays the marked game against bots")
    assert await session.press(b"o", "Opponents: To Court the King") <= FIRST_SCREEN
    assert await session.press(b"q", "Deal of the day") <= FIRST_SCREEN
    assert await session.press(b"\r", "The aim") <= FIRST_SCREEN
    await session.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_says_whose_turn_it_is_and_its_game(language: str) -> None:
    """In 37 cells, the least that a list of the lobby has at 80x24, however long it has been that turn."""
    texts, now = Texts(language), 10_000.0
    for game in BOARDS:
        seats = (Seat("Wren", "player"), Seat("Cedar", "player"))
        table = TableInfo("t1", "PEAR-1", game, {}, seats, "running", 0.0)
        for turn in (TurnState(asked=True, since=5000.0), TurnState(False, (2,), 5000.0)):
            row = "".join(
                text for text, _ in seat_row(texts, table, turn, now, chosen=True, width=37, named=7)
            )
            assert short_title(texts, game) in row
            assert turn_words(texts, table, turn, now)[1] in row
