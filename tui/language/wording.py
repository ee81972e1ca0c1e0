"""Parts put together as sentences: a capital letter, lists of words."""

from __future__ import annotations

from collections.abc import Iterable

from tui.language.texts import Texts


def sentence(text: str) -> str:
    """Returns the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(texts: Texts, words: Iterable[str]) -> str:
    """Returns words as a list: Amber, Birch and Cedar."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return texts._("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])
