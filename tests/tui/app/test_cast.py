"""A game as an asciicast: what asciinema's format says, and a film of every position."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.emulator import EmulatedTerminal
from tests.tui.lines import UNEMULATED
from tests.tui.replay.replayed import NAMES, replayed
from tui.app.cast import asciicast
from tui.host.pictures import SOMEBODY, ReplayedGame
from tui.language.texts import texts_in
from tui.replay.cursor import END


async def cast(game: ReplayedGame, language: str = "en") -> list[Any]:
    """The lines of a cast."""
    return [json.loads(line) async for line in asciicast(texts_in(language), game)]


@pytest.mark.parametrize("name", list(NAMES))
async def test_a_cast_shows_the_game_to_its_end(name: str) -> None:
    """Played on a terminal of 80x24, it ends at the last position; times grow and no pause is long."""
    game = replayed(name)
    header, *events = await cast(game)
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    assert all(code == "o" and isinstance(drawn, str) for _, code, drawn in events)
    assert not any("\x1b]" in drawn for _, _, drawn in events)
    times = [time for time, _, _ in events]
    assert times == sorted(times)
    assert max(later - before for before, later in pairwise(times)) <= 4 * END
    last = game.course.last
    assert len(events) > last // 2
    terminal = EmulatedTerminal(80, 24)
    numbers = []
    for _, _, drawn in events:
        terminal.feed(UNEMULATED.sub("", drawn).replace("\x1b[?25l", "").replace("\x1b[?7l", ""))
        shown = next((word for word in terminal.text.split() if word.endswith(f"/{last}")), "")
        numbers.append(int(shown.partition("/")[0] or -1))
    assert numbers == [*range(last + 1), last]


async def test_a_cast_speaks_the_language_of_who_asks() -> None:
    """In its title and on its screens, also of who has no name there."""
    game = replayed("court")
    first, *others = game.course.header.seats
    unnamed = replace(game, course=game.course.named([SOMEBODY, *others]))
    header, *events = await cast(unnamed, language="de")
    named = [texts_in("de")._("a player"), *others]
    assert header["title"] == f"Um Krone und Kragen: {', '.join(named)}"
    drawn = "".join(drawn for _, _, drawn in events)
    assert (named[0] in drawn, SOMEBODY in drawn, first in drawn) == (True, False, False)
    assert any("Runde" in drawn for _, _, drawn in events)
