"""A table is said to have agreed on what is unusual, and on nothing else."""

from __future__ import annotations

from typing import Annotated, get_args

import pytest
from msgspec import Meta, Struct, structs

from engine.game import Setup
from engine.options import check_setup, parse_options
from engine.registry import GAMES
from tui.actions.typed_words import a_clock
from tui.host.turn_clocks import NAMED, NO_CLOCK
from tui.language.texts import LANGUAGES, Texts, texts_in
from tui.presenters.offers import WITHOUT, _choice, named_clock, offers, unusual_options


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("court", {"edition": "de", "rounds": 100}, ()),
        ("court", {}, ()),
        ("court", {"edition": "en", "rounds": 20}, ("English edition", "at most 20 rounds")),
        ("intrigue", {"edition": "de", "odds": "off"}, ()),
        ("intrigue", {"edition": "en"}, ("English edition",)),
        ("laurin", {"rounds": 60}, ()),
        ("laurin", {"rounds": "20"}, ("at most 20 rounds",)),
        ("laurin", {"late": "nothing"}, ("time up: the others decide",)),
        ("court", {"late": "move"}, ()),
        ("a game of another host", {"edition": "en"}, ()),
    ],
)
def test_only_unusual_options_are_worth_a_word(
    game: str, options: dict[str, str | int], said: tuple[str, ...]
):
    assert unusual_options(Texts(), game, options) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_words(game: str, language: str):
    """No table is listed with the bare value of an option that is a word."""
    for field in structs.fields(GAMES[game].Options):
        for value in {7, 8} if isinstance(field.default, int) else get_args(field.type):
            if value != field.default:
                (said,) = unusual_options(Texts(language), game, {field.name: value})
                assert " " in said


class Bounded(Struct, frozen=True):
    """Options of a game that are numbers within bounds."""

    goal: Annotated[int, Meta(ge=5, le=99)] = 25
    step: Annotated[int, Meta(ge=1, le=100, multiple_of=20)] = 20


def test_only_possible_numbers_are_offered():
    """The bounds are those of the option's own type."""
    offered = {field.name: _choice(field) for field in structs.fields(Bounded)}
    assert offered["goal"].values == ("10", "20", "25", "30", "60")
    assert offered["step"].values == ("20", "60", "100")


@pytest.mark.parametrize("game", GAMES)
def test_every_table_that_is_offered_can_be_opened(game: str):
    """Whatever is chosen in the form is a possible option of the game."""
    (offer,) = (one for one in offers() if one.game == game)
    own = {field.name for field in structs.fields(GAMES[game].Options)}
    for choice in offer.choices:
        for value in choice.values if choice.option in own else ():
            options = parse_options(GAMES[game], {choice.option: value})
            check_setup(Setup(offer.seats[0], options), GAMES[game].seats)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clock_is_typed_by_the_name_that_the_form_shows(language: str) -> None:
    """In any case of letters, as one word among others; the English names are understood, too."""
    texts = texts_in(language)
    for name, clock in NAMED.items():
        said, _, _ = named_clock(texts, clock).partition(": ")
        assert a_clock(texts, said.upper()) == a_clock(texts, name) == clock
        assert said in texts._("A rated game needs a clock: live, evening, correspondence or another.")
        assert " " not in said
    without = texts.of(WITHOUT)
    assert a_clock(texts, without) == a_clock(texts, "none") == NO_CLOCK
