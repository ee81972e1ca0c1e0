"""The rows of seats of a garden table: points, treasure, magic, dwarfs at home or the bid, the crown."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from engine.laurin import queries
from engine.laurin.model.names import Magic
from tui.boards.kit.seat_notes import note as note_on
from tui.boards.laurin.panels.seat_panel import SeatRow
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names, phrases, standing_answers
from tui.widgets.panel import Part
from tui.widgets.pieces import fit, width_of
from tui.wire.terminal import palette

CROWN = "♛"
INDENT = "    "


class SeatRowSize(NamedTuple):
    """The cells of a row, and the number of rows below a seat's name."""

    width: int
    below: int


def seat_rows(model: ViewModel, room: SeatRowSize, now: float) -> tuple[SeatRow, ...]:
    """Return all seats; `now` is the host's clock."""
    widest = max(cell_len(model.names(seat)) for seat in range(1, len(model.seats) + 1))
    return tuple(_seat_row(model, seat, widest, room, now) for seat in range(1, len(model.seats) + 1))


def _seat_row(model: ViewModel, seat: int, widest: int, room: SeatRowSize, now: float) -> SeatRow:
    texts, position = model.texts, model.position
    asked = seat in position.asked
    name = model.names(seat)
    crown = CROWN if seat == position.starter else " "
    score = texts.ngettext("{number} pt", "{number} pts", position.scores[seat - 1])
    padding = " " * (widest - cell_len(name))
    return SeatRow(
        lead=((">" if asked else " ", palette.ACCENT),),
        name=((f"{model.letter(seat)} ", _ink(model, seat)), (name, _name_ink(model, seat, asked=asked))),
        rest=(
            (padding, palette.TEXT),
            (crown, palette.ACCENT),
            (score.rjust(7), palette.STRONG),
            (f" {_cards(model, seat)}" if room.below == 1 else "", palette.TEXT),
        ),
        below=_below(model, seat, room, note_on(texts, model.seats[seat - 1], now)),
    )


def _cards(model: ViewModel, seat: int) -> str:
    """Return how many treasure cards a seat has in hand."""
    number = model.position.cards[seat - 1]
    padding = " " * (number < 10)
    return padding + model.texts.ngettext("{number} card", "{number} cards", number)


def _ink(model: ViewModel, seat: int) -> Style:
    return (palette.OWN_SEATS if seat == model.own else palette.SEATS)[seat - 1]


def _name_ink(model: ViewModel, seat: int, *, asked: bool) -> Style:
    if seat == model.own:
        return palette.MINE
    return palette.STRONG if asked else palette.TEXT


def _below(model: ViewModel, seat: int, room: SeatRowSize, note: Part) -> tuple[tuple[Part, ...], ...]:
    """Return the rows below a name: magic; after or above it, who plays the seat, and the bid or the dwarfs
    at home.
    """
    bid = _bid(model, seat) or _home(model, seat)
    if seat == model.own and model.standing_answers:
        signs = " ".join(standing_answers.sign(model.texts, word) for word in model.standing_answers)
        note = (f"({signs})", palette.ACCENT)
    last: tuple[Part, ...] = (note, (" ", palette.TEXT), bid) if note[0] else (bid,)
    owned = model.position.magic[seat - 1]
    if room.below > 1:
        magic = magic_words(model, owned, room.width - len(INDENT))
        held: Part = (f"{_cards(model, seat).lstrip()}  ", palette.TEXT)
        return ((INDENT, palette.TEXT), held, *last), ((INDENT, palette.TEXT), (magic, palette.TEXT))
    cells = max(0, room.width - len(INDENT) - width_of(last) - 1)
    magic = fit(magic_words(model, owned, cells), cells)
    return (((INDENT, palette.TEXT), (magic, palette.TEXT), (" ", palette.TEXT), *last),)


def magic_words(model: ViewModel, cards: tuple[Magic, ...], room: int) -> str:
    """Return a seat's magic in at most `room` cells: names, three letters each, or as many as fit."""
    counts = Counter(cards)
    for word in (names.name, names.short):
        found = [
            word(model.texts, kind) + (f"×{number}" if number > 1 else "") for kind, number in counts.items()
        ]
        for between in (", ", " "):
            said = between.join(found)
            if cell_len(said) <= room and (word is names.short or between == ", "):
                return said
    return fit(" ".join(found), max(0, room))


def _home(model: ViewModel, seat: int) -> Part:
    """Return the fronts of the dwarfs at home."""
    fronts = "".join(str(queries.placing_cost(kind)) for kind in model.position.stocks[seat - 1])
    return model.texts._("home {dwarfs}", dwarfs=fronts or "-"), palette.DIM


def _bid(model: ViewModel, seat: int) -> Part | None:
    """Return a seat's bid in the present auction: how many cards, or which; None: no bid yet."""
    auction = model.position.auction
    if auction is None or auction.laid[seat - 1] is None:
        return None
    laid = auction.laid[seat - 1] or 0
    if not laid:
        return model.texts._("no bid"), palette.DIM
    ink = palette.GOOD if seat == auction.winner else palette.STRONG
    if auction.shown:
        return model.texts._("bid {cards}", cards=phrases.treasure(auction.shown[seat - 1])), ink
    return model.texts.ngettext("bid: {number} card", "bid: {number} cards", laid), ink
