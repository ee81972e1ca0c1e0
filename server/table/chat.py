"""The chat of the lobby or of a table: cleaned, limited in length, in memory only.

Who may read a line depends on the reader: nobody reads players they ignore, and while a game with secrets
runs, its seats do not read spectators.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Container, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace
from rich.cells import cell_len

from server.cluster.talk import KEPT_LINES
from server.identity.names import clean_words
from tui.host.pictures import ChatLine
from tui.host.refusals import refused

LONGEST = 200
"""Cells of a chat line."""


class ChatReader(Struct, frozen=True):
    """A reader: whom they ignore, whether spectators' lines are hidden from them, and of whom at the table
    they are not told the names.
    """

    ignored: Container[str] = frozenset()
    without_watchers: bool = False
    unnamed: Collection[str] = frozenset()

    @property
    def reads_all(self) -> bool:
        """Whether they are shown every line as it is."""
        return not self.ignored and not self.without_watchers and not self.unnamed

    def reads(self, who: str, place: str) -> bool:
        """Return whether they read what an account wrote, in the chat of `place`."""
        return who not in self.ignored and not (self.without_watchers and place == "watchers")

    def shown(self, who: str, line: ChatLine) -> ChatLine | None:
        """Return a line that an account wrote as they are shown it; None: not at all."""
        if not self.reads(who, line.place) or (self.unnamed and line.host is not UNSET):
            return None  # what the host says of one player may name another
        return replace(line, name="") if who in self.unnamed and line.place == "table" else line


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
        if reader.reads_all:
            if self._all is None:
                self._all = tuple(said.line for said in self._said)
            return self._all
        lines = (reader.shown(said.who, said.line) for said in self._said)
        return tuple(line for line in lines if line is not None)

    @property
    def speakers(self) -> frozenset[str]:
        """The accounts whose lines there are."""
        return frozenset(said.who for said in self._said)

    def heard(self, reader: ChatReader) -> Sequence[tuple[str, ChatLine]]:
        """Return the lines that a reader may read, oldest first, each with the account that wrote it; of all
        they are told the names.
        """
        return [(said.who, said.line) for said in self._said if reader.reads(said.who, said.line.place)]

    def forget(self, who: str) -> Sequence[ChatLine]:
        """Delete the lines of an account, and return them."""
        forgotten = [said.line for said in self._said if said.who == who]
        self._said = deque((said for said in self._said if said.who != who), KEPT_LINES)
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
