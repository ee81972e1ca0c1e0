"""The seats of an intrigue table, a row each: influence, hand, crown, and discards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from engine.intrigue.model.state import Kind
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.boards.kit.seat_notes import note as note_on
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import width_of
from tui.widgets.roster import RosterEntry
from tui.wire.terminal import palette


class ColumnWidths(NamedTuple):
    """The widths of the columns in cells."""

    name: int
    influence: int
    hand: int
    crown: int


def seat_entries(model: ViewModel, width: int, now: float) -> tuple[RosterEntry, ...]:
    """Return all seats in rows of `width` cells; `now` is the host's clock."""
    seats = range(1, len(model.seats) + 1)
    columns = ColumnWidths(
        max(cell_len(model.names(seat)) for seat in seats),
        max(cell_len(influence(model, seat)) for seat in seats),
        max(cell_len(hand(model, seat)) for seat in seats),
        cell_len(_crown(model)),
    )
    return tuple(_entry(model, seat, columns, width, now) for seat in seats)


def influence(model: ViewModel, seat: int) -> str:
    """Return the influence in front of a seat."""
    return cards.influence(model.texts, model.view.position.influence[seat - 1])


def hand(model: ViewModel, seat: int) -> str:
    """Return how many cards a seat has left."""
    number = len(model.view.position.hands[seat - 1])
    return model.texts.ngettext("{number} in hand", "{number} in hand", number)


def _crown(model: ViewModel) -> str:
    return model.texts._("crown")


def _entry(model: ViewModel, seat: int, columns: ColumnWidths, width: int, now: float) -> RosterEntry:
    asked = seat in model.waiting_for
    name = model.names(seat)
    note, ink = note_on(model.texts, model.seats[seat - 1], now)
    status = (f" {note}" if note else "", ink)
    crown = _crown(model) if model.view.position.crown == seat else ""
    facts: list[Part] = [
        (f" {influence(model, seat).rjust(columns.influence)}", palette.STRONG),
        (f"  {hand(model, seat).rjust(columns.hand)}", palette.TEXT),
        (f"  {crown}" + " " * (columns.crown - cell_len(crown)), palette.ACCENT),
    ]
    room = width - 4 - columns.name - width_of(facts) - 2 - cell_len(status[0])
    gone = discards(model.texts, model.view.position.discards[seat - 1], room)
    return RosterEntry(
        lead=((" >" if asked else "  ", palette.ACCENT),),
        name=(
            (name, _ink(model, seat, asked=asked)),
            (" " * (columns.name - cell_len(name)), palette.TEXT),
        ),
        rest=(
            *facts,
            ("  ", palette.TEXT),
            (gone, palette.DIM),
            (" " * (room - cell_len(gone)), palette.TEXT),
            status,
        ),
    )


def _ink(model: ViewModel, seat: int, *, asked: bool) -> Style:
    if seat == model.view.seat:
        return palette.MINE
    return palette.STRONG if asked else palette.TEXT


@lru_cache(maxsize=1024)
def discards(texts: Texts, pile: tuple[Kind, ...], room: int) -> str:
    """Return a discard pile in at most `room` cells: names, shorter names, or the latest cards that fit."""
    if not pile:
        return ""
    label = texts._("discarded:")
    for word in range(3):
        text = _listed(texts, label, pile, word)
        if cell_len(text) <= room:
            return text
    for missing in range(1, len(pile)):
        text = _listed(texts, f"{label} +{missing}", pile[missing:], 2)
        if cell_len(text) <= room:
            return text
    few = f"+{len(pile)}"
    return few if len(few) <= room else ""


def _listed(texts: Texts, label: str, pile: Sequence[Kind], word: int) -> str:
    return " ".join([label, *[names.lengths(texts, kind)[word] for kind in pile]])
