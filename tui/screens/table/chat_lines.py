"""Chat at a table as lines of its log. No widget."""

from __future__ import annotations

from tui.host.port import ChatLine
from tui.language.texts import Texts
from tui.presenters.chat_tracker import speaker
from tui.screens.table.log_items import LogItem
from tui.wire.terminal import palette


def chat_item(texts: Texts, line: ChatLine, you: str) -> LogItem:
    """Returns a chat line as an item of the log."""
    return LogItem(
        speaker(texts, line), line.text, palette.MINE if line.name == you else palette.STRONG, said=True
    )
