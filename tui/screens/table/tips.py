"""Tips: a sentence at every step, for a player's first games; in a lesson, what it says. Their texts are left
to the boards.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui.actions import hints
from tui.boards.kit.board import Board, Prompt
from tui.boards.kit.lesson_words import step_words, with_keys
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def tip(texts: Texts, prompt: Prompt) -> Sequence[Part]:
    """Returns the tip of this step, or nothing. A board has one for every step or none at all, so that
    nothing moves while others play.
    """
    return ((hints.sentence(texts, prompt.hint), palette.DIM),) if prompt.hint else ()


def lesson_tip(texts: Texts, board: Board, snapshot: TableSnapshot) -> Sequence[Part]:
    """Returns what a lesson says now, after the number of its step."""
    said = with_keys(texts, board.lesson, snapshot)
    return ((f"{step_words(texts, snapshot)}  ", palette.DIM), (said, palette.STRONG)) if said else ()
