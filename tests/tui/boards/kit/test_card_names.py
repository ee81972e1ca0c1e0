"""Every card of every game is known by each of its names, as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from tui.boards.court.words.names import CARDS as COURT
from tui.boards.intrigue.words.names import CARDS as INTRIGUE
from tui.boards.kit.card_names import CardNames
from tui.boards.laurin.words.names import CARDS as LAURIN
from tui.language.texts import LANGUAGES, Texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cards", [COURT, INTRIGUE, LAURIN], ids=["court", "intrigue", "laurin"])
def test_a_card_is_known_by_its_names(cards: CardNames[Any], language: str):
    """Alone or in a sentence, in small letters or capitals; two cards never share one."""
    texts = Texts(language)
    for kind in cards.names:
        for said in (cards.name(texts, kind), cards.subject(texts, kind), cards.object_(texts, kind)):
            assert cards.called(texts, said) == kind
            assert cards.called(texts, f"  {said.upper()} ") == kind
        assert cards.called(texts, cards.as_typed(texts)[kind]) == kind
    assert cards.called(texts, "no such card") is None
