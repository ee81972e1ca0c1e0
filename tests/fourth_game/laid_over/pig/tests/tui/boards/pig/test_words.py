"""Events and refusals of pig are worded completely, naturally and within their room."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from engine.pig.model import PARAMS, Code, Ended, Held, Lost, Rolled
from tests.tui.boards.words_of_games import an_event_is_said, every_refusal, every_refusal_fits
from tui.boards.pig.board import BOARD
from tui.boards.pig.words import SENTENCES
from tui.language.texts import LANGUAGES

VALUES = {
    "seats": 9, "least": 2, "most": 5, "option": "goal", "value": "5000", "accepted": "1-99",
    "seat": 5, "text": "fly",
    "form": "roll", "card": "ace",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_sentence_that_fits(language: str):
    assert set(SENTENCES) == set(get_args(Code))
    every_refusal_fits(BOARD, every_refusal(Code, PARAMS, VALUES), language, "roll")


@pytest.mark.parametrize(
    ("event", "seat", "english", "german"),
    [
        (Rolled(1, 5, 5), 1, "rolls a 5: 5 points this turn", "würfelt eine 5: 5 Punkte in diesem Zug"),
        (Lost(2, 9), 2, "rolls a 1 and loses 9 points", "würfelt eine 1 und verliert 9 Punkte"),
        (Held(3, 2, 12), 3, "holds 2 points: 12 in all", "sichert 2 Punkte: 12 insgesamt"),
        (Ended(1), None, "The game is over: A wins.", "Das Spiel ist zu Ende: A gewinnt."),
    ],
)
def test_an_event_is_said_as_a_person_would(event: Any, seat: int | None, english: str, german: str):
    an_event_is_said(BOARD, event, seat, english, german)
