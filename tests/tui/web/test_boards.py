"""A game whose board draws no page of its own has one all the same."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest

from engine.court.model.state import Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tui.boards import BOARDS
from tui.language.texts import LANGUAGES, Texts
from tui.web import boards


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_is_told_in_the_words_of_plain_mode(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies there, every topic that has something to say, and what each seat has."""
    texts, board = Texts(language), replace(BOARDS["court"], page=None)
    monkeypatch.setattr(boards, "BOARDS", {"court": board})
    snapshot = CourtStage(position(["maid"], ["farmer"], turn=Turn(1, 3))).news("Wren")
    page = [unescape(part) for part in boards.board_page(texts, snapshot, ["Amber", "Birch"])]
    model = board.speech.model(texts, snapshot)
    told = [topic for topic in board.speech.topics if topic.lines(model)]
    assert told
    for topic in told:
        assert texts.of(topic.help) in page[0]
        assert all(line in page[0] for line in topic.lines(model))
    assert all(line in page[0] for line in board.speech.look(model))
    assert all(board.speech.seat(model, seat) in page[1] for seat in (1, 2))
