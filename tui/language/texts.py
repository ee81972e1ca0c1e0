"""Every text that a player sees, in that player's language.

Each session has one `Texts`, which is passed to whatever words something: sessions in many languages share a
process, so there is no current language. Placeholders are named (`{name}`), and what is put in is never read
as a template itself. A text in a table is marked with `N_`, `NC_` or `NN_`, and `Texts.of` or `Texts.fill`
translates it where it is shown.
"""

from __future__ import annotations

import gettext
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

DOMAIN = "crownhouse"
LOCALE = Path(__file__).parents[1] / "locale"
LANGUAGES = ("en", "de", "it", "nl")


@dataclass(frozen=True, slots=True)
class Translatable:
    """A text that is still to be translated."""

    text: str
    """The English text; of a message with a plural, the form for one."""
    context: str = ""
    """What tells it apart from other messages with the same text."""
    many: str = ""
    """The English form for more than one; the value `number` chooses between the two."""
    parts: tuple[tuple[str, str | Translatable], ...] = ()
    """Parts that fill some of its placeholders: a message, or a template filled from the same values."""


def N_(text: str, **parts: str | Translatable) -> Translatable:  # noqa: N802
    """Mark a text for translation."""
    return Translatable(text, parts=tuple(parts.items()))


def NC_(context: str, text: str) -> Translatable:  # noqa: N802
    """Mark a text whose wording needs its context to be told apart."""
    return Translatable(text, context)


def NN_(one: str, many: str, **parts: str | Translatable) -> Translatable:  # noqa: N802
    """Mark a text with a plural. The value `number` chooses the form and fills {number}."""
    return Translatable(one, many=many, parts=tuple(parts.items()))


NO_TEXT = Translatable("", context="none")
"""The empty text. Its context keeps it apart from a catalogue's header, whose msgid is empty."""


class Values(Protocol):
    """The values of placeholders, by name. A missing value raises KeyError."""

    def __getitem__(self, name: str, /) -> object: ...


V = TypeVar("V", bound=Values)


class Texts:
    """Translates messages into one language; English where a translation is missing. Sessions share those of
    `texts_in`, so that caches of worded things keep alive one for each language.
    """

    def __init__(self, language: str = "en") -> None:
        self.language = _known(language)
        self._catalogue = _catalogue(self.language)
        self._plain = cache(self._catalogue.gettext)

    def _(self, message: str, **values: object) -> str:
        """The message in this language, with its placeholders filled."""
        return self._plain(message).format(**values)

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The form for `number`, which fills the placeholder {number}."""
        return self._catalogue.ngettext(one, many, number).format(number=number, **values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """A message whose wording needs its context to be told apart."""
        return self._catalogue.pgettext(context, message).format(**values)

    def of(self, message: Translatable, **values: object) -> str:
        """A marked message in this language, with its placeholders filled."""
        return self.fill(message, values)

    def fill(self, sentence: Sentence[V], values: V) -> str:
        """Returns a sentence with values that are looked up only if a placeholder names them. A sentence that
        is a function makes its words from the values.
        """
        if not isinstance(sentence, Translatable):
            return sentence(self, values)
        if not sentence.parts:
            return self._template(sentence, values).format_map(values)
        parts = {name: self._part(part, values) for name, part in sentence.parts}
        filled = _WithParts(parts, values)
        return self._template(sentence, filled).format_map(filled)

    def _part(self, part: str | Translatable, values: Values) -> str:
        return part.format_map(values) if isinstance(part, str) else self.fill(part, values)

    def _template(self, message: Translatable, values: Values) -> str:
        if message.many:
            return self._catalogue.ngettext(message.text, message.many, int(str(values["number"])))
        if message.context:
            return self._catalogue.pgettext(message.context, message.text)
        return self._catalogue.gettext(message.text)


@dataclass(frozen=True, slots=True)
class _WithParts:
    """Values, with the parts of a message before them."""

    parts: Mapping[str, str]
    values: Values

    def __getitem__(self, name: str, /) -> object:
        return self.parts[name] if name in self.parts else self.values[name]


GAP = "…"
"""Stands where a sentence says something else each time."""
_SEVERAL = 2
"""The number in whose form sentences with gaps are."""


class TextsWithGaps(Texts):
    """The messages of a language, with gaps in the place of what fills them."""

    def _(self, message: str, **_values: object) -> str:
        return _with_gaps(self._plain(message))

    def ngettext(self, one: str, many: str, number: int, **_values: object) -> str:  # noqa: ARG002
        return _with_gaps(self._catalogue.ngettext(one, many, _SEVERAL))

    def pgettext(self, context: str, message: str, **_values: object) -> str:
        return _with_gaps(self._catalogue.pgettext(context, message))

    def fill(self, sentence: Sentence[V], values: V) -> str:
        if isinstance(sentence, Translatable):
            return _with_gaps(self._template(sentence, {"number": _SEVERAL}))
        return super().fill(sentence, values)


def _with_gaps(template: str) -> str:
    return template.format_map(defaultdict(lambda: GAP))


Sentence = Translatable | Callable[[Texts, V], str]
"""A text in a table: a message, or a function if the words have to be computed."""


def texts_in(language: str = "en") -> Texts:
    """Returns the texts of a language, always the same object; English for one that is not known."""
    return _shared(_known(language))


@cache
def _shared(language: str) -> Texts:
    return Texts(language)


def _known(language: str) -> str:
    return language if language in LANGUAGES else "en"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, [language])


def language_of(environment: Mapping[str, str]) -> str:
    """Returns the language that a client asks for: LC_ALL before LC_MESSAGES before LANG, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            return wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en"
    return "en"
