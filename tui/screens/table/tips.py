"""Tips: a sentence at every step, for whoever plays a first game. What they say is the boards' business."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.kit.board import Prompt
from tui.commands.account import HINTS, OFF, ON
from tui.commands.context import CommandContext, request
from tui.host.port import Account, TableSnapshot
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def wanted(account: Account, seat: int | None) -> bool:
    """Whether a player wants tips at a table; whoever only watches gets none."""
    return seat is not None and account.settings.get(HINTS, ON) == ON


def tip(texts: Texts, prompt: Prompt) -> Sequence[Part]:
    """The tip of this step, or nothing. A board has one for every step or none at all, so that nothing
    moves while others play.
    """
    return ((texts._("Hint: {hint}", hint=prompt.hint), palette.DIM),) if prompt.hint else ()


def end(context: CommandContext, snapshot: TableSnapshot) -> None:
    """A game ends: after a first one nobody needs tips, unless they said so."""
    port = context.session.port
    if snapshot.seat is not None and HINTS not in port.account().settings:
        request(context, port.set(HINTS, OFF))
