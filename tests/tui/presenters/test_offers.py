"""A table is said to have agreed on what is unusual, and on nothing else."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.registry import GAMES
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.offers import unusual_options


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
        for value in ("en",) if field.default == "de" else (7,):
            (said,) = unusual_options(Texts(language), game, {field.name: value})
            assert " " in said
