"""Finds new chat lines in the snapshots of a table or of the lobby, and counts those not shown yet."""

from __future__ import annotations

from collections.abc import Sequence

from tui.host.port import ChatLine, TableInfo
from tui.language.texts import Texts

FEW = 20
"""Of fewer lines none is pushed out: a chat keeps a hundred, of which who ignores others reads some."""


class ChatTracker:
    """The chat lines that one player has had."""

    def __init__(self) -> None:
        self.unread: frozenset[ChatLine] = frozenset()
        """Lines of others that came and were not displayed at once, until `read`."""
        self._known: frozenset[ChatLine] | None = None
        self.last: tuple[ChatLine, ...] = ()
        """The lines of the last snapshot."""

    def read(self) -> None:
        """Has all lines displayed."""
        self.unread = frozenset()

    @property
    def any(self) -> bool:
        """True if there has been any chat line."""
        return bool(self._known)

    def hear(self, chat: tuple[ChatLine, ...], you: str, *, shown: bool) -> tuple[ChatLine, ...]:
        """Returns the lines that no earlier snapshot had; `shown`: they are displayed at once."""
        known, self._known, self.last = self._known, (self._known or frozenset()).union(chat), chat
        fresh = tuple(line for line in chat if known is None or line not in known)
        if known is not None and not shown:
            self.unread = self.unread.union(line for line in fresh if line.name != you)
        return fresh

    def taken(self, chat: tuple[ChatLine, ...]) -> tuple[ChatLine, ...]:
        """Returns the lines that the last snapshot had and that were taken away since. Where they come back,
        as those of somebody who is no longer ignored, they are new again.
        """
        gone = taken_lines(self.last, chat)
        self.unread = self.unread.difference(gone)
        self._known = (self._known or frozenset()).difference(gone)
        return gone


def new_lines(before: Sequence[ChatLine], after: Sequence[ChatLine]) -> tuple[ChatLine, ...]:
    """Returns the lines of a chat that it had not before."""
    known = frozenset(before)
    return tuple(line for line in after if line not in known)


def taken_lines(before: Sequence[ChatLine], after: Sequence[ChatLine]) -> tuple[ChatLine, ...]:
    """The lines that a chat had and has no more, but for the oldest if newer lines have pushed them out."""
    gone = new_lines(after, before)
    come = len(after) - len(before) + len(gone)
    pushed = len(before) >= FEW and gone == tuple(before[: len(gone)]) and len(gone) <= come
    return () if pushed else gone


def reads_as(info: TableInfo) -> object:
    """Returns what decides whose talk a player reads at a table: a seat of a running game reads no
    spectators. What is not read any more for that stays where it was read; what the host took away does not.
    """
    return info.stage, info.your_seat


def speaker(texts: Texts, line: ChatLine) -> str:
    """Returns who wrote a line; at a table, spectators are marked."""
    name = line.name or texts._("a player")
    return texts._("{name} (watching)", name=name) if line.place == "watchers" else name
