"""What happened and was said, as paragraphs: one for all that a seat did in a row.

Whoever comes to a game in progress is told of hundreds of steps, of which a screen shows the
last few. What is further back is put into words when somebody could read it. How paragraphs
are laid out is `tui.screens.table.event_log`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from rich.style import Style

from tui.wire.terminal import palette

T = TypeVar("T")
KEPT = 200
"""Paragraphs remembered."""
AT_ONCE = 32
"""So many older events are told together."""


class LogItem(NamedTuple):
    """What somebody did or said, to follow the name; or, without a name, a whole sentence."""

    who: str
    text: str
    style: Style = palette.STRONG
    """Of the name."""
    said: bool = False


LogGroup = tuple[LogItem, ...]
"""What belongs in one paragraph."""


class LogItems:
    """The paragraphs, oldest first; before the first of them stands what is not told yet."""

    def __init__(self) -> None:
        self._paragraphs: list[LogGroup] = []
        self._past: Sequence[object] = ()
        self._tell: Callable[[object], LogItem | None] = lambda _: None

    def add(self, items: Iterable[LogItem]) -> None:
        """More happened."""
        for item in items:
            _join(self._paragraphs, (item,))
        if len(self._paragraphs) > KEPT:
            del self._paragraphs[:-KEPT]
            self._past = ()

    def begin(self, past: Sequence[T], tell: Callable[[T], LogItem | None]) -> None:
        """Something happened before everything else; `tell` says what, None: nothing worth a word."""
        self._past, self._tell = past, tell  # type: ignore[assignment]  # it is only told what is in `past`

    def backwards(self) -> Iterator[LogGroup]:
        """The paragraphs, newest first. The oldest one may go on further back: that is told first."""
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
    """Puts more behind paragraphs, into the last of them where the same seat did both."""
    last, first = paragraphs[-1] if paragraphs else (), more[0]
    if last and first.who and last[0].who == first.who and not (first.said or last[0].said):
        paragraphs[-1] = (*last, *more)
    else:
        paragraphs.append(more)
