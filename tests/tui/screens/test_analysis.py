"""The analysis of a finished game on the screen: how it grows, what it shows, and where it leads."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from engine.game import Refused
from tests.tui import snapshots
from tests.tui.cuts import Cuts, cuts
from tests.tui.lines import client
from tests.tui.presenters.people.past import WON
from tests.tui.replay.made_up_analysis import analysed
from tests.tui.replay.replayed import ReplayPort, replayed
from tests.tui.scripted_port import Hosted
from tests.tui.watch import Watching
from tui.app.app import CrownApp
from tui.host.game_analysis import AnalysisNews
from tui.host.setting_names import LANGUAGE
from tui.language.texts import LANGUAGES, texts_in
from tui.screens.analysis.analysis_screen import AnalysisScreen
from tui.screens.replay.replay_screen import ReplayScreen

__all__ = ["cuts"]

GAMES = ("court", "intrigue", "laurin-five-stewards")


def port_of(game: str = "court") -> ReplayPort:
    """Somebody's port, behind which the game is analysed already."""
    key = game.partition("-")[0]
    port = ReplayPort(replayed(key, record=game if "-" in game else ""), Hosted(), "Amber")
    port.analysis = AnalysisNews(0, 1.0, analysed(port.game))
    return port


@asynccontextmanager
async def analysing(
    game: str = "court",
    size: tuple[int, int] = (80, 24),
    language: str = "en",
    news: AnalysisNews | None = None,
    goto: str = "replay 5f0c2a9e",
    keys: tuple[str, ...] = ("a",),
) -> AsyncIterator[tuple[Pilot[Any], ReplayPort]]:
    """Somebody who asked for the analysis while looking at the game again."""
    port = port_of(game)
    port.analysis = news or port.analysis
    app = CrownApp(port, texts_in(language), goto)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, *keys)
        yield pilot, port
    app.close()


