"""Typed words become a search: a game, a stage, and parts of names."""

from __future__ import annotations

import pytest

from tui.boards import PLAYABLE
from tui.host.table_search import FIRST_PAGE, TableSearch
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.lobby_words import typed_search
from tui.presenters.offers import title

TYPED = {
    "": FIRST_PAGE,
    "Anna": TableSearch(("anna",)),
    "court": TableSearch(game="court"),
    "COURT anna Running": TableSearch(("anna",), "court", "running"),
    "laurin open kiwi-7": TableSearch(("kiwi-7",), "laurin", "open"),
    "court laurin": TableSearch(("laurin",), "court"),
    "opening": TableSearch(("opening",)),
}


@pytest.mark.parametrize(("words", "search"), TYPED.items())
def test_words_in_any_order(words: str, search: TableSearch):
    assert typed_search(Texts(), words) == search


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stage_in_the_players_language(language: str):
    """Also where it is two words; English is understood as well."""
    texts = Texts(language)
    for stage in ("open", "running", "over", "frozen"):
        said = texts.pgettext("table", stage)
        assert typed_search(texts, f"anna {said} kiwi") == TableSearch(("anna", "kiwi"), stage=stage)
        assert typed_search(texts, stage) == TableSearch(stage=stage)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_of_a_games_title(language: str):
    """The last one, which no other game has."""
    texts = Texts(language)
    for game in PLAYABLE:
        last = title(texts, game).split()[-1]
        owners = [other for other in PLAYABLE if last in title(texts, other).split()]
        assert typed_search(texts, last).game == owners[0]
