"""The rows of seats of a garden table: points, treasure, magic, dwarfs at home or the bid, the crown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from engine.laurin import queries
from engine.laurin.model.names import Magic
from tui.boards.kit.seat_notes import note as note_on
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names, phrases, standing_answers
from tui.widgets.panel import Part
from tui.widgets.pieces import TURN, bar, fit, width_of
from tui.widgets.roster import Roster, RosterEntry
from tui.wire.terminal import palette, tones

CROWN = "♛"
INDENT = "     "
NOTHING = "-"
LEAST_BAR, SHORT_BAR, LONG_BAR = 6, 6, 20
"""The cells of a bar of points: the least, and the most in narrow and in wide rows."""
WIDE_ROW = 46


class Seats(Roster):
    """The seats as a panel; the space bar does what Enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "confirm")]


class SeatRowSize(NamedTuple):
    """The cells of a row, and the number of rows below a seat's name."""

    width: int
    below: int


def seat_rows(model: ViewModel, room: SeatRowSize, now: float) -> tuple[RosterEntry, ...]:
    """Return all seats; `now` is the host's clock."""
    return tuple(_seat_row(model, seat, room, now) for seat in range(1, len(model.seats) + 1))


def _seat_row(model: ViewModel, seat: int, room: SeatRowSize, now: float) -> RosterEntry:
    asked = seat in model.position.asked
    name = model.names(seat)
    crown = CROWN if seat == model.position.starter else " "
    tile = tones.SEAT_TILES[seat - 1]
    return RosterEntry(
        lead=(_edge(model, seat, asked=asked), (f" {model.letter(seat)} ", tile)),
        name=((name, (palette.OWN_SEATS if seat == model.own else palette.SEATS)[seat - 1]),),
        rest=(
            (" " * (_widest(model) - cell_len(name)), palette.TEXT),
            (f"{crown} ", palette.GOLD),
            *_points(model, seat, room),
            (_held(model, seat) if room.below == 1 else "", palette.TEXT),
        ),
        below=_below(model, seat, room, note_on(model.texts, model.seats[seat - 1], now)),
    )


def _edge(model: ViewModel, seat: int, *, asked: bool) -> Part:
    """Return the sign before a seat: of who is asked, else of the seat of the player who looks."""
    if not asked and seat == model.own:
        return tones.EDGE, tones.LAURIN.ink
    return (TURN, palette.ACCENT) if asked else (" ", palette.TEXT)


def _widest(model: ViewModel) -> int:
    return max(cell_len(model.names(seat)) for seat in range(1, len(model.seats) + 1))


