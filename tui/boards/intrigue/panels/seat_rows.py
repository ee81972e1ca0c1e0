"""Who sits at an intrigue table, a row each: influence, hand, crown, and what was discarded."""

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


class Columns(NamedTuple):
    """Cells of what stands under each other."""

    name: int
    influence: int
    hand: int
    crown: int


def seat_entries(scene: ViewModel, width: int, now: float) -> tuple[RosterEntry, ...]:
    """All seats, in rows of `width` cells; `now` is the host's clock."""
    seats = range(1, len(scene.seats) + 1)
    columns = Columns(
        max(cell_len(scene.names(seat)) for seat in seats),
        max(cell_len(influence(scene, seat)) for seat in seats),
        max(cell_len(hand(scene, seat)) for seat in seats),
        cell_len(_crown(scene)),
    )
    return tuple(_entry(scene, seat, columns, width, now) for seat in seats)


def influence(scene: ViewModel, seat: int) -> str:
    """What lies in front of a seat."""
    return cards.influence(scene.texts, scene.view.position.influence[seat - 1])


def hand(scene: ViewModel, seat: int) -> str:
    """How many cards a seat has left."""
    number = len(scene.view.position.hands[seat - 1])
    return scene.texts.ngettext("{number} in hand", "{number} in hand", number)


def _crown(scene: ViewModel) -> str:
    return scene.texts._("crown")


def _entry(scene: ViewModel, seat: int, columns: Columns, width: int, now: float) -> RosterEntry:
    asked = seat in scene.waiting_for
    name = scene.names(seat)
    note, ink = note_on(scene.texts, scene.seats[seat - 1], now)
    status = (f" {note}" if note else "", ink)
    crown = _crown(scene) if scene.view.position.crown == seat else ""
    facts: list[Part] = [
        (f" {influence(scene, seat).rjust(columns.influence)}", palette.STRONG),
        (f"  {hand(scene, seat).rjust(columns.hand)}", palette.TEXT),
        (f"  {crown}" + " " * (columns.crown - cell_len(crown)), palette.ACCENT),
    ]
    room = width - 4 - columns.name - width_of(facts) - 2 - cell_len(status[0])
    gone = discards(scene.texts, scene.view.position.discards[seat - 1], room)
    return RosterEntry(
        lead=((" >" if asked else "  ", palette.ACCENT),),
        name=(
            (name, _ink(scene, seat, asked=asked)),
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


def _ink(scene: ViewModel, seat: int, *, asked: bool) -> Style:
    if seat == scene.view.seat:
        return palette.MINE
    return palette.STRONG if asked else palette.TEXT


@lru_cache(maxsize=1024)
def discards(texts: Texts, pile: tuple[Kind, ...], room: int) -> str:
    """A discard pile in at most `room` cells: names, shorter ones, or the latest that fit."""
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
