"""Notation: one text per move, read back as the same move, and forgiving in blanks and order only."""

import pytest

from engine.court.game import GAME
from engine.court.model.moves import (
    AddDie,
    Concede,
    Keep,
    Raise,
    RaiseEach,
    Reroll,
    Roll,
    Shift,
    Spread,
    Stand,
    Take,
    TurnDie,
)
from engine.game import Refused
from tests.engine.court.positions import StepPlayer, layout

ROLLED = StepPlayer(layout(active="1")).view

TEXTS = [
    (Roll(), "roll"),
    (Keep((3, 3)), "keep 3 3"),
    (Reroll("jester", (4,)), "use jester 4"),
    (Reroll("merchant", (1, 2)), "use merchant 1 2"),
    (Raise(2, 3), "use maid 2+3"),
    (Shift(5, 1, 2), "use philosopher 5>1 2"),
    (TurnDie("astronomer", 6, 3), "use astronomer 6>3"),
    (TurnDie("magician", 1, 6), "use magician 1>6"),
    (Spread((6, 2, 1), (3, 3, 3)), "use alchemist 6 2 1 > 3 3 3"),
    (RaiseEach("lady", (2, 2, 5)), "use lady 2 2 5"),
    (RaiseEach("nobleman", (1, 1)), "use nobleman 1 1"),
    (AddDie("craftsman"), "use craftsman"),
    (AddDie("guard"), "use guard"),
    (AddDie("hunter"), "use hunter"),
    (AddDie("pawnbroker"), "use pawnbroker"),
    (AddDie("knight"), "use knight"),
    (AddDie("bishop"), "use bishop"),
    (AddDie("queen", 4), "use queen 4"),
    (AddDie("queen"), "use queen"),
    (Take("guard"), "take guard"),
    (Take("charlatan"), "take charlatan"),
    (Take(None), "take nothing"),
    (Stand(), "stand"),
    (Concede(), "concede"),
]


@pytest.mark.parametrize(("move", "text"), TEXTS)
def test_every_move_has_one_text_that_reads_back(move, text):
    """Writing and reading are inverse."""
    assert GAME.notate(move) == text
    assert GAME.parse(text, ROLLED) == move


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  roll ", "roll"),
        ("keep 5 3\t3", "keep 3 3 5"),
        ("keep 533", "keep 3 3 5"),
        ("use   merchant  2   1", "use merchant 1 2"),
        ("use maid 2 + 3", "use maid 2+3"),
        ("use philosopher 5 > 1  2", "use philosopher 5>1 2"),
        ("use astronomer 6 >3", "use astronomer 6>3"),
        ("use alchemist 1 2 6>3 3 3", "use alchemist 6 2 1 > 3 3 3"),
        ("use alchemist 126 > 423", "use alchemist 6 2 1 > 4 3 2"),
        ("use lady 5 2 2", "use lady 2 2 5"),
        ("take  guard ", "take guard"),
    ],
)
def test_the_order_of_dice_and_blanks_do_not_matter(typed, text):
    """What people type is read and written in one way."""
    assert GAME.notate(GAME.parse(typed, ROLLED)) == text


WRONG = [
    ("", "unreadable", {"text": ""}),
    ("rol", "unreadable", {"text": "rol"}),
    ("ROLL", "unreadable", {"text": "ROLL"}),
    ("keep3", "unreadable", {"text": "keep3"}),
    ("roll 3", "wrong-form", {"text": "roll 3", "form": "roll"}),
    ("stand up", "wrong-form", {"text": "stand up", "form": "stand"}),
    ("keep", "wrong-form", {"text": "keep", "form": "keep 3 3"}),
    ("keep 7", "wrong-form", {"text": "keep 7", "form": "keep 3 3"}),
    ("keep 3,3", "wrong-form", {"text": "keep 3,3", "form": "keep 3 3"}),
    ("keep ３", "wrong-form", {"text": "keep ３", "form": "keep 3 3"}),
    ("take", "unknown-card", {"card": ""}),
    ("take guard now", "unknown-card", {"card": "guard now"}),
    ("take Guard", "unknown-card", {"card": "Guard"}),
    ("use", "unknown-card", {"card": ""}),
    ("use duke", "unknown-card", {"card": "duke"}),
    ("use farmer", "no-power", {"card": "farmer"}),
    ("use king", "no-power", {"card": "king"}),
    ("use guard 2", "wrong-form", {"text": "use guard 2", "form": "use guard"}),
    ("use queen 7", "wrong-form", {"text": "use queen 7", "form": "use queen 4"}),
    ("use queen 4 4", "wrong-form", {"text": "use queen 4 4", "form": "use queen 4"}),
    ("use jester", "wrong-form", {"text": "use jester", "form": "use jester 4"}),
    ("use maid 2", "wrong-form", {"text": "use maid 2", "form": "use maid 2+3"}),
    ("use maid 2+", "wrong-form", {"text": "use maid 2+", "form": "use maid 2+3"}),
    ("use philosopher 5>12", "wrong-form", {"text": "use philosopher 5>12", "form": "use philosopher 5>1 2"}),
    ("use magician 6", "wrong-form", {"text": "use magician 6", "form": "use magician 1>6"}),
    ("use alchemist 6 1", "wrong-form", {"text": "use alchemist 6 1", "form": "use alchemist 6 2 1 > 3 3 3"}),
]


@pytest.mark.parametrize(("text", "code", "params"), WRONG)
def test_a_text_that_is_no_move_is_refused_with_the_right_form(text, code, params):
    """Reading is strict in everything else, and says how it is written."""
    with pytest.raises(Refused) as refused:
        GAME.parse(text, ROLLED)
    assert refused.value == Refused(code, params)
