"""Sentences out of parts: a beginning, words one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from tui.language.texts import Texts


def sentence(text: str) -> str:
    """The text with a capital letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def listed(texts: Texts, words: Iterable[str]) -> str:
    """Words one after the other: Amber, Birch and Cedar."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return texts._("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])