def _points(model: ViewModel, seat: int, room: SeatRowSize) -> list[Part]:
    """Return the points as a bar, which is full with those that bring on the end, and in words."""
    texts, score = model.texts, model.position.scores[seat - 1]
    held = (
        max(cell_len(_held(model, one)) for one in range(1, len(model.seats) + 1)) if room.below == 1 else 0
    )
    left = room.width - len("» A ►  ♛ ") - _widest(model) - held
    most = LONG_BAR if room.width >= WIDE_ROW else SHORT_BAR
    target = queries.target(model.view)
    words = [
        texts._("{number}/{target} points", number=score, target=target), f"{score}/{target}", f"{score}",
    ]  # fmt: skip
    widths = [cell_len(words[0]) + 2 - len(str(score)), len(f"11/{target}"), 2]
    wish = next((at for at, width in enumerate(widths) if left - width - 1 >= LEAST_BAR), 1)
    cells = min(most, left - widths[wish] - 1)
    said = words[wish].rjust(widths[wish])
    if cells < LEAST_BAR:
        return [(said, palette.TEXT)]
    full = min(cells, -(-score * cells // target))
    return [*bar(full, cells, palette.SEATS[seat - 1]), (f" {said}", palette.TEXT)]


def _held(model: ViewModel, seat: int) -> str:
    """Return how many treasure cards a seat has in hand, with two blanks before."""
    number = model.position.cards[seat - 1]
    said = model.texts.ngettext("{number} card", "{number} cards", number)
    return f"  {' ' * (number < 10 < max(model.position.cards))}{said}"


def _below(model: ViewModel, seat: int, room: SeatRowSize, note: Part) -> tuple[tuple[Part, ...], ...]:
    """The rows below a name: magic; after or above it, who plays the seat, and the bid or dwarfs at home."""
    if seat == model.own and model.standing_answers:
        signs = " ".join(standing_answers.sign(model.texts, word) for word in model.standing_answers)
        note = (f"({signs})", palette.ACCENT)
    before: tuple[Part, ...] = (note, ("  ", palette.TEXT)) if note[0] else ()
    bid, home = _bid(model, seat), _home(model, seat)
    short, ink = _home_in_short(model, seat)
    ends: list[tuple[Part, ...]] = [(home,), ((short, ink),)]
    count: Part = (f" ×{len(model.position.stocks[seat - 1])} ", ink)
    if bid:
        blank: Part = (" ", palette.TEXT)
        ends = [*((bid, *apart, *one) for one in ends for apart in ((blank,), ())), (bid, blank, count)]
    elif seat == model.own and model.position.phase == "placing":
        ends = [(home,), (_fronts(model, seat),)]  # these are what the player places
    owned = model.position.magic[seat - 1]
    cells = room.width - len(INDENT)
    if room.below > 1:
        held: Part = (f"{_held(model, seat).lstrip()}  ", palette.TEXT)
        wishes = [(held, *before, *end) for end in ends]
        if bid:
            wishes += [(*wishes[-1][:-1], (count[0].rstrip(), ink)), (held, bid), (bid,)]
        else:
            wishes.append((held, note, count))
        first = next((wish for wish in wishes if width_of(wish) <= cells), wishes[-1])
        magic = magic_words(model, owned, cells)
        more = [((INDENT, palette.TEXT), (magic, palette.TEXT)), *[()] * (room.below - 2)]
        return ((INDENT, palette.TEXT), *first), *more
    between: tuple[Part, ...] = ((f" {note[0]} ", note[1]),) if note[0] else ()
    last = [(*end[:-1], *between, end[-1]) for end in ends]  # bids come and go
    said, chosen = _together(model, owned, last, cells)
    left = cells - cell_len(said) - width_of(chosen)
    gap = " " * max(1, min(left, max(2, left - (_blank(model, seat) if chosen is last[0] else 0))))
    return (((INDENT, palette.TEXT), (said, palette.TEXT), (gap, palette.TEXT), *chosen),)


def _together(
    model: ViewModel, owned: tuple[Magic, ...], ends: Sequence[tuple[Part, ...]], cells: int
) -> tuple[str, tuple[Part, ...]]:
    """Return magic and what stands after it, as much of that as fits on a line with a word for each card."""
    wishes = tuple(_magic_wishes(model, owned))
    for some in (wishes[:-2], wishes):
        for end in ends:
            for said in some:
                if cell_len(said) + 2 + width_of(end) <= cells:
                    return said, end
    return fit(said, max(0, cells - width_of(ends[-1]) - 2)), ends[-1]


def magic_words(model: ViewModel, cards: tuple[Magic, ...], room: int) -> str:
    """A seat's magic in at most `room` cells: names, one word each, three letters each, or as many as fit."""
    wishes = tuple(_magic_wishes(model, cards))
    return next((said for said in wishes if cell_len(said) <= room), fit(wishes[-1], max(0, room)))


def _magic_wishes(model: ViewModel, cards: tuple[Magic, ...]) -> Iterator[str]:
    """Yield a seat's magic, the longest words first."""
    counts = Counter(cards)
    for word in (names.name, names.word, names.short):
        found = [
            word(model.texts, kind) + (f" ×{number}" if number > 1 else "") for kind, number in counts.items()
        ]
        yield ", ".join(found)
        if word is not names.name:
            yield " ".join(one.replace(" ", "") for one in found)


def _home(model: ViewModel, seat: int) -> Part:
    """Return the dwarfs at home, as they would be placed."""
    fronts, style = _fronts(model, seat)
    said = model.texts._("home {dwarfs}", dwarfs=fronts.strip())
    return f" {said} ", style


def _fronts(model: ViewModel, seat: int) -> Part:
    """Return the values of the dwarfs at home."""
    fronts = " ".join(str(queries.placing_cost(kind)) for kind in model.position.stocks[seat - 1])
    return f" {fronts or NOTHING} ", tones.TURNED_TILES[seat - 1]


def _blank(model: ViewModel, seat: int) -> int:
    """Return the cells that a seat's dwarfs take once all are at home: where they begin, nothing moves."""
    placed = sum(dwarf.seat == seat for dwarf in model.position.dwarfs)
    return 2 * max(0, placed - (not model.position.stocks[seat - 1]))


def _home_in_short(model: ViewModel, seat: int) -> Part:
    """Return how many dwarfs are at home."""
    said = model.texts._("home {dwarfs}", dwarfs=f"×{len(model.position.stocks[seat - 1])}")
    return f" {said} ", tones.TURNED_TILES[seat - 1]


def _bid(model: ViewModel, seat: int) -> Part | None:
    """Return a seat's bid in the present auction: how many cards, or which; None: no bid yet."""
    auction = model.position.auction
    if auction is None or auction.laid[seat - 1] is None:
        return None
    laid = auction.laid[seat - 1] or 0
    if not laid:
        return model.texts._("no bid"), palette.DIM
    ink = palette.STRONG if seat == auction.winner else palette.TEXT
    if auction.shown:
        return model.texts._("bid {cards}", cards=phrases.treasure(auction.shown[seat - 1])), ink
    return model.texts.ngettext("bid: {number} card", "bid: {number} cards", laid), ink
