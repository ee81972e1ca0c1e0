"""What is said at a table or in the lobby: which lines of a picture are new, how many were not shown."""

from __future__ import annotations

from tui.host.port import ChatLine
from tui.language.texts import Texts


class ChatTracker:
    """What one player has heard."""

    def __init__(self) -> None:
        self.unread = 0
        self._known: frozenset[ChatLine] | None = None

    @property
    def any(self) -> bool:
        """Whether somebody has said something."""
        return bool(self._known)

    def hear(self, chat: tuple[ChatLine, ...], you: str, *, shown: bool) -> tuple[ChatLine, ...]:
        """The lines that were in no picture before; `shown`: they are read at once."""
        known, self._known = self._known, (self._known or frozenset()).union(chat)
        fresh = tuple(line for line in chat if known is None or line not in known)
        if known is not None and not shown:
            self.unread += sum(line.name != you for line in fresh)
        return fresh


def speaker(texts: Texts, line: ChatLine) -> str:
    """Who says it: at a table those who only watch are told apart."""
    return texts._("{name} (watching)", name=line.name) if line.place == "watchers" else line.name
