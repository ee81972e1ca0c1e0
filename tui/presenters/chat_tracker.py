"""Finds new chat lines in the snapshots of a table or of the lobby, and counts those not shown yet."""

from __future__ import annotations

from tui.host.port import ChatLine
from tui.language.texts import Texts


class ChatTracker:
    """The chat lines that one player has had."""

    def __init__(self) -> None:
        self.unread = 0
        self._known: frozenset[ChatLine] | None = None

    @property
    def any(self) -> bool:
        """True if there has been any chat line."""
        return bool(self._known)

    def hear(self, chat: tuple[ChatLine, ...], you: str, *, shown: bool) -> tuple[ChatLine, ...]:
        """Returns the lines that no earlier snapshot had; `shown`: they are displayed at once."""
        known, self._known = self._known, (self._known or frozenset()).union(chat)
        fresh = tuple(line for line in chat if known is None or line not in known)
        if known is not None and not shown:
            self.unread += sum(line.name != you for line in fresh)
        return fresh


def speaker(texts: Texts, line: ChatLine) -> str:
    """Returns who wrote a line; at a table, spectators are marked."""
    name = line.name or texts._("a player")
    return texts._("{name} (watching)", name=name) if line.place == "watchers" else name
