"""Every text a player sees, in that player's language.

One `Texts` per session, handed to whoever words something: many languages live in one
process, so there is no current language to look up. Placeholders are named (`{name}`), and
what is put in is never read as a template itself.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

DOMAIN = "crownhouse"
LOCALE = Path(__file__).parents[1] / "locale"
LANGUAGES = ("en", "de", "it", "nl")


class Texts:
    """Words messages in one language; English where a translation is missing."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = _catalogue(self.language)

    def __eq__(self, other: object) -> bool:
        """Words in the same language are the same: what was worded once serves every session."""
        return isinstance(other, Texts) and self.language == other.language

    def __hash__(self) -> int:
        return hash(self.language)

    def _(self, message: str, **values: object) -> str:
        """The message in this language, with its placeholders filled."""
        return self._catalogue.gettext(message).format(**values)

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The form for `number`, which fills the placeholder {number}."""
        return self._catalogue.ngettext(one, many, number).format(number=number, **values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """A message whose wording needs its context to be told apart."""
        return self._catalogue.pgettext(context, message).format(**values)


Worded = Callable[[Texts], str]
"""A text that is the same whenever it is said, in whatever language is handed in."""


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, [language], fallback=True)


def language_of(environment: Mapping[str, str]) -> str:
    """The language a client asks for: LC_ALL before LC_MESSAGES before LANG, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            return wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en"
    return "en"
