"""The line under the queue: what is going on, and who still has to play."""

from __future__ import annotations

from rich.cells import cell_len

from tui.boards.intrigue.play.prompts import card_at
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import names
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def state_line(model: ViewModel) -> str:
    """Return the direction of the queue, and which card is being resolved."""
    texts = model.texts
    if model.phase == "over":
        return texts._("the queue at the end of the game")
    if not model.place:
        return texts._("the queue, resolved from its front (1)")
    return texts._(
        "being resolved, from the front: place {place}, {card}", place=model.place, card=_acting(model)
    )


def _acting(model: ViewModel) -> str:
    """Return the card being resolved; if it acts as another card, only the two names."""
    card, texts = model.acting, model.texts
    if card is not None and card.up and card.kind and model.effect not in {None, card.kind}:
        copied = names.name(texts, model.effect) if model.effect else ""
        return texts._("{card} as {copied}", card=names.name(texts, card.kind), copied=copied)
    return card_at(model, model.place)


def order_line(model: ViewModel, width: int) -> list[Part]:
    """Return who plays a card after whom: as many as fit into `width` cells; the others are counted."""
    waiting = model.view.position.waiting
    if not waiting:
        return []
    said = model.texts._("yet to play:")
    label = f" {said} "
    names = list(map(model.names, waiting))
    counts = (f" +{missing}" if missing else "" for missing in range(len(names)))
    orders = [", ".join(names[: len(names) - missing]) + more for missing, more in enumerate(counts)]
    order = next((order for order in orders if cell_len(label + order) <= width), orders[-1])
    return [(label, palette.DIM), (order, palette.TEXT)]


def spot_line(model: ViewModel) -> list[Part]:
    """Return how the queue shows where a card would go. (The spot itself changes with every key, so it is
    shown in the queue, and in words only on request.)
    """
    said = model.texts._("^ = a new place; brackets = on top of that card")
    return [(f" {said}", palette.DIM)]
