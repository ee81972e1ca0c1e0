"""Tips: a sentence at every step, for a player's first games. Their texts are left to the boards."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.kit.board import Prompt
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def tip(texts: Texts, prompt: Prompt) -> Sequence[Part]:
    """Returns the tip of this step, or nothing. A board has one for every step or none at all, so that
    nothing moves while others play.
    """
    return ((texts._("Hint: {hint}", hint=prompt.hint), palette.DIM),) if prompt.hint else ()
