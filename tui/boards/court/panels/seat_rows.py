"""The seats of a court table, a row each: dice or the result of the final round, cards, used ones in ().

A result takes the place of the dice, which no longer matter, so that nothing else moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
from tui.widgets.pieces import TURN, bar, cut
from tui.widgets.roster import RosterEntry
from tui.wire.terminal import palette, tones

LEAST_BAR = 7
"""The least cells of a bar of dice."""
WORDS_FROM = 100
"""Columns from which the number of dice has its word."""


class OwnedCard(NamedTuple):
    """One kind of card of a seat."""

    kind: Kind
    number: int
    used: bool


class ColumnWidths(NamedTuple):
    """The widths in cells of the columns and of the whole row, and of the bar before a number of dice."""

    name: int
    counts: int
    row: int
    dice: int


class SeatContents(NamedTuple):
    """What is drawn in a row."""

    seat: int
    name: str
    yours: bool
    moves: bool
    dice: int
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
    hands = [queries.hand_size(model.view, seat) for seat in seats]
    most = max(LEAST_BAR, *hands)
    words = [_dice_in_words(model.texts, number, width) for number in (3, MOST_DICE)]
    columns = ColumnWidths(
        max(cell_len(model.names(seat)) for seat in seats), most + 1 + max(map(cell_len, words)), width, most
    )
    return tuple(_entry(model.texts, _sitting(model, seat, now), columns) for seat in seats)


def _sitting(model: ViewModel, seat: int, now: float) -> SeatContents:
    return SeatContents(
        seat,
        model.names(seat),
        seat == model.view.seat,
        model.turn is not None and model.turn.seat == seat,
        queries.hand_size(model.view, seat),
        _result(model, seat),
        owned_cards(model.view, seat),
        note_on(model.texts, model.seats[seat - 1], now),
    )


@lru_cache(maxsize=2048)
def _entry(texts: Texts, sitting: SeatContents, columns: ColumnWidths) -> RosterEntry:
    """Return a row. Cached: sessions share rows that look alike."""
    name, note, yours = sitting.name, sitting.note, sitting.yours
    ground = tones.ROW if yours else palette.TEXT
    ink = (palette.OWN_SEATS if yours or sitting.moves else palette.SEATS)[sitting.seat - 1]
    padding = " " * (columns.name - cell_len(name))
    counts = _counts(texts, sitting, columns, ground)
    status = f" {note[0]} " if note[0] else ""
    room = columns.row - 6 - columns.name - columns.counts - cell_len(status)
    cards = card_parts(texts, sitting.cards, room, ground)
    return RosterEntry(
        lead=(
            (tones.EDGE if yours else " ", tones.COURT.edge if yours else palette.TEXT),
            (TURN if sitting.moves else " ", ground + palette.ACCENT),
        ),
        name=((name, ground + ink), (padding, ground)),
        rest=(*counts, ("  ", ground), *cut(cards, room, ground), (status, ground + note[1])),
        ground=ground,
    )


def _counts(texts: Texts, sitting: SeatContents, columns: ColumnWidths, ground: Style) -> list[Part]:
    """Return a seat's dice as a bar and a number, or its result in the final round."""
    if sitting.result:
        strong = tones.bold(ground) if sitting.yours else palette.STRONG
        return [(sitting.result.rjust(columns.counts), strong)]
    words = _dice_in_words(texts, sitting.dice, columns.row)
    full, rest = bar(sitting.dice, columns.dice, ground + palette.SEATS[sitting.seat - 1])
    return [full, (rest[0], ground + rest[1]), (words.rjust(columns.counts - columns.dice), ground)]


@lru_cache(maxsize=256)
def _dice_in_words(texts: Texts, number: int, width: int) -> str:
    """Return a number of dice: the number alone where cards need the room."""
    return texts.ngettext("{number} die", "{number} dice", number) if width >= WORDS_FROM else str(number)


def _result(model: ViewModel, seat: int) -> str:
    """Return what a seat has in the final round; the first taker of the King has no result yet."""
    final = model.view.position.final
    results = () if final is None else final.results
    return next((phrases.mark(got.count, got.face) for got in results if got.seat == seat), "")


def card_parts(texts: Texts, cards: Sequence[OwnedCard], room: int, ground: Style) -> Sequence[Part]:
    """Return the names of cards in at most `room` cells, or of as many as fit."""
    for gap in ("  ", " "):
        parts = _parts(texts, cards, gap, ground)
        if sum(cell_len(text) for text, _ in parts) <= room:
            return parts
    return _highest(texts, cards, room, ground)


def _highest(texts: Texts, cards: Sequence[OwnedCard], room: int, ground: Style) -> list[Part]:
    """Return the cards of the highest rows that fit, and how many more there are."""
    for missing in range(1, len(cards) + 1):
        parts = [(f"+{missing} ", ground), *_parts(texts, cards[missing:], " ", ground)]
        if sum(cell_len(text) for text, _ in parts) <= room:
            return parts
    return []


def _parts(texts: Texts, cards: Sequence[OwnedCard], gap: str, ground: Style) -> list[Part]:
    parts: list[Part] = []
    for card in cards:
        text = names.name(texts, card.kind) + (f"×{card.number}" if card.number > 1 else "")
        used = palette.DIM if ground is palette.TEXT else ground
        parts.append((f"({text})", used) if card.used else (text, ground))
        parts.append((gap, ground))
    return parts[:-1]
