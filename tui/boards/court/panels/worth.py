"""The line under the dice: the worth of the result, what a card does, the values to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cached_cell_len as cell_len

from engine.court import power_previews, queries
from engine.court.model.moves import Use
from engine.court.model.state import Kind
from tui.boards.court.play.intents import UsingPower
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import cards, names, phrases
from tui.widgets.panel import Part
from tui.widgets.pieces import CARET, width_of
from tui.wire.terminal import palette, tones

_GAP = "  "
"""Between two cards."""
_AT_CARET: Part = (f" {CARET} ", palette.ACCENT)
"""Before what is said of the card under the cursor."""


class ChosenDice(NamedTuple):
    """The faces of the chosen active dice: the marked ones and, `with_caret`, the one at the caret."""

    dice: tuple[int, ...] = ()
    with_caret: bool = False


def worth_line(model: ViewModel, chosen: ChosenDice, width: int) -> list[Part]:
    """Return the worth of the dice set aside together with the chosen ones; if there are none of either, of
    all dice. All of it stands at the same columns and in one ink: a key changes little of it.
    """
    turn, texts = model.turn, model.texts
    dice = (*model.aside, *chosen.dice)
    labels = (texts._("with {caret}", caret=CARET), texts._("worth now"), texts._("all dice"))
    label = labels[0 if chosen.with_caret else 1 if dice else 2].ljust(max(map(len, labels)))
    dice = dice or (turn.active if turn else ())
    if not dice:
        return []
    kinds = _worth_saying(_worth(model, dice))
    heads = [[(f" {label}  ", palette.ACCENT), *said] for said in _results(model, dice)]
    for head in heads:
        if found := _fitting(model, kinds, width - width_of(head) - 5):
            return [*head, ("   ", palette.TEXT), *_ticked(found)]
    return heads[0]


def _results(model: ViewModel, dice: tuple[int, ...]) -> list[list[Part]]:
    """The best group and the sum, and without the sum, where a card has no room beside it; in the final round
    the best group, and whether it is enough.
    """
    texts, final = model.texts, model.view.position.final
    best = phrases.mark(*queries.best(dice))
    if final is None or not final.begun:
        total = texts._("sum {number}", number=f"{sum(dice):>2}")
        return [[(f"{best}  {total}", palette.ACCENT)], [(best, palette.ACCENT)]]
    if queries.takes_king(model.view, dice):
        enough = texts._("enough for the King")
        return [[(best, palette.ACCENT), (f"   {enough}", palette.ACCENT)]]
    to_beat = texts._("{result} to beat", result=phrases.mark(final.mark.count, final.mark.face))
    return [[(best, palette.ACCENT), (f"   {to_beat}", palette.DIM)]]


def _worth(model: ViewModel, dice: tuple[int, ...]) -> tuple[Kind, ...]:
    """Return the cards that the seat to move could take for these dice."""
    turn = model.turn
    return queries.payable(model.view, tuple(sorted(dice)), turn.seat) if turn else ()


def _worth_saying(kinds: Sequence[Kind]) -> Sequence[Kind]:
    """Return the cards without those that every result pays for, unless there are no others."""
    return [kind for kind in kinds if kind not in {"jester", "charlatan"}] or kinds


def _fitting(model: ViewModel, kinds: Sequence[Kind], room: int) -> str:
    """Return the cards, from low to high; if not all fit, the lowest are only counted."""
    for missing in range(len(kinds)):
        words = [names.name(model.texts, kind) for kind in kinds[missing:]]
        text = _GAP.join([f"+{missing}", *words] if missing else words)
        if cell_len(text) <= room:
            return text
    return ""


def _ticked(found: str) -> list[Part]:
    """Return cards with the sign that their tiles have."""
    return [(f"{tones.TICK} {found}", palette.ACCENT)]


def card_line(model: ViewModel, kind: Kind, width: int) -> list[Part]:
    """Return what the card under the cursor does, in as many words as on a large tile: `?` tells all of it.
    Its name stands at the cursor, and the ink is that of the worth that stood here: a key that goes from card
    to card changes few letters and no ink.
    """
    return _does(model, kind, width - 1)


def power_line(model: ViewModel, kind: Kind, width: int, *, is_told: bool) -> list[Part]:
    """Return, while a power is chosen, what that of the card under the cursor does, if the card does not tell
    it, and its best use now, or why it cannot be used.
    """
    why = queries.usable_powers(model.view).get(kind)
    refused = model.why(why) if why else None
    if refused and cell_len(refused) < width:
        return [(f" {refused}", palette.DIM)]
    if is_told:
        could = _could(model, kind, width - width_of([_AT_CARET]) - 1)
        return [_AT_CARET, *could] if could else []
    short = (_AT_CARET, (cards.short_power(model.texts, kind), palette.ACCENT))
    could = _could(model, kind, width - width_of(short) - 1)
    return [*_does(model, kind, width - width_of(could) - 1), *could]


def _does(model: ViewModel, kind: Kind, room: int) -> list[Part]:
    """Return the caret and what the card does, where there is little room in the fewest words."""
    does = cards.brief_power(model.texts, kind)
    if cell_len(_AT_CARET[0]) + cell_len(does) > room:
        does = cards.short_power(model.texts, kind)
    return [_AT_CARET, (does, palette.ACCENT)]


def _could(model: ViewModel, kind: Kind, room: int) -> list[Part]:
    """Return what the best use of a power would give, with all dice set aside."""
    texts, found = model.texts, power_previews.newly_payable(model.view, kind)
    if found:
        could = texts._("possible:")
        label = f"   {could} "
        payable = _fitting(model, found, room - cell_len(label) - 2)
        return [(label, palette.DIM), *_ticked(payable)] if payable else []
    best = power_previews.best_group_reached(model.view, kind)
    if best <= queries.best(power_previews.all_dice(model.view)):
        return []
    could = texts._("could make {result}", result=phrases.mark(*best))
    return [(f"   {could}", palette.DIM)]


def choice_line(model: ViewModel, using: UsingPower, use: Use | None, width: int) -> list[Part]:
    """The values to choose from, a caret before the one that is chosen, and the result of choosing it."""
    parts: list[Part] = [(f" {names.name(model.texts, using.card)} ", palette.STRONG)]
    step = using.step
    if step is None or step.of == "dice":
        parts.append((cards.short_power(model.texts, using.card), palette.DIM))
    else:
        for at, value in enumerate(using.values):
            label = step.label(model.texts, value)
            parts += [(f" {CARET if at == using.at else ' '}", palette.ACCENT), (f"{label} ", palette.STRONG)]
    return [*parts, *_comes_to(model, use, width - width_of(parts) - 1)]


def _comes_to(model: ViewModel, use: Use | None, room: int) -> list[Part]:
    dice = power_previews.dice_after(model.turn, use) if model.turn and use else None
    if dice is None:
        return []
    label, best = model.texts._("all dice"), phrases.mark(*queries.best(dice))
    head: list[Part] = [(f"   {label}  ", palette.DIM), (best, palette.ACCENT)]
    now = _worth(model, power_previews.all_dice(model.view))
    more = [kind for kind in _worth(model, dice) if kind not in now]
    found = _fitting(model, more, room - width_of(head) - 4)
    parts: list[Part] = [*head, *([("   ", palette.TEXT), *_ticked(found)] if found else [])]
    return parts if width_of(parts) <= room else []
