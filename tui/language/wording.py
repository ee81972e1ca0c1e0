"""Parts put together as sentences: a capital letter, lists of words, and what stands where words fail."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from tui.language.texts import N_, Texts, Translatable

T = TypeVar("T")
NO_WORDS = N_("This cannot be put into words here; the host's log says why.")
"""What stands in the place of an event or of a question that has no words."""
log = logging.getLogger(__name__)


def sentence(text: str) -> str:
    """Returns the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def decimal(texts: Texts, number: float) -> str:
    return f"{number:.1f}".replace(".", texts.pgettext("decimal sign", "."))


def hundredths(texts: Texts, number: float) -> str:
    """Returns a number with up to two decimals."""
    short = f"{number:.2f}".rstrip("0").rstrip(".")
    return short.replace(".", texts.pgettext("decimal sign", "."))


def listed(texts: Texts, words: Iterable[str]) -> str:
    """Returns words as a list: Amber, Birch and Cedar."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return texts._("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])


def worded(what: str, say: Callable[[], T], otherwise: Callable[[], T]) -> T:
    """Returns what `say` returns. If it fails, a session must not end for want of words: the log says why
    there were none for `what`, and what `otherwise` returns takes their place.
    """
    try:
        return say()
    except Exception:
        log.exception("no words could be made", extra={"what": what})
        return otherwise()


Say = Callable[..., str]
"""Words what somebody does, from two messages with the same values: one follows a name, one says "you"."""


def say_to(texts: Texts, *, you: bool) -> Say:
    """Returns what words it for others, or for `you` who do it."""

    def say(theirs: Translatable, yours: Translatable, **values: object) -> str:
        return texts.of(yours if you else theirs, **values)

    return say
