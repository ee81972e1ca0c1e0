"""The line under the queue: what is going on, and who still has to play."""

from __future__ import annotations

from rich.cells import cell_len

from tui.boards.intrigue.panels.seat_rows import GONE
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import names
from tui.boards.kit.board import with_you
from tui.widgets.panel import Part
from tui.widgets.pieces import CARET, justify, width_of
from tui.wire.terminal import palette


def state_line(model: ViewModel) -> str:
    """Return the direction of the queue, and what the sign at the card being resolved means; the card itself
    is not named, so that the line stays as it is while one card after the other is resolved. The beginning is
    always the same: fewer cells change.
    """
    texts = model.texts
    if model.phase == "over":
        return texts._("the queue at the end of the game")
    said = texts._("the queue, resolved from its front (1)")
    if not model.place:
        return said
    copied = _copied(model)
    now = texts._("» now")
    return f"{said}   {now}: {copied}" if copied else f"{said}   {now}"


def _copied(model: ViewModel) -> str:
    """Return the two names of a card that acts as another one."""
    card, texts = model.acting, model.texts
    if card is None or not card.up or not card.kind or model.effect in {None, card.kind}:
        return ""
    copied = names.name(texts, model.effect) if model.effect else ""
    return texts._("{card} as {copied}", card=names.name(texts, card.kind), copied=copied)


def rule(model: ViewModel, width: int, *, aiming: bool) -> list[Part]:
    """Return the line under the queue: what is going on or, while a card is placed, how the queue shows
    where; and who still plays a card. (Between the two are blanks: a line would cost three bytes a cell
    whenever one of them changes.)
    """
    texts = model.texts
    said = (
        texts._("^ = a new place; {caret} = on top of a card", caret=CARET) if aiming else state_line(model)
    )
    left: list[Part] = [("── ", palette.FAINT), (f"{said} ", palette.DIM if aiming else palette.ACCENT)]
    order = _order(model, width - width_of(left) - 2)
    return justify(left, [(order, palette.DIM), (" ", palette.TEXT)], width)


def legend(model: ViewModel) -> str:
    """Return what the sign in the rows of the seats means; '' while nobody has discarded a card."""
    if not any(model.view.position.discards):
        return ""
    said = model.texts.pgettext("cards", "discarded")
    return f"{GONE} {said}"


def _order(model: ViewModel, room: int) -> str:
    """Return who plays a card after whom: as many as fit into `room` cells; the others are counted."""
    called = with_you(model.texts, model.names, model.view.seat)
    names = list(map(called, model.view.position.waiting))
    said = model.texts._("yet to play:")
    counts = (f" +{missing}" if missing else "" for missing in range(len(names)))
    orders = [
        f"{said} {', '.join(names[: len(names) - missing])}{more}" for missing, more in enumerate(counts)
    ]
    return next((order for order in orders if cell_len(order) <= room), "")
