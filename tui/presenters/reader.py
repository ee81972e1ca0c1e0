"""Answers as they are read: who reads one and where, one of several rows, one for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import json

from engine import codec
from tui.host.port import Port
from tui.language.spelling import command_word
from tui.language.texts import Texts

SLASH = "/"


@dataclass(frozen=True)
class Reader:
    """Who reads an answer, and where."""

    port: Port
    texts: Texts
    in_terminal: bool = field(default=False, kw_only=True)
    """Whether it was asked for by a command in a terminal."""
    typed: Callable[[str], str] = field(default=str, kw_only=True)
    """Writes the commands in a sentence as they are typed there, where they may stand behind a slash."""

    def command(self, name: str, word: str = "", table: str = "") -> str:
        """Return an action as it is typed there, without its arguments, but in a terminal with its `table`;
        `word` as its `Slash` has it.
        """
        if self.in_terminal:
            return f"ssh {self.port.ssh_host} {name} {table}".rstrip()
        return behind_slash(self.texts, word or name)


class Data(str):
    """An answer for programs: UTF-8 for every client."""

    __slots__ = ()


class Page(NamedTuple):
    """An answer of several rows."""

    heading: str
    rows: Sequence[tuple[str, str]]
    between: str = ""
    """What a terminal puts between the halves of a row; '': the second halves form a column."""
    headed: bool = False
    """Whether a terminal gets the heading, too, above first halves that end alike."""
    game: str = ""
    """The game that it is about; '': none."""

    @property
    def in_lines(self) -> str:
        """What a terminal gets."""
        width = max((len(one) for one, _ in self.rows), default=0)
        if self.headed:
            rows = (f"{one:>{width}} {about}".rstrip() if one else about for one, about in self.rows)
            return "\n".join((f"{self.heading}:", *rows))
        if self.between:
            return "\n".join(self.between.join(filter(None, row)) for row in self.rows)
        return "\n".join(f"{one:<{width}}  {about}".rstrip() for one, about in self.rows)


def spaced(*rows: tuple[str, str]) -> Sequence[tuple[str, str]]:
    """Return rows of a page with an empty one between each two."""
    return [row for one in rows for row in (("", ""), one)][1:]


def in_json(found: object) -> Data:
    """Return what was found as a page of JSON."""
    return Data(json.format(codec.encode(found), indent=2).decode())


def behind_slash(texts: Texts, word: str) -> str:
    """Return a command, by its English word, as it is typed."""
    return SLASH + command_word(texts, word)
