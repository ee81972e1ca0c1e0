"""The lines of a record's text, and which of them are the header's."""

from __future__ import annotations

from collections.abc import Iterator

NUMBER = "(?:0|[1-9][0-9]{0,8})"
"""A number of at most nine digits, without leading zeros."""
Line = tuple[int, str]
"""A line's number in the text, and the line without surrounding spaces."""


def read_lines(text: str) -> Iterator[Line]:
    """The lines that are neither empty nor remarks."""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            yield number, line


def _is_step(line: str) -> bool:
    return line[0].isdecimal() or line.split(maxsplit=1)[0] == "result"


def header_lines(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines before the first step."""
    for number, line in lines:
        if _is_step(line):
            return
        yield number, line


def step_lines(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines from the first step on."""
    begun = False
    for number, line in lines:
        begun = begun or _is_step(line)
        if begun:
            yield number, line
