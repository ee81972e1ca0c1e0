"""What is said at a table, as lines of its log. No widget."""

from __future__ import annotations

from tui import palette
from tui.heard import speaker
from tui.port import ChatLine
from tui.texts import Texts
from tui.widgets.deeds import Deed


def deed(texts: Texts, line: ChatLine, you: str) -> Deed:
    """A line of talk for the log."""
    return Deed(
        speaker(texts, line), line.text, palette.MINE if line.name == you else palette.STRONG, said=True
    )
