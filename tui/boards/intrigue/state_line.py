"""What is going on, in the line under the queue; who is still to play."""

from __future__ import annotations

from tui import palette
from tui.boards.intrigue import names
from tui.boards.intrigue.prompts import card_at
from tui.boards.intrigue.scene import Scene
from tui.widgets.panel import Part


def state_line(scene: Scene) -> str:
    """The direction of the queue, and which card is being resolved."""
    texts = scene.texts
    if scene.phase == "over":
        return texts._("the queue at the end of the game")
    if not scene.place:
        return texts._("the queue, resolved from its front (1)")
    return texts._(
        "being resolved, from the front: place {place}, {card}", place=scene.place, card=_acting(scene)
    )


def _acting(scene: Scene) -> str:
    card = scene.acting
    if card is not None and card.up and scene.effect not in {None, card.kind}:
        copied = names.name(scene.texts, scene.effect) if scene.effect else ""
        return scene.texts._("{card} as {copied}", card=card_at(scene, scene.place), copied=copied)
    return card_at(scene, scene.place)


def order_line(scene: Scene) -> list[Part]:
    """Who plays a card after whom."""
    waiting = scene.view.position.waiting
    if not waiting:
        return []
    order = ", ".join(map(scene.names, waiting))
    label = scene.texts._("still to play a card:")
    return [(f" {label} ", palette.DIM), (order, palette.TEXT)]


def spot_line(scene: Scene) -> list[Part]:
    """How the queue shows where a card would go. (Which spot it is changes with every key: it stands
    in the queue alone, and in words where that is asked for.)
    """
    said = scene.texts._("^ is a place of its own; brackets: on top of that card")
    return [(f" {said}", palette.DIM)]
