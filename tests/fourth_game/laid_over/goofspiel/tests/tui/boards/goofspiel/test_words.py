"""Events and refusals of goofspiel are worded completely, naturally and within their room."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from engine.goofspiel.model import PARAMS, UNSEEN, Code, Laid, Taken, Tied, Turned
from tests.tui.boards.words_of_games import an_event_is_said, every_refusal, every_refusal_fits
from tui.boards.goofspiel.board import BOARD
from tui.boards.goofspiel.words import SENTENCES
from tui.language.texts import LANGUAGES

VALUES = {
    "seats": 9, "least": 3, "most": 3, "option": "cards", "value": "5000", "accepted": "1-99",
    "number": 13, "text": "fly",
    "form": "bid 5", "card": "ace",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_sentence_that_fits(language: str):
    assert set(SENTENCES) == set(get_args(Code))
    every_refusal_fits(BOARD, every_refusal(Code, PARAMS, VALUES), language, "bid 5")


@pytest.mark.parametrize(
    ("event", "seat", "english", "german"),
    [
        (Turned(5, 2), None, "The prize is 7 points.", "Der Preis: 7 Punkte."),
        (Laid(2, UNSEEN), 2, "bids", "bietet"),
        (Laid(2, 4), 2, "bids 4", "bietet 4"),
        (Taken(3, 9, (1, 2, 4)), 3, "takes 9 points with 1, 2, 4", "bekommt 9 Punkte bei 1, 2, 4"),
        (Tied(9, True, (4, 2, 4)), None, "A tie at 4, 2, 4: the prize stays.",
         "Gleichstand bei 4, 2, 4: Der Preis bleibt liegen."),
        (Tied(9, False, (4, 2, 4)), None, "A tie at 4, 2, 4: the prize is lost.",
         "Gleichstand bei 4, 2, 4: Der Preis verfällt."),
    ],
)  # fmt: skip
def test_an_event_is_said_as_a_person_would(event: Any, seat: int | None, english: str, german: str):
    an_event_is_said(BOARD, event, seat, english, german)
