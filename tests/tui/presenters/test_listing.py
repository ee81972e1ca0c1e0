"""In which order the lobby lists tables."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.tui.scripted_port import player, table
from tui.host.port import LobbySnapshot, Seat
from tui.language.texts import Texts
from tui.presenters import lobby_words
from tui.presenters.listing import OfferedGame, advice, sections_of, stage_words

OPEN = table(1, "OPEN-1", player("Amber"), Seat())
FULL = table(2, "FULL-2", player("Amber"), player("Birch"))
RUNNING = table(3, "RUNS-3", player("Amber"), player("Birch"), stage="running")
OVER = table(4, "OVER-4", player("Amber"), player("Birch"), stage="over")


def test_who_can_sit_down_is_shown_first() -> None:
    """Free seats, then tables about to start, then running and ended ones, in whatever order they come."""
    for tables in permutations((OPEN, FULL, RUNNING, OVER)):
        assert sections_of(LobbySnapshot("Wren", (), tables)).tables == (OPEN, FULL, RUNNING, OVER)


def test_a_clock_is_a_sign_in_a_row_and_words_in_a_sentence() -> None:
    waiting = table(5, "WAIT-5", player("Amber"), Seat(), clock="5m")
    assert stage_words(Texts(), waiting) == "open, 5 min"
    assert lobby_words.line(Texts(), waiting, 0.0).startswith(
        "WAIT-5, To Court the King, open, 5 min a turn;"
    )


@pytest.mark.parametrize("new", [True, False])
def test_who_comes_from_a_lesson_reads_that_the_game_is_played_for_real_now(new: bool):
    said = advice(Texts(), OfferedGame("court"), "Wren", new=new, learned=True)
    assert said == "To Court the King: Enter plays it for real."
