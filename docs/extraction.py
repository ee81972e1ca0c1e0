"""Finds the texts of the catalogues as Babel does; of a `Slash` its word, its usage and its help."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from babel.messages.extract import extract_python

Found = tuple[int, str, Any, list[str]]


def extract(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the line of each text, what it is marked with, and the text."""
    for line, marked, texts, comments in extract_python(file, [*keywords, "Slash"], tags, options):
        if marked != "Slash":
            yield line, marked, texts, comments
            continue
        word, usage, help_ = texts[:3]
        contexts = (("NC_", ("typed command", word)), ("NC_", ("usage", usage)), ("N_", help_))
        yield from ((line, mark, text, comments) for mark, text in contexts if help_ and text[-1])
