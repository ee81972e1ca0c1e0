"""What the boards of all games have on a page of the web: seats as a table, the mark of a seat, measures;
and what a picture of a position is drawn with.

A page shows a spectator's snapshot; nothing on it can be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tui.boards.kit.html import Child, Html, joined, tag
from tui.host.pictures import TableSnapshot
from tui.language.texts import Texts


class Sketch(Protocol):
    """Draws pieces; `x` and `y` are the upper left corner, in pixels."""

    def die(self, x: float, y: float, size: float, face: int) -> None:
        """A die that shows a face; 0: none, it has not been rolled."""

    def card(self, x: float, y: float, seat: int, said: str) -> None:
        """A card of a seat, of 116 x 136; '': face down."""

    def grid(self, x: float, y: float, square: float, side: int) -> None:
        """The lines of a board of so many squares a side."""

    def disc(self, x: float, y: float, size: float, seat: int, said: str) -> None:
        """A piece of a seat, with a short text on it."""

    def crown(self, x: float, y: float, size: float) -> None:
        """A crown."""


PIECES = "/pieces.svg#"
"""The file with the pictures of pieces (`tui.web`)."""


class BoardPage(NamedTuple):
    """A position of a game on a page: what lies on the table, and the seats."""

    board: Html
    seats: Html


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each seat: the first of its name that no seat before it has, else its number."""
    found: list[str] = []
    for number, name in enumerate(names, start=1):
        own = (char.upper() for char in name if char.isalpha() and len(char.upper()) == 1)
        found.append(next((char for char in own if char not in found), str(number)))
    return tuple(found)


def mark(names: Sequence[str], seat: int) -> Html:
    """Return the mark of a seat, by colour and letter."""
    return tag("abbr", letters(names)[seat - 1], class_=f"tag s{seat}", title=names[seat - 1])


def piece(name: str, label: str = "", more: str = "") -> Html:
    """Return the picture of a piece; without a label it only decorates."""
    use = tag("use", href=PIECES + name)
    if not label:
        return tag("svg", use, class_=more or None, aria_hidden="true")
    return tag("svg", use, class_=more or None, role="img", aria_label=label)


def part(name: str, title: str, *children: Child, more: str = "", seen: bool = False) -> Html:
    """Return a part of a page that is replaced by itself when something happens."""
    head = tag("h2", title, class_=None if seen else "sr")
    return tag("section", head, *children, class_=more or None, data_part=name)


def label(text: str) -> Html:
    """Return a small heading within a part."""
    return tag("p", text, class_="label")


def meter(value: float, most: float, said: str) -> Html:
    """Return a bar beside a number."""
    bar = tag("meter", min=0, max=most, value=value, aria_label=said)
    return joined(bar, " ", tag("b", f"{value:g}"))


def seats(
    texts: Texts,
    snapshot: TableSnapshot,
    names: Sequence[str],
    heads: Sequence[str],
    facts: Sequence[Sequence[Child]],
) -> Html:
    """Return all seats with what everybody may know of them, and whose turn it is."""
    rows = []
    for number, (name, cells) in enumerate(zip(names, facts, strict=True), start=1):
        now = number in snapshot.waiting_for
        turn = tag("i", texts._("to move"), class_="turn") if now else None
        who = tag("th", mark(names, number), " ", tag("bdi", name), turn, scope="row")
        rows.append(
            tag(
                "tr",
                who,
                [tag("td", cell) for cell in cells],
                class_="now" if now else None,
                aria_current="true" if now else None,
            )
        )
    columns = [tag("th", head, scope="col") for head in (texts._("Player"), *heads)]
    table = tag("table", tag("thead", tag("tr", columns)), tag("tbody", rows), class_="seats")
    return part("seats", texts._("Players"), wide(table, texts._("Players")))


def wide(table: Html, name: str) -> Html:
    """Return a table that is scrolled sideways by itself where it is wider than the page, also by keys."""
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label=name)
