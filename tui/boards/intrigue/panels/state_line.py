"""What is going on, in the line under the queue; who is still to play."""

from __future__ import annotations

from rich.cells import cell_len

from tui.boards.intrigue.play.prompts import card_at
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import names
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def state_line(scene: ViewModel) -> str:
    """The direction of the queue, and which card is being resolved."""
    texts = scene.texts
    if scene.phase == "over":
        return texts._("the queue at the end of the game")
    if not scene.place:
        return texts._("the queue, resolved from its front (1)")
    return texts._(
        "being resolved, from the front: place {place}, {card}", place=scene.place, card=_acting(scene)
    )


def _acting(scene: ViewModel) -> str:
    """The card; where it acts as another one, only their names: whose it is stands in the queue."""
    card, texts = scene.acting, scene.texts
    if card is not None and card.up and card.kind and scene.effect not in {None, card.kind}:
        copied = names.name(texts, scene.effect) if scene.effect else ""
        return texts._("{card} as {copied}", card=names.name(texts, card.kind), copied=copied)
    return card_at(scene, scene.place)


def order_line(scene: ViewModel, width: int) -> list[Part]:
    """Who plays a card after whom: as many as `width` cells hold, the others are counted."""
    waiting = scene.view.position.waiting
    if not waiting:
        return []
    said = scene.texts._("still to play a card:")
    label = f" {said} "
    names = list(map(scene.names, waiting))
    counts = (f" +{missing}" if missing else "" for missing in range(len(names)))
    orders = [", ".join(names[: len(names) - missing]) + more for missing, more in enumerate(counts)]
    order = next((order for order in orders if cell_len(label + order) <= width), orders[-1])
    return [(label, palette.DIM), (order, palette.TEXT)]


def spot_line(scene: ViewModel) -> list[Part]:
    """How the queue shows where a card would go. (Which spot it is changes with every key: it stands
    in the queue alone, and in words where that is asked for.)
    """
    said = scene.texts._("^ is a place of its own; brackets: on top of that card")
    return [(f" {said}", palette.DIM)]
