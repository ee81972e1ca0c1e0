"""No text is missing in English or German, and every translation keeps its placeholders."""

from __future__ import annotations

import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tui.texts import LANGUAGES, LOCALE, Texts

ROOT = Path(__file__).parents[2]
KEYWORDS = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
Message = tuple[str | None, tuple[str, ...]]


@cache
def wanted() -> frozenset[Message]:
    """Every text the TUI has: its context, and its one or two forms."""
    found = extract_from_dir(ROOT / "tui", [("**.py", "python")], keywords=KEYWORDS)
    return frozenset((context, forms(message)) for _, _, message, _, context in found)


def forms(message: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)


def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "crownhouse.po").open("rb") as file:
        return read_po(file, locale=language)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_stands_in_every_catalogue(language: str):
    """`make messages` was run after the last new text."""
    known = {(message.context, forms(message.id)) for message in catalogue(language) if message.id}
    assert sorted(wanted() - known, key=str) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_text_is_without_words(language: str):
    """English may leave a translation empty, the text itself is English; German may not."""
    missing = [
        message.id
        for message in catalogue(language)
        if message.id and (message.fuzzy or (not all(forms(message.string)) and language != "en"))
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_placeholders_of_their_text(language: str):
    """A sentence can be filled in every language, and loses nothing."""
    wrong = [
        (message.id, translated)
        for message in catalogue(language)
        for translated in forms(message.string)
        if message.id and translated and placeholders(translated) != placeholders(forms(message.id)[-1])
    ]
    assert wrong == []


def test_a_session_speaks_its_own_language():
    """Two languages live side by side; what is not translated is English."""
    english, german = Texts("en"), Texts("de")
    assert german._("new table") == "neuer Tisch"
    assert english._("new table") == "new table"
    assert german.ngettext("{number} seat is still free.", "{number} seats are still free.", 2).startswith(
        "2 Plätze"
    )
    assert german._("no such text, {name}", name="Wren") == "no such text, Wren"
