"""The seats of an intrigue table, a row each: influence, hand, crown, and discards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from engine.intrigue.model import events
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.panels import inks
from tui.boards.intrigue.panels.places import DOT
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.boards.kit.seat_notes import note as note_on
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import TURN, bar
from tui.widgets.roster import RosterEntry
from tui.wire.terminal import palette, tones

GONE = "✗"
"""Before the names of discarded cards; the line below the seats says so."""
NARROW, CROWN = 70, "♛"
"""The columns below which rows are short, and the crown's sign in them."""
MOST_DOTS = 20
"""The most cells of a bar."""
TWO_DIGITS = 10
"""Influence for which there is room from the beginning, so that nothing moves when somebody has as much."""
LEAST_BAR, LEAST_DISCARDS = 5, 24
"""The fewest cells of a bar, and those that discards get before a bar is longer."""

AROUND, GAIN = 14, 3
"""The cells of a row around its columns, and those of what a family has just gained or lost."""
HAS, AROUND_NAME = 4, 8
"""In a short row the cells of influence and crown, and those around a name."""


class ColumnWidths(NamedTuple):
    """The widths of the columns in cells."""

    name: int
    influence: int
    hand: int
    crown: int
    note: int
    bar: int = 0
    scale: int = 1
    """The influence that a cell of a bar stands for."""
    discards: int = 0


def seat_entries(model: ViewModel, width: int, now: float, *, tall: bool = False) -> tuple[RosterEntry, ...]:
    """All seats in rows of `width` cells; `now` is the host's clock. `tall`: discards are in a second row."""
    seats = range(1, len(model.seats) + 1)
    columns = _columns(model, width, now, tall=tall)
    return tuple(_entry(model, seat, columns, width, now, tall=tall) for seat in seats)


def _columns(model: ViewModel, width: int, now: float, *, tall: bool) -> ColumnWidths:
    seats = range(1, len(model.seats) + 1)
    columns = ColumnWidths(
        max(cell_len(model.names(seat)) for seat in seats),
        max(
            cell_len(cards.influence(model.texts, TWO_DIGITS)),
            *(cell_len(influence(model, seat)) for seat in seats),
        ),
        max(cell_len(hand(model, seat)) for seat in seats),
        cell_len(_crown(model)),
        max(cell_len(_note(model, seat, now)[0]) for seat in seats),
    )
    room = width - AROUND - sum(columns[:5])
    gone = 0 if tall else LEAST_DISCARDS
    cells = min(MOST_DOTS, max(room - gone, min(room, 2 * LEAST_BAR), 0)) // LEAST_BAR * LEAST_BAR
    most = max(model.view.position.influence, default=0)
    scale = next(scale for scale in (1, 2, 4, 8, 16, 99) if most <= scale * max(1, cells) or scale == 99)
    return columns._replace(bar=cells, scale=scale, discards=max(0, room - cells))


def influence(model: ViewModel, seat: int) -> str:
    """Return the influence in front of a seat."""
    return cards.influence(model.texts, model.view.position.influence[seat - 1])


def hand(model: ViewModel, seat: int) -> str:
    """Return how many cards a seat has left."""
    number = len(model.view.position.hands[seat - 1])
    return model.texts.ngettext("{number} in hand", "{number} in hand", number)


def _gained(model: ViewModel, seat: int) -> str:
    """Return by how much what has just happened changed a family's influence; '': not at all."""
    changed = 0
    for event in model.snapshot.events:
        match event:
            case events.Gained(of, _, amount) | events.Collected(of, _, amount) if of == seat:
                changed += amount
            case events.Stole(thief, victim) if seat in {thief, victim}:
                changed += 1 if seat == thief else -1
    return f"{changed:+}" if changed else ""


def _crown(model: ViewModel) -> str:
    return model.texts._("crown")


def _note(model: ViewModel, seat: int, now: float) -> Part:
    return note_on(model.texts, model.seats[seat - 1], now, you=seat == model.snapshot.info.your_seat)


