"""What people say to each other, in the lobby and at tables: cleaned, bounded, in memory only.

Who may read a line is decided for each reader: nobody reads those they ignore, and while a
game with secrets runs its seats do not read those who look on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container

from msgspec import Struct
from rich.cells import cell_len

from server.identity.names import clean_text
from tui.host.pictures import ChatLine
from tui.host.refusals import refused

KEPT = 100
LONGEST = 200
"""Cells of a line."""


class ChatReader(Struct, frozen=True):
    """Whom somebody does not read, and whether those who look on are kept from them."""

    ignored: Container[str] = frozenset()
    without_watchers: bool = False


EVERYTHING = ChatReader()


class _Said(Struct, frozen=True):
    who: str
    line: ChatLine


class ChatHistory:
    """The last lines said in one place."""

    def __init__(self) -> None:
        self._said: deque[_Said] = deque(maxlen=KEPT)

    def add(self, who: str, line: ChatLine) -> None:
        """`who` is the account that said it."""
        self._said.append(_Said(who, line))

    def lines(self, reader: ChatReader) -> tuple[ChatLine, ...]:
        """What a reader may read, oldest first."""
        return tuple(
            said.line
            for said in self._said
            if said.who not in reader.ignored
            and not (reader.without_watchers and said.line.place == "watchers")
        )

    def forget(self, who: str) -> bool:
        """Takes back what an account said; whether there was anything."""
        kept = [said for said in self._said if said.who != who]
        forgotten = len(kept) < len(self._said)
        self._said = deque(kept, KEPT)
        return forgotten


def clean_line(text: str) -> str:
    """A line as it may be shown. Raises Refused: "line-empty", "line-long" (with most)."""
    line = clean_text(" ".join(text.split())).strip()
    if not line:
        raise refused("line-empty")
    if cell_len(line) > LONGEST:
        raise refused("line-long", most=LONGEST)
    return line
