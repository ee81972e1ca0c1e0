"""The lobby with many games: eight are seen at once in the usual window, more in pages."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from msgspec.structs import replace

from tests.three_games import THREE
from tests.tui.screens.evening import evening_host, evening_of
from tests.tui.scripted_port import Seat, bot, player, table
from tui.host.port import LobbySnapshot
from tui.host.today import Today
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.listing import OfferedGame, Sections
from tui.presenters.offers import short_title, title
from tui.screens.lobby.lists import LobbyViewModel
from tui.screens.lobby.page import page

USUAL = (80, 22)
"""Columns, and rows without those of the command line."""
OTHERS = (table(1, "KIWI-7", player("Amber"), Seat()), table(2, "PLUM-2", player("Birch"), bot("Elm")))
TITLES = {language: {title(Texts(language), game) for game in THREE} for language in LANGUAGES}


def rows(language: str, games: int, own: int, at: int, size: tuple[int, int]) -> tuple[list[str], int]:
    """The page as text, and the row of the cursor."""
    seats = tuple(
        replace(table(3 + number, f"FIG-{number}", player("Wren"), stage="running"), your_seat=1)
        for number in range(own)
    )
    offered = tuple(OfferedGame(game) for game in islice(cycle(THREE), games))
    lobby = LobbySnapshot("Wren", ("Wren",), (*seats, *OTHERS), (), here=1, total=2 + own)
    shown = LobbyViewModel(lobby, Sections(seats, offered, OTHERS), at, None, 0.0)
    made = page(Texts(language), shown, *size)
    return ["".join(text for text, _ in line) for line in made.lines], made.caret[1]


@pytest.mark.parametrize("own", [0, 1, 9])
@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_games_are_seen_at_once(language: str, own: int) -> None:
    """Beside as many seats of one's own as there are."""
    seen, _ = rows(language, 8, own, 0, USUAL)
    assert sum(any(name in row[:38] for name in TITLES[language]) for row in seen) == 8
    assert sum("FIG-" in row for row in seen) >= min(own, 3)


@pytest.mark.parametrize("own", [0, 1, 9])
@pytest.mark.parametrize("size", [USUAL, (40, 10), (100, 28), (140, 43)])
@pytest.mark.parametrize("games", [1, 3, 8, 30])
def test_what_is_chosen_is_seen(games: int, size: tuple[int, int], own: int) -> None:
    """A seat, or a game below them."""
    for at in range(games + own):
        seen, caret = rows("en", games, own, at, size)
        assert seen[caret].startswith("▌"), "\n".join(seen)
        names = {short_title(Texts(), game) for game in THREE} if size[0] < USUAL[0] else TITLES["en"]
        assert any(name in seen[caret] for name in ({"FIG-"} if at < own else names))
        assert len(seen) <= size[1]


def test_with_eight_games_the_rest_of_the_day_is_a_key_away() -> None:
    """A row of each, and the key that shows all."""
    port = evening_host().port("Wren")
    evening_of(port)
    told = port.now_shown
    games = tuple(OfferedGame(game) for game in islice(cycle(THREE), 8))
    today = Today(tuple(islice(cycle(told.deals), 8)), tuple(islice(cycle(told.ladders), 8)), told.ended)
    lobby = LobbySnapshot("Wren", ("Wren", "Amber"), OTHERS, (), here=2, total=2)
    shown = LobbyViewModel(lobby, Sections((), games, OTHERS), 0, None, 0.0, today=today)
    made = page(Texts(), shown, *USUAL)
    left = ["".join(text for text, _ in line)[:38] for line in made.lines]
    assert sum(any(name in row for name in TITLES["en"]) for row in left) >= 8
    assert any(row.rstrip().endswith("more: d") for row in left)
    assert any(row.rstrip().endswith("more: o") for row in left)
