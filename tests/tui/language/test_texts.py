"""Sessions share the texts of their languages, so that a host with many sessions knows four of them."""

from __future__ import annotations

import pytest

from tui.language.texts import LANGUAGES, texts_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_one_for_each_language(language: str) -> None:
    """Always the same."""
    assert texts_in(language) is texts_in(language)
    assert texts_in(language).language == language


def test_a_language_that_is_not_known_is_english() -> None:
    """However many are asked for: nothing is kept for them."""
    assert {id(texts_in(f"x{number}")) for number in range(100)} == {id(texts_in("en"))}
