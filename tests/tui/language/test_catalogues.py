"""No text is missing in any language, every translation keeps what it must keep, and nothing is a guess."""

from __future__ import annotations

import ast
import re
import string
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tui.language.texts import LANGUAGES, LOCALE, Texts, language_of

ROOT = Path(__file__).parents[3]
KEYWORDS = {
    "_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2),
    "N_": None, "NC_": ((1, "c"), 2), "NN_": (1, 2),
}  # fmt: skip
F_STRINGS = re.compile(r"[fF]['\"].*\{.*(?:_|gettext)\(|[fF]\"{3}")
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
Message = tuple[str | None, tuple[str, ...]]

KEPT = re.compile(
    r"ssh -?\w+|crownhouse|JSON|UTF-8|HOST|-T\b|\b[a-z]+=\d+|\d+"
    r"|hjkl|\bEsc\b|\bTab\b|\bL(?= lets)|\bA(?= to agree)"
)
"""What programs or keyboards read, and numbers: the same in every language."""


@cache
def wanted() -> Mapping[Message, frozenset[str]]:
    """Every text the TUI has, by its context and its one or two forms: the files that have it."""
    files: defaultdict[Message, set[str]] = defaultdict(set)
    for file, _, message, _, context in extract_from_dir(
        ROOT / "tui", [("**.py", "docs.extraction.extract")], keywords=KEYWORDS
    ):
        files[context, forms(message)].add(file)
    return {message: frozenset(found) for message, found in files.items()}


def forms(message: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "crownhouse.po").open("rb") as file:
        return read_po(file, locale=language)


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Every English form with its translation; the first translated form has the singular beside it."""
    for message in catalogue(language):
        if message.id:
            yield from zip(forms(message.id), forms(message.string), strict=True)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def edges(text: str, signs: str) -> tuple[bool, bool, str]:
    """Blanks around a text, and the sign of these that ends it."""
    end = text.rstrip()[-1:]
    return text[:1] == " ", text[-1:] == " ", end if end in signs else ""


def alike(english: str, own: str) -> bool:
    """Whether both begin and end alike; a lone word has its full stop to itself (unger., Goodbye.)."""
    lone = any(" " not in text.strip() for text in (english, own))
    signs = "?!:" if lone else ".?!:"
    return edges(english, signs) == edges(own, signs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_stands_in_every_catalogue(language: str):
    """`make messages` was run after the last new text."""
    known = {(message.context, forms(message.id)) for message in catalogue(language) if message.id}
    assert sorted(wanted().keys() - known, key=str) == []


def test_no_text_hides_in_an_f_string():
    """`make messages` does not look into them."""
    hidden = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file in (ROOT / "tui").rglob("*.py")
        if F_STRINGS.search(text := file.read_text(encoding="utf-8"))
        for f_string in ast.walk(ast.parse(text))
        if isinstance(f_string, ast.JoinedStr)
        for call in ast.walk(f_string)
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in KEYWORDS
    ]
    assert hidden == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_a_guess(language: str):
    """Nothing is fuzzy: no tool's guess stands for a translation."""
    assert [message.id for message in catalogue(language) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_is_without_words(language: str):
    """Only English may leave a translation empty: the text itself is English."""
    assert [english for english, translated in pairs(language) if not translated] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_all_their_forms(language: str):
    """As many as the language has: one of something, many of it."""
    assert catalogue(language).num_plurals == 2
    wrong = [
        message.id
        for message in catalogue(language)
        if message.id and len(forms(message.string)) != len(forms(message.id))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_placeholders_of_their_text(language: str):
    """A sentence can be filled in every language, and loses nothing."""
    wrong = [
        (english, translated)
        for english, translated in pairs(language)
        if translated and placeholders(translated) != placeholders(english)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_begin_and_end_like_their_text(language: str):
    """A sentence stays a sentence, a question a question, and what is glued together stays apart."""
    assert [(english, own) for english, own in pairs(language) if not alike(english, own)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_those_of_every_keyboard(language: str):
    """Terminals without UTF-8 show them, and what is advised to type can be typed."""
    curly = "\N{RIGHT SINGLE QUOTATION MARK}"
    assert [own for english, own in pairs(language) if curly in english + own] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_a_machine_reads_is_not_translated(language: str):
    """Commands of a shell, keys that are pressed, formats and numbers stand in every language."""
    wrong = [
        (english, translated)
        for english, translated in pairs(language)
        if any(kept not in translated for kept in KEPT.findall(english))
    ]
    assert wrong == []


def test_a_session_speaks_its_own_language():
    """Four languages live side by side; what is not translated is English."""
    said = {language: Texts(language)._("new table") for language in LANGUAGES}
    assert said == {"en": "new table", "de": "neuer Tisch", "it": "nuovo tavolo", "nl": "nieuwe tafel"}
    seats = "{number} seat is still free.", "{number} seats are still free."
    assert Texts("de").ngettext(*seats, 2) == "2 Plätze sind noch frei."
    assert Texts("it").ngettext(*seats, 1) == "C'è ancora 1 posto libero."
    assert Texts("nl").ngettext(*seats, 3) == "Er zijn nog 3 plaatsen vrij."
    assert Texts("nl")._("no such text, {name}", name="Wren") == "no such text, Wren"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8", "LC_ALL": "it_CH"}, "it"),
        ({"LC_ALL": "", "LANG": "IT_it"}, "it"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_clients_locale_chooses_the_language(environment: dict[str, str], language: str):
    """LC_ALL before LC_MESSAGES before LANG; English if none of them is one of our languages."""
    assert language_of(environment) == language