async def press(pilot: Pilot[Any], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    await pilot.pause()
    return snapshots.text_of(pilot.app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_it_fits_every_window(game: str, language: str, cuts: Cuts) -> None:
    """Every seat, with all that it says, in every language, at the usual size and a large one."""
    for size in ((80, 24), (120, 40)):
        async with analysing(game, size, language) as (pilot, port):
            for _ in port.game.course.header.seats:
                cuts.check(await press(pilot, "right"))
                assert "100%" in snapshots.text_of(pilot.app)


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [("court", "en", (80, 24)), ("laurin-five-stewards", "de", (80, 24)), ("intrigue", "en", (120, 40)),
     ("court", "it", (40, 12))],
)  # fmt: skip
async def test_it_looks_like_this(game: str, language: str, size: tuple[int, int]) -> None:
    async with analysing(game, size, language) as (pilot, _):
        name = f"analysis-{game.partition('-')[0]}-{language}-{size[0]}x{size[1]}"
        snapshots.check(name, snapshots.text_of(pilot.app))


@pytest.mark.parametrize(("size", "most"), [((80, 24), 2048), ((120, 40), 2304)])
async def test_the_curve_takes_few_bytes_on_the_wire(size: tuple[int, int], most: int) -> None:
    """In 256 colours, five seats that change places all the time: what comes once there is a curve; in a wide
    window with the sentences beside it.
    """
    port = port_of("laurin-five-stewards")
    whole = port.analysis.analysis
    assert whole is not None
    port.analysis = AnalysisNews(0, 1.0, replace(whole, curve=()))
    shown = client("xterm-256color", columns=size[0], rows=size[1])
    watch = Watching(port, replace(shown, goto="replay 5f0c2a9e"))
    await watch.sent()
    watch.session.feed(b"a")
    await watch.sent()
    assert "100%" not in watch.text
    port.analysed(AnalysisNews(0, 1.0, replace(whole, complete=False)))
    sent = await watch.sent()
    assert "100%" in watch.text
    assert len(sent) <= most
    await watch.leave()


async def test_results_are_shown_as_they_come() -> None:
    """Its place in the queue, how much is done, the own seat, and then everything."""
    async with analysing(news=AnalysisNews(waiting=2)) as (pilot, port):
        whole = analysed(port.game)
        assert "2 other games are analysed before this one." in snapshots.text_of(pilot.app)
        port.analysed(AnalysisNews(done=0.1))
        assert "being analysed" in await press(pilot, "up")
        port.analysed(
            AnalysisNews(
                0, 0.4, replace(whole, findings=whole.findings[:1], curve=(), done=(), complete=False)
            )
        )
        seen = await press(pilot, "up")
        assert "40%" in seen
        assert "Amber: 0 decisions" in seen or "Amber: 1 decision" in seen
        assert "decisions …" in seen
        port.analysed(AnalysisNews(0, 1.0, whole))
        seen = await press(pilot, "up")
        assert "40%" not in seen
        assert "100%" in seen
        assert "…" not in seen


async def test_enter_leads_to_the_decision_and_q_back() -> None:
    """Seen as the seat saw it; there, what it cost is said, and the same key as here leads back."""
    async with analysing() as (pilot, port):
        whole = analysed(port.game)
        worst = whole.worst(2)
        await press(pilot, "right", "down", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert (screen.cursor.position, screen.cursor.eyes) == (worst[1].position, 2)
        assert "Birch now:" in snapshots.text_of(pilot.app)
        assert "General: 71% likely instead of 17%." in snapshots.text_of(pilot.app)
        for back in ("q", "a"):
            seen = await press(pilot, back)
            assert isinstance(pilot.app.screen, AnalysisScreen)
            assert "►2 Birch" in seen
            await press(pilot, "enter")


async def test_what_was_asked_once_is_asked_no_more_and_ends_with_its_screen() -> None:
    """A replay keeps what it has heard; whoever leaves hears no more."""
    async with analysing(keys=()) as (pilot, port):
        await press(pilot, "a", "q", "a", "q")
        assert [one for one in port.host.asked if one[0] == "analyse"] == [("analyse", "5f0c2a9e")]
        assert len(port.analysis_listeners) == 1
        await press(pilot, "q")
        assert port.analysis_listeners == []


async def test_a_refusal_is_one_sentence() -> None:
    """Nothing else is shown, and the next attempt asks again."""
    async with analysing(keys=()) as (pilot, port):
        port.host.refuse_next = Refused("analyses-off", {})
        assert "This host analyses no games." in await press(pilot, "a")
        await press(pilot, "q")
        assert "100%" in await press(pilot, "a")
    async with analysing(news=AnalysisNews(failed=True)) as (pilot, _):
        assert "could not be made" in snapshots.text_of(pilot.app)


async def test_the_list_of_games_leads_to_it_too() -> None:
    """By its key and by the command; closing it releases the listener."""
    async with analysing(goto="", keys=()) as (pilot, port):
        port.games = (replace(WON, id="5f0c2a9e"),)
        assert " decisions" in await press(pilot, "H", "a")
        assert len(port.analysis_listeners) == 1
        await press(pilot, "q", "q")
        assert port.analysis_listeners == []
        await press(pilot, "slash", *"analyse", "space", *"5f0c2a9e", "enter")
        assert isinstance(pilot.app.screen, AnalysisScreen)


async def test_seats_and_decisions_are_chosen_by_keys() -> None:
    """Round about; a seat by its number; other keys are answered."""
    async with analysing("laurin-five-stewards") as (pilot, _):
        assert "►5 Elm" in await press(pilot, "left")
        assert "►1 Amber" in await press(pilot, "right")
        assert "►3 Cedar" in await press(pilot, "3")
        assert "►3 Cedar" in await press(pilot, "9")
        assert "z does nothing here" in await press(pilot, "z")
        assert "Help: analysis" in await press(pilot, "f1")
        assert "How these figures came about" in await press(pilot, "space", "i")


async def test_decisions_are_chosen_one_by_one_to_both_ends() -> None:
    """Another seat begins with its worst; a smaller window shows the same."""
    async with analysing() as (pilot, port):
        screen: Any = pilot.app.screen
        most = len(analysed(port.game).worst(1)) - 1
        chosen = []
        for at, key in ((0, "up"), (0, "down"), (2, "up"), (most, "down"), (most, "0"), (most, "right")):
            screen.at = at
            await pilot.press(key)
            chosen.append((screen.seat, screen.at))
        assert chosen == [(1, 0), (1, 1), (1, 1), (1, most), (1, most), (2, 0)]
        assert screen._panel.caret() == (0, screen._panel.row)
        await pilot.resize_terminal(30, 8)
        assert "30x8" in await press(pilot)


async def test_a_replay_leads_from_mistake_to_mistake() -> None:
    """Those of the seat that is looked from; of another seat nothing is said where cards are secret."""
    async with analysing("intrigue", keys=()) as (pilot, port):
        assert "on its way: press W again" in await press(pilot, "W")
        assert [one for one in port.host.asked if one[0] == "analyse"] == [("analyse", "5f0c2a9e")]
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        whole = analysed(port.game)
        worst = sorted(one.position for seat in range(1, 6) for one in whole.worst(seat))
        for position in worst[:3]:
            seen = await press(pilot, "w")
            assert screen.cursor.position == position
            assert "Lost:" in seen
        await press(pilot, "W")
        assert screen.cursor.position == worst[1]
        await press(pilot, "v")
        screen.go_to(min(one.position for one in whole.findings if one.seat == 2))
        assert " now: " not in await press(pilot)
        await press(pilot, "g", "w")
        assert screen.cursor.position == min(one.position for one in whole.worst(1))
        assert "No decision before this one" in await press(pilot, "W")


async def test_a_large_window_marks_the_position_on_the_curve() -> None:
    """Below the log; the mark goes on with the game."""
    async with analysing("court", (120, 40)) as (pilot, _):
        await press(pilot, "q")
        first = await press(pilot, "g")
        last = await press(pilot, "G")
        marks = [next(line for line in seen.splitlines() if "▲" in line) for seen in (first, last)]
        assert marks[0].index("▲") < marks[1].index("▲")


async def test_a_console_without_dots_is_sent_none() -> None:
    """The Linux console has UTF-8, but its fonts have no patterns of dots."""
    port = port_of()
    port.me = replace(port.me, settings={**port.me.settings, LANGUAGE: "en"})
    watch = Watching(port, replace(client("linux"), goto="replay 5f0c2a9e"))
    await watch.sent()
    watch.session.feed(b"a")
    sent = (await watch.sent()).decode()
    assert "100%" in watch.text
    assert not any(0x2800 <= ord(character) < 0x2900 for character in sent)
    await watch.leave()
