"""The line under the dice: what the result is worth, what a card does, what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.court import advice
from engine.court.judge import final_round
from engine.court.model import Kind
from tui import palette
from tui.boards.court import cards, names, phrases
from tui.boards.court.court_rows import payable
from tui.boards.court.intents import Using
from tui.boards.court.scene import Scene
from tui.widgets.panel import Part


def worth_line(scene: Scene, marked: tuple[int, ...], width: int) -> list[Part]:
    """What the dice set aside, with the marked ones besides, are worth."""
    dice = (*scene.aside, *marked)
    label = scene.texts._("worth now")
    if scene.turn is None or not dice:
        return []
    count, face = advice.best(dice)
    sum_ = scene.texts._("sum {number}", number=sum(dice))
    head: list[Part] = [
        (f" {label}  ", palette.DIM),
        (f"{phrases.mark(count, face)}  {sum_}", palette.ACCENT),
    ]
    if final_round(scene.view.position):
        return head
    room = width - sum(cell_len(text) for text, _ in head) - 3
    found = _fitting(scene, _worth_saying(payable(scene.view, marked)), room)
    return [*head, ("   ", palette.TEXT), (found, palette.AFFORDABLE)] if found else head


def _worth_saying(kinds: Sequence[Kind]) -> Sequence[Kind]:
    """Without the cards that every result pays for, where there are others."""
    return [kind for kind in kinds if kind not in {"jester", "charlatan"}] or kinds


def _fitting(scene: Scene, kinds: Sequence[Kind], room: int) -> str:
    """The cards, from low to high; the lowest are only counted where not all of them fit."""
    for word in (names.name, names.short):
        for missing in range(len(kinds)):
            words = [word(scene.texts, kind) for kind in kinds[missing:]]
            text = "  ".join([f"+{missing}", *words] if missing else words)
            if cell_len(text) <= room and (word is names.short or not missing):
                return text
    return ""


def card_line(scene: Scene, kind: Kind, *, using: bool) -> list[Part]:
    """What the card under the cursor does or, while a power is chosen, why it cannot be used."""
    why = advice.usable(scene.view).get(kind) if using else None
    said = scene.why(why) if why else None
    if said:
        return [(f" {said}", palette.DIM)]
    name = names.name(scene.texts, kind)
    return [(f" {name}: ", palette.STRONG), (cards.power(scene.texts, kind), palette.TEXT)]


def choice_line(scene: Scene, using: Using) -> list[Part]:
    """The values that can be chosen, the one under the cursor in brackets."""
    parts: list[Part] = [(f" {names.name(scene.texts, using.card)} ", palette.STRONG)]
    step = using.step
    if step is None or step.of == "dice":
        return [*parts, (cards.power(scene.texts, using.card), palette.DIM)]
    for at, value in enumerate(using.values):
        left, right = "[]" if at == using.at else "  "
        label = step.label(scene.texts, value)
        parts += [(f" {left}", palette.ACCENT), (label, palette.STRONG), (right, palette.ACCENT)]
    return parts
