"""What the log of a table keeps: what seats did and wrote, in paragraphs of what one did in a row.

A player who comes to a game in progress gets hundreds of earlier steps, of which a screen shows the last few:
earlier ones are put into words only when they can be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec import UNSET
from rich.style import Style

from tui.host.port import ChatLine
from tui.language.host_lines import spoken
from tui.language.texts import Texts
from tui.presenters.chat_tracker import speaker
from tui.widgets.panel import Part
from tui.widgets.paragraphs import inked
from tui.wire.terminal import palette

KEPT = 2000
"""The most paragraphs kept."""
AT_ONCE = 32
"""How many earlier events are put into words together."""
T = TypeVar("T")


class LogItem(NamedTuple):
    """What a seat did or wrote, to follow its name; or, without a name, a whole sentence."""

    who: str
    text: str
    style: Style = palette.STRONG
    """The style of the name."""
    said: bool = False
    alone: bool = False
    """Whether it is a paragraph of its own, whoever did what comes before and after."""


LogGroup = tuple[LogItem, ...]
"""The items of one paragraph."""


class LogItems:
    """The paragraphs, oldest first. Earlier events that are not put into words yet precede the first."""

    def __init__(self) -> None:
        self._paragraphs: list[LogGroup] = []
        self._past: Sequence[object] = ()
        self._tell: Callable[[object], LogItem | None] = lambda _: None

    def add(self, items: Iterable[LogItem]) -> None:
        for item in items:
            _join(self._paragraphs, (item,))
        if len(self._paragraphs) > KEPT:
            del self._paragraphs[:-KEPT]
            self._past = ()

    def take_back(self, items: Collection[LogItem]) -> None:
        kept = (tuple(item for item in group if item not in items) for group in self._paragraphs)
        self._paragraphs = [group for group in kept if group]
        self._past = [one for one in self._past if not (isinstance(one, LogItem) and one in items)]

    def begin(self, past: Sequence[T], tell: Callable[[T], LogItem | None]) -> None:
        """Takes earlier events; `tell` returns the item for one, None if it needs no words."""
        self._past, self._tell = past, tell  # type: ignore[assignment]  # it is only told what is in `past`

    def precede(self, older: Sequence[object]) -> None:
        """Takes events from before the earliest one, to be told as those are."""
        self._past = (*older, *self._past)

    def backwards(self) -> Iterator[LogGroup]:
        """Yields the paragraphs, newest first. The oldest may continue further back, so earlier events are
        worded first.
        """
        behind = 0
        while True:
            while behind < len(self._paragraphs) - bool(self._past):
                behind += 1
                yield self._paragraphs[-behind]
            if not self._past:
                return
            self._tell_older()

    def _tell_older(self) -> None:
        older, self._past = self._past[-AT_ONCE:], self._past[:-AT_ONCE]
        paragraphs: list[LogGroup] = []
        for item in filter(None, map(self._tell, older)):
            _join(paragraphs, (item,))
        for paragraph in self._paragraphs:
            _join(paragraphs, paragraph)
        self._paragraphs = paragraphs[-KEPT:]


def _join(paragraphs: list[LogGroup], more: LogGroup) -> None:
    """Adds items to paragraphs, to the last of them if they are by the same seat."""
    last, first = paragraphs[-1] if paragraphs else (), more[0]
    apart = any(item.said or item.alone for item in (first, *last[:1]))
    if last and first.who and last[0].who == first.who and not apart:
        paragraphs[-1] = (*last, *more)
    else:
        paragraphs.append(more)


def chat_item(texts: Texts, line: ChatLine, you: str) -> LogItem:
    style = palette.MINE if line.name == you else palette.STRONG
    return LogItem(speaker(texts, line), spoken(texts, line), style, said=line.host is UNSET)


def paragraph(items: tuple[LogItem, ...]) -> tuple[Part, ...]:
    first = items[0]
    if not first.who:
        return tuple(inked(first.text, palette.DIM))
    if first.said:
        return (f"{first.who}:", first.style), (f" {first.text}", palette.TEXT)
    text = ", ".join(item.text for item in items)
    return (first.who, first.style), *inked(f" {text}.", palette.TEXT)