def _entry(
    model: ViewModel, seat: int, columns: ColumnWidths, width: int, now: float, *, tall: bool
) -> RosterEntry:
    if width < NARROW:
        return _narrow(model, seat, columns, width)
    asked, own = seat in model.waiting_for, seat == model.view.seat
    row = inks.UP if own else palette.TEXT
    name, pile = model.names(seat), model.view.position.discards[seat - 1]
    note, ink = _note(model, seat, now)
    crown = _crown(model) if model.view.position.crown == seat else ""
    gone = "" if tall else discards(model.texts, GONE, pile, columns.discards - 2)
    filled = -(-model.view.position.influence[seat - 1] // columns.scale)
    points = bar(filled, columns.bar, inks.on(row, inks.INFLUENCE), inks.on(row, palette.FAINT))
    lead = (tones.EDGE, inks.on(inks.UP, tones.PLOT.ink)) if own else (" ", row)
    rest: list[Part] = [
        (" ", row),
        *points,
        (f" {influence(model, seat).rjust(columns.influence)}", tones.bold(row)),
        (f" {_gained(model, seat):<{GAIN}}", inks.on(row, palette.GOOD)),
        (f" {hand(model, seat).rjust(columns.hand)}", row),
        (f"  {gone}"[: columns.discards].ljust(columns.discards), inks.on(row, palette.DIM)),
        (f" {crown} ".ljust(columns.crown + 2), inks.on(row, inks.INFLUENCE)),
        (note.rjust(columns.note) + " ", row + ink),
    ]
    return RosterEntry(
        lead=(lead, (TURN if asked else " ", row + palette.ACCENT)),
        name=((name, inks.family(tones.bold(row), seat)), (" " * (columns.name - cell_len(name)), row)),
        rest=tuple(rest),
        ground=row,
        below=(_below(model, seat, row, lead, width),) if tall else (),
    )


def _narrow(model: ViewModel, seat: int, columns: ColumnWidths, width: int) -> RosterEntry:
    """Return the row of a small window: name, influence, a sign for the crown, and cards if there is room."""
    asked, own = seat in model.waiting_for, seat == model.view.seat
    row, position = inks.UP if own else palette.TEXT, model.view.position
    crown = CROWN if position.crown == seat else " "
    name, held = max(1, min(columns.name, width - AROUND_NAME)), hand(model, seat)
    room, has = width - AROUND_NAME + HAS - name, f"{DOT}{position.influence[seat - 1]}{crown}"
    has = has if len(has) <= room else has[:-1]
    return RosterEntry(
        lead=((tones.EDGE if own else " ", inks.on(row, tones.PLOT.ink)), (TURN if asked else " ", row)),
        name=((set_cell_size(model.names(seat), name), inks.family(tones.bold(row), seat)),),
        rest=(
            (has.rjust(min(HAS, room)), inks.on(row, inks.INFLUENCE)),
            *([(f" {held} ", row)] if AROUND_NAME + name + 2 + cell_len(held) <= width else []),
        ),
        ground=row,
    )


def _below(model: ViewModel, seat: int, row: Style, lead: Part, width: int) -> tuple[Part, ...]:
    label = model.texts._("discarded:")
    gone = discards(model.texts, label, model.view.position.discards[seat - 1], width - 6)
    return lead, (f"   {gone}".ljust(width - 1), inks.on(row, palette.DIM))


@lru_cache(maxsize=1024)
def discards(texts: Texts, before: str, pile: tuple[Kind, ...], room: int) -> str:
    """Return a discard pile in at most `room` cells, after a word or a sign: the names of all cards or of the
    latest, and how many more there are.
    """
    words = [names.name(texts, kind) for kind in pile]
    for missing in range(len(words)):
        text = " ".join([before, *([f"+{missing}"] if missing else []), *words[missing:]])
        if cell_len(text) <= room:
            return text
    few = f"{before} {len(pile)}"
    return few if pile and cell_len(few) <= room else ""
