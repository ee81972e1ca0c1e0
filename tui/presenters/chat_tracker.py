"""Finds new chat lines in the snapshots of a table or of the lobby, and counts those not shown yet."""

from __future__ import annotations

from tui.host.port import ChatLine
from tui.language.texts import Texts


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
        """Returns the lines that the last snapshot had and a new one lacks, but for the oldest ones if newer
        lines have pushed them out. Where they come back, as those of somebody who is no longer ignored, they
        are new again.
        """
        there = frozenset(chat)
        gone = tuple(line for line in self.last if line not in there)
        come = len(chat) - len(self.last) + len(gone)
        if gone == self.last[: len(gone)] and len(gone) <= come:
            return ()
        self.unread = self.unread.difference(gone)
        self._known = (self._known or frozenset()).difference(gone)
        return gone


def speaker(texts: Texts, line: ChatLine) -> str:
    """Returns who wrote a line; at a table, spectators are marked."""
    name = line.name or texts._("a player")
    return texts._("{name} (watching)", name=name) if line.place == "watchers" else name
