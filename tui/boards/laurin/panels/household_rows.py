"""Who sits at a garden table: points, treasure, magic, dwarfs at home or the bid, the crown."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from engine.laurin import advice
from engine.laurin.model.names import Magic
from tui.boards.kit.seat_notes import note as note_on
from tui.boards.laurin.panels.households import Household
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names, phrases, standing_answers
from tui.widgets.panel import Part
from tui.widgets.pieces import fit, width_of
from tui.wire.terminal import palette

CROWN = "♛"
INDENT = "    "


class Room(NamedTuple):
    """Cells of a row, and rows below the name of each seat."""

    width: int
    below: int


def households(scene: ViewModel, room: Room, now: float) -> tuple[Household, ...]:
    """All seats; `now` is the host's clock."""
    widest = max(cell_len(scene.names(seat)) for seat in range(1, len(scene.seats) + 1))
    return tuple(_household(scene, seat, widest, room, now) for seat in range(1, len(scene.seats) + 1))


def _household(scene: ViewModel, seat: int, widest: int, room: Room, now: float) -> Household:
    texts, position = scene.texts, scene.position
    asked = seat in position.asked
    name = scene.names(seat)
    crown = CROWN if seat == position.starter else " "
    score = texts.ngettext("{number} pt", "{number} pts", position.scores[seat - 1])
    padding = " " * (widest - cell_len(name))
    return Household(
        lead=((">" if asked else " ", palette.ACCENT),),
        name=((f"{scene.letter(seat)} ", _ink(scene, seat)), (name, _name_ink(scene, seat, asked=asked))),
        rest=(
            (padding, palette.TEXT),
            (crown, palette.ACCENT),
            (score.rjust(7), palette.STRONG),
            (f" {_cards(scene, seat)}" if room.below == 1 else "", palette.TEXT),
        ),
        below=_below(scene, seat, room, note_on(texts, scene.seats[seat - 1], now)),
    )


def _cards(scene: ViewModel, seat: int) -> str:
    """How many treasure cards a seat has in hand."""
    number = scene.position.cards[seat - 1]
    padding = " " * (number < 10)
    return padding + scene.texts.ngettext("{number} card", "{number} cards", number)


def _ink(scene: ViewModel, seat: int) -> Style:
    return (palette.OWN_SEATS if seat == scene.own else palette.SEATS)[seat - 1]


def _name_ink(scene: ViewModel, seat: int, *, asked: bool) -> Style:
    if seat == scene.own:
        return palette.MINE
    return palette.STRONG if asked else palette.TEXT


def _below(scene: ViewModel, seat: int, room: Room, note: Part) -> tuple[tuple[Part, ...], ...]:
    """Magic and, behind it or above it, who plays the seat, and the bid or the dwarfs at home."""
    bid = _bid(scene, seat) or _home(scene, seat)
    if seat == scene.own and scene.beforehand:
        signs = " ".join(standing_answers.sign(scene.texts, word) for word in scene.beforehand)
        note = (f"({signs})", palette.ACCENT)
    last: tuple[Part, ...] = (note, (" ", palette.TEXT), bid) if note[0] else (bid,)
    owned = scene.position.magic[seat - 1]
    if room.below > 1:
        magic = magic_words(scene, owned, room.width - len(INDENT))
        held: Part = (f"{_cards(scene, seat).lstrip()}  ", palette.TEXT)
        return ((INDENT, palette.TEXT), held, *last), ((INDENT, palette.TEXT), (magic, palette.TEXT))
    cells = max(0, room.width - len(INDENT) - width_of(last) - 1)
    magic = fit(magic_words(scene, owned, cells), cells)
    return (((INDENT, palette.TEXT), (magic, palette.TEXT), (" ", palette.TEXT), *last),)


def magic_words(scene: ViewModel, cards: tuple[Magic, ...], room: int) -> str:
    """A seat's magic in at most `room` cells: names, three letters each, or as many as fit."""
    counts = Counter(cards)
    for word in (names.name, names.short):
        found = [
            word(scene.texts, kind) + (f"×{number}" if number > 1 else "") for kind, number in counts.items()
        ]
        for between in (", ", " "):
            said = between.join(found)
            if cell_len(said) <= room and (word is names.short or between == ", "):
                return said
    return fit(" ".join(found), max(0, room))


def _home(scene: ViewModel, seat: int) -> Part:
    """The fronts of the dwarfs at home."""
    fronts = "".join(str(advice.front(kind)) for kind in scene.position.stocks[seat - 1])
    return scene.texts._("home {dwarfs}", dwarfs=fronts or "-"), palette.DIM


def _bid(scene: ViewModel, seat: int) -> Part | None:
    """What a seat has bid in the auction under way: how many cards, or which; None: nothing yet."""
    auction = scene.position.auction
    if auction is None or auction.laid[seat - 1] is None:
        return None
    laid = auction.laid[seat - 1] or 0
    if not laid:
        return scene.texts._("no bid"), palette.DIM
    ink = palette.GOOD if seat == auction.winner else palette.STRONG
    if auction.shown:
        return scene.texts._("bid {cards}", cards=phrases.treasure(auction.shown[seat - 1])), ink
    return scene.texts.ngettext("bid: {number} card", "bid: {number} cards", laid), ink
