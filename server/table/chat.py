"""The chat of the lobby or of a table: cleaned, limited in length, in memory only.

Who may read a line depends on the reader: nobody reads players they ignore, and while a game with secrets
runs, its seats do not read spectators.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Sequence

from msgspec import Struct
from rich.cells import cell_len

from server.cluster.talk import KEPT_LINES
from server.identity.names import clean_words
from tui.host.pictures import ChatLine
from tui.host.refusals import refused

LONGEST = 200
"""Cells of a chat line."""


class ChatReader(Struct, frozen=True):
    """A reader: whom they ignore, and whether spectators' lines are hidden from them."""

    ignored: Container[str] = frozenset()
    without_watchers: bool = False

    def reads(self, who: str, place: str) -> bool:
        """Return whether they read what an account wrote, in the chat of `place`."""
        return who not in self.ignored and not (self.without_watchers and place == "watchers")


EVERYTHING = ChatReader()


class _Said(Struct, frozen=True):
    who: str
    line: ChatLine


class ChatHistory:
    """The last chat lines of one place."""

    def __init__(self) -> None:
        self.is_silent = True
        """Whether nothing was said here yet."""
        self._said: deque[_Said] = deque(maxlen=KEPT_LINES)
        self._all: tuple[ChatLine, ...] | None = ()
        """All lines, once somebody reads them all: most readers do."""

    def add(self, who: str, line: ChatLine) -> None:
        """Add a line; `who` is the account that wrote it."""
        self._said.append(_Said(who, line))
        self._all, self.is_silent = None, False

    def lines(self, reader: ChatReader) -> tuple[ChatLine, ...]:
        """Return the lines that a reader may read, oldest first."""
        if not reader.ignored and not reader.without_watchers:
            if self._all is None:
                self._all = tuple(said.line for said in self._said)
            return self._all
        return tuple(said.line for said in self._said if reader.reads(said.who, said.line.place))

    def heard(self, reader: ChatReader) -> Sequence[tuple[str, ChatLine]]:
        """Return the lines that a reader may read, oldest first, each with the account that wrote it."""
        return [(said.who, said.line) for said in self._said if reader.reads(said.who, said.line.place)]

    def forget(self, who: str) -> bool:
        """Delete the lines of an account. Return whether there were any."""
        kept = [said for said in self._said if said.who != who]
        forgotten = len(kept) < len(self._said)
        self._said = deque(kept, KEPT_LINES)
        self._all = None
        return forgotten


def clean_line(text: str) -> str:
    """Return the text as a line that may be shown. Raises Refused ("line-empty", "line-long" with most)."""
    line = clean_words(text)
    if not line:
        raise refused("line-empty")
    if cell_len(line) > LONGEST:
        raise refused("line-long", most=LONGEST)
    return line
