"""What is said at a table, as lines of its log. No widget."""

from __future__ import annotations

from tui.host.port import ChatLine
from tui.language.texts import Texts
from tui.presenters.chat_tracker import speaker
from tui.screens.table.deeds import Deed
from tui.wire.terminal import palette


def deed(texts: Texts, line: ChatLine, you: str) -> Deed:
    """A line of talk for the log."""
    return Deed(
        speaker(texts, line), line.text, palette.MINE if line.name == you else palette.STRONG, said=True
    )
