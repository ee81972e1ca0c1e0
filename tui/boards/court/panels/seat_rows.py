"""The seats of a court table, a row each: dice or the result of the final round, cards, used ones in ().

A result takes the place of the dice, which no longer matter, so that nothing else moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from engine.court import queries
from engine.court.model.cards import MOST_DICE
from engine.court.model.state import Kind, View
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import names, phrases
from tui.boards.kit.seat_notes import note as note_on
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.roster import RosterEntry
from tui.wire.terminal import palette


class OwnedCard(NamedTuple):
    """One kind of card of a seat."""

    kind: Kind
    number: int
    used: bool


class ColumnWidths(NamedTuple):
    """The widths in cells of the columns and of the whole row."""

    name: int
    counts: int
    row: int


class SeatContents(NamedTuple):
    """What is drawn in a row."""

    name: str
    ink: Style
    moves: bool
    dice: str
    result: str
    cards: tuple[OwnedCard, ...]
    note: Part


def owned_cards(view: View, seat: int) -> tuple[OwnedCard, ...]:
    """Return a seat's cards, each kind once, in the order of the rows."""
    turn = view.position.turn
    used = turn.used if turn is not None and turn.seat == seat else ()
    counts = Counter(view.position.cards[seat - 1])
    return tuple(OwnedCard(kind, count, kind in used) for kind, count in counts.items())


def seat_entries(model: ViewModel, width: int, now: float) -> tuple[RosterEntry, ...]:
    """Return all seats in rows of `width` cells; `now` is the host's clock."""
    seats = range(1, len(model.seats) + 1)
    columns = ColumnWidths(
        max(cell_len(model.names(seat)) for seat in seats),
        max(cell_len(_dice_in_words(model.texts, number)) for number in (3, MOST_DICE)),
        width,
    )
    return tuple(_entry(model.texts, _sitting(model, seat, now), columns) for seat in seats)


def _sitting(model: ViewModel, seat: int, now: float) -> SeatContents:
    moves = model.turn is not None and model.turn.seat == seat
    return SeatContents(
        model.names(seat),
        _ink(model, seat, moves=moves),
        moves,
        _dice_in_words(model.texts, queries.hand_size(model.view, seat)),
        _result(model, seat),
        owned_cards(model.view, seat),
        note_on(model.texts, model.seats[seat - 1], now),
    )


@lru_cache(maxsize=2048)
def _entry(texts: Texts, sitting: SeatContents, columns: ColumnWidths) -> RosterEntry:
    """Return a row. Cached: sessions share rows that look alike."""
    name, note = sitting.name, sitting.note
    padding = " " * (columns.name - cell_len(name))
    counts = f" {(sitting.result or sitting.dice).rjust(columns.counts)}"
    status = (f" {note[0]}" if note[0] else "", note[1])
    room = columns.row - 4 - columns.name - cell_len(counts) - 2 - cell_len(status[0])
    cards = card_parts(texts, sitting.cards, room)
    fill = " " * (room - sum(cell_len(text) for text, _ in cards))
    return RosterEntry(
        lead=((" >" if sitting.moves else "  ", palette.ACCENT),),
        name=((name, sitting.ink), (padding, palette.TEXT)),
        rest=(
            (counts, palette.STRONG if sitting.result else palette.TEXT),
            ("  ", palette.TEXT),
            *cards,
            (fill, palette.TEXT),
            status,
        ),
    )


def _ink(model: ViewModel, seat: int, *, moves: bool) -> Style:
    if seat == model.view.seat:
        return palette.MINE
    return palette.STRONG if moves else palette.TEXT


@lru_cache(maxsize=256)
def _dice_in_words(texts: Texts, number: int) -> str:
    return texts.ngettext("{number} die", "{number} dice", number)


def _result(model: ViewModel, seat: int) -> str:
    """Return what a seat has in the final round; the first taker of the King has no result yet."""
    final = model.view.position.final
    results = () if final is None else final.results
    return next((phrases.mark(got.count, got.face) for got in results if got.seat == seat), "")


def card_parts(texts: Texts, cards: Sequence[OwnedCard], room: int) -> Sequence[Part]:
    """Return cards in at most `room` cells: names, three letters each, or as many as fit."""
    for word, gap in ((names.name, "  "), (names.name, " "), (names.short, " ")):
        parts = _parts(texts, cards, word, gap)
        if sum(cell_len(text) for text, _ in parts) <= room:
            return parts
    return _highest(texts, cards, room)


def _highest(texts: Texts, cards: Sequence[OwnedCard], room: int) -> list[Part]:
    """Return the cards of the highest rows that fit, and how many more there are."""
    for missing in range(1, len(cards) + 1):
        parts = [(f"+{missing} ", palette.DIM), *_parts(texts, cards[missing:], names.short, " ")]
        if sum(cell_len(text) for text, _ in parts) <= room:
            return parts
    return []


def _parts(texts: Texts, cards: Sequence[OwnedCard], word: Callable[..., str], gap: str) -> list[Part]:
    parts: list[Part] = []
    for card in cards:
        text = word(texts, card.kind) + (f"×{card.number}" if card.number > 1 else "")
        parts.append((f"({text})", palette.USED) if card.used else (text, palette.TEXT))
        parts.append((gap, palette.TEXT))
    return parts[:-1]
