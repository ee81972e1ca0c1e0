"""Notation: one text per move, read back as the same move, forgiving in blanks and order only."""

import pytest

from engine.game import Refused
from engine.laurin.game import GAME
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
    Counter,
    Done,
    Exchange,
    Fog,
    Give,
    Haste,
    Lapse,
    Lead,
    Pass,
    Place,
    Relocate,
    Revolt,
    TakeBack,
)
from engine.laurin.notation import FORMS
from tests.engine.laurin.positions import StepPlayer, layout

VIEW = StepPlayer(layout("auction", dwarfs="1 1/1 a1, 1 1/1 b1, 1 3/2 c1")).view(1)

TEXTS = [
    (Buy("haste", (2, 1)), "buy haste 2 1"),
    (Pass(), "pass"),
    (Give("h2c", 3), "give h2c 3"),
    (Place("3/2", "c4"), "place 3/2 c4"),
    (Relocate((("d5", "e4"), ("e4", "d5"))), "move d5>e4 e4>d5"),
    (Done(), "done"),
    (Bid((3, 3, 1)), "bid 3 3 1"),
    (TakeBack((3,)), "take back 3"),
    (TakeBack(()), "take back nothing"),
    (Lead(2, "north"), "king 2 north"),
    (Lapse(2), "lapse 2"),
    (Ban(1), "ban 1"),
    (Exchange("c4", "f2"), "exchange c4 f2"),
    (Haste("west"), "haste west"),
    (Revolt(1, "north"), "revolt 1 north"),
    (Fog(3), "fog 3"),
    (Counter(), "counter"),
]


@pytest.mark.parametrize(("move", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_every_move_has_one_text_that_reads_back(move, text):
    """Writing and reading are inverse."""
    assert GAME.notate(move) == text
    assert GAME.parse(text, VIEW) == move


def test_every_form_is_an_example_of_itself():
    """What a refusal shows can be typed."""
    assert sorted(FORMS.values()) == sorted({text for _, text in TEXTS} - {"take back nothing"})
    assert all(GAME.notate(GAME.parse(form, VIEW)) == form for form in FORMS.values())


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  done ", "done"),
        ("bid 1 3\t3", "bid 3 3 1"),
        ("bid 133", "bid 3 3 1"),
        ("buy  haste 12", "buy haste 2 1"),
        ("take  back 1 3", "take back 3 1"),
        ("exchange f2 c4", "exchange c4 f2"),
        ("move e4 > d5  d5 >e4", "move d5>e4 e4>d5"),
        ("move b1>f1 a1>g1", "move a1>f1 b1>g1"),
        ("move c1>f1 a1>g1", "move a1>g1 c1>f1"),
        ("king  2   north ", "king 2 north"),
    ],
)
def test_order_and_blanks_do_not_matter(typed, text):
    """What people type is read and written in one way."""
    assert GAME.notate(GAME.parse(typed, VIEW)) == text


WRONG = [
    ("", "unreadable", None),
    ("fold", "unreadable", None),
    ("BID 3", "unreadable", None),
    ("bid3", "unreadable", None),
    ("bid", "wrong-form", "bid 3 3 1"),
    ("bid 0", "wrong-form", "bid 3 3 1"),
    ("bid 03", "wrong-form", "bid 3 3 1"),
    ("buy haste 02 1", "wrong-form", "buy haste 2 1"),
    ("give h2c 03", "wrong-form", "give h2c 3"),
    ("place 3/2 c04", "wrong-form", "place 3/2 c4"),
    ("move d05>e4", "wrong-form", "move d5>e4 e4>d5"),
    ("take back 03", "wrong-form", "take back 3"),
    ("king 02 north", "wrong-form", "king 2 north"),
    ("revolt 01 north", "wrong-form", "revolt 1 north"),
    ("fog 03", "wrong-form", "fog 3"),
    ("bid ３", "wrong-form", "bid 3 3 1"),
    ("bid 3,3", "wrong-form", "bid 3 3 1"),
    ("pass now", "wrong-form", "pass"),
    ("done 1", "wrong-form", "done"),
    ("counter haste", "wrong-form", "counter"),
    ("buy haste", "wrong-form", "buy haste 2 1"),
    ("give h2c", "wrong-form", "give h2c 3"),
    ("give 2 h2c", "wrong-form", "give h2c 3"),
    ("place 3/2", "wrong-form", "place 3/2 c4"),
    ("place 4/2 c4", "wrong-form", "place 3/2 c4"),
    ("move d5", "wrong-form", "move d5>e4 e4>d5"),
    ("move d5>e4e4>d5", "wrong-form", "move d5>e4 e4>d5"),
    ("take 3", "wrong-form", "take back 3"),
    ("king north 2", "wrong-form", "king 2 north"),
    ("king 2 up", "wrong-form", "king 2 north"),
    ("lapse", "wrong-form", "lapse 2"),
    ("ban 12", "wrong-form", "ban 1"),
    ("exchange c4", "wrong-form", "exchange c4 f2"),
    ("haste", "wrong-form", "haste west"),
    ("revolt north", "wrong-form", "revolt 1 north"),
    ("fog amber", "wrong-form", "fog 3"),
]


@pytest.mark.parametrize(("text", "code", "form"), WRONG)
def test_a_text_that_is_no_move_is_refused_with_the_right_form(text, code, form):
    """Reading is strict in everything else, and says how it is written."""
    with pytest.raises(Refused) as refused:
        GAME.parse(text, VIEW)
    assert refused.value == Refused(code, {"text": text} if form is None else {"text": text, "form": form})


def test_an_unknown_magic_card_is_named():
    """So that a typing error is seen at once."""
    with pytest.raises(Refused) as refused:
        GAME.parse("buy hurry 2 1", VIEW)
    assert refused.value == Refused("unknown-card", {"card": "hurry"})
