"""Sentences begin with a capital letter, and lists read as people speak them, in every language."""

from __future__ import annotations

import pytest

from tui.language.texts import Texts
from tui.language.wording import listed, sentence


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_words_one_after_the_other(words: list[str], said: str):
    assert listed(Texts(), words) == said


def test_the_last_word_is_joined_in_the_players_language():
    assert listed(Texts("de"), iter(["A", "B", "C"])) == "A, B und C"


@pytest.mark.parametrize(("text", "said"), [("", ""), ("élan", "Élan"), ("the McCoy", "The McCoy")])
def test_only_the_first_letter_changes(text: str, said: str):
    assert sentence(text) == said
