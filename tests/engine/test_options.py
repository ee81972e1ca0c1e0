"""Options as text: every choice there and back, everything else refused by name."""

import pytest

from engine.court.game import GAME as COURT
from engine.game import Refused, Setup
from engine.options import check_setup, defaults, format_options, parse_options, text_of
from tests.engine.toy.game import GAME as PEARLS


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (COURT, {"edition": "en", "rounds": "12"}),
        (COURT, {"rounds": "1000"}),
        (COURT, {}),
        (PEARLS, {"rounds": "9", "ties": "first", "calm": "true"}),
        (PEARLS, {"rounds": "1", "ties": "dice", "calm": "false"}),
    ],
)
def test_texts_give_options_and_options_the_texts(game, texts):
    usual = {name: text_of(value) for name, value in defaults(game.Options).items()}
    changed = {name: value for name, value in texts.items() if value != usual[name]}
    assert format_options(parse_options(game, texts)) == changed
    assert parse_options(game, changed) == parse_options(game, texts)


def test_what_is_not_named_has_its_default():
    assert parse_options(COURT, {}) == COURT.Options()


@pytest.mark.parametrize(
    ("texts", "code", "params"),
    [
        (
            {"colour": "green"},
            "option-unknown",
            {"option": "colour", "options": tuple(COURT.Options.__struct_fields__)},
        ),
        (
            {"edition": "it"},
            "option-not-possible",
            {"option": "edition", "value": "it", "accepted": "de, en"},
        ),
        ({"rounds": "0"}, "option-not-possible", {"option": "rounds", "value": "0", "accepted": "1-1000"}),
        (
            {"rounds": "ten"},
            "option-not-possible",
            {"option": "rounds", "value": "ten", "accepted": "1-1000"},
        ),
        ({"rounds": ""}, "option-not-possible", {"option": "rounds", "value": "", "accepted": "1-1000"}),
        *(
            (
                {"rounds": text},
                "option-not-possible",
                {"option": "rounds", "value": text, "accepted": "1-1000"},
            )
            for text in ("012", "+12", "12.0", "1e2", " 12")
        ),
        (
            {"rounds": "1.5"},
            "option-not-possible",
            {"option": "rounds", "value": "1.5", "accepted": "1-1000"},
        ),
        (
            {"rounds": "9" * 5000},
            "option-not-possible",
            {"option": "rounds", "value": "9" * 5000, "accepted": "1-1000"},
        ),
    ],
)
def test_anything_else_is_refused(texts, code, params):
    with pytest.raises(Refused) as refused:
        parse_options(COURT, texts)
    assert refused.value == Refused(code, params)


@pytest.mark.parametrize(
    ("setup", "code", "params"),
    [
        (Setup(1, COURT.Options()), "seats-not-possible", {"seats": 1, "least": 2, "most": 5}),
        (Setup(6, COURT.Options()), "seats-not-possible", {"seats": 6, "least": 2, "most": 5}),
        (
            Setup(2, COURT.Options(edition="fr")),
            "option-not-possible",
            {"option": "edition", "value": "fr", "accepted": "de, en"},
        ),
        (
            Setup(2, COURT.Options(rounds=0)),
            "option-not-possible",
            {"option": "rounds", "value": 0, "accepted": "1-1000"},
        ),
        (
            Setup(2, COURT.Options(rounds=1001)),
            "option-not-possible",
            {"option": "rounds", "value": 1001, "accepted": "1-1000"},
        ),
    ],
)
def test_no_game_begins_with_what_its_options_cannot_be(setup, code, params):
    """However the options were made: only texts are checked on their way in."""
    with pytest.raises(Refused) as refused:
        check_setup(setup, COURT.seats)
    assert refused.value == Refused(code, params)


def test_a_game_begins_with_whatever_can_be_said():
    for seats in COURT.seats:
        check_setup(Setup(seats, parse_options(COURT, {"edition": "en", "rounds": "1000"})), COURT.seats)
