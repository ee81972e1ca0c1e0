"""Points, treasure, dwarfs and scores in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.laurin import queries
from engine.laurin.model.cards import MovementCard
from engine.laurin.model.moves import Ban, Cast, Counter, Exchange, Fog, Haste, Revolt
from engine.laurin.model.names import Point
from engine.laurin.model.state import Dwarf
from engine.laurin.queries import KingDestination
from tui.boards.kit.board import Names
from tui.boards.laurin.words import names
from tui.language.texts import Texts

TURNED_MARK = "'"
"""Behind the value of a dwarf that shows its back."""


def treasure(cards: Iterable[int]) -> str:
    """Return treasure cards by their values: 3 3 1."""
    return " ".join(map(str, cards))


def spot(point: Point) -> str:
    """Return one of the King's points by the outer ones of its squares: d4/e5; in a corner a1."""
    squares = queries.beside(point)
    return squares[0] if len(squares) == 1 else f"{squares[0]}/{squares[-1]}"


def seen(dwarf: Dwarf) -> str:
    """Return what a dwarf shows: 5, or 3' for a back."""
    return f"{queries.dwarf_value(dwarf)}{TURNED_MARK if dwarf.turned else ''}"


def dwarf(texts: Texts, seats: Names, one: Dwarf) -> str:
    """Return a dwarf's owner, its value and the next value: Amber: 5, then 3."""
    name, value = seats(one.seat), seen(one)
    if one.turned:
        return texts._("{name}: {value}, then home", name=name, value=value)
    return texts._("{name}: {value}, then {back}", name=name, value=value, back=one.kind[-1])


def shown(texts: Texts, one: Dwarf) -> str:
    """Return what a dwarf shows, in words: 5, or 3 (flipped)."""
    value = queries.dwarf_value(one)
    return texts._("{value} (flipped)", value=value) if one.turned else str(value)


def signs(letters: Sequence[str], points: Sequence[int]) -> str:
    """Return who would score how much, in a few cells: A3 B5; a dash for nobody."""
    found = [f"{letter}{gain}" for letter, gain in zip(letters, points, strict=True) if gain]
    return " ".join(found) or "-"


def bids(seats: Names, laid: Iterable[Iterable[int]]) -> str:
    """Return who bid which treasure: Amber (3 1), Elm 2 (2). A name may end with a number."""
    found = [(seats(seat), treasure(cards)) for seat, cards in enumerate(laid, start=1) if cards]
    return ", ".join(f"{name} ({cards})" for name, cards in found)


def gains(texts: Texts, seats: Names, points: Sequence[int]) -> str:
    """Return who scores how much, in words: Amber +3, Elm 2 +5; or that nobody does."""
    found = [f"{seats(seat)} +{gain}" for seat, gain in enumerate(points, start=1) if gain]
    return ", ".join(found) or texts._("nobody scores")


def axis(texts: Texts, card: MovementCard) -> str:
    """Return the directions of a card: west-east."""
    return texts._("west-east") if card.axis == "h" else texts._("south-north")


def movement(texts: Texts, card: MovementCard) -> str:
    """Return a movement card: 2 west-east (7 points, 2 to move)."""
    return texts._(
        "{distance} {axis} (place {points}, move {moves})",
        distance=card.distance,
        axis=axis(texts, card),
        points=card.points,
        moves=card.moves,
    )


def walk(texts: Texts, reach: KingDestination) -> str:
    """Return where a card leads the King: 2 north to d6/e7."""
    way = names.way(texts, reach.direction)
    if reach.end is None:
        return texts._("{distance} {way}, off the board", distance=reach.card.distance, way=way)
    return texts._("{distance} {way} to {spot}", distance=reach.card.distance, way=way, spot=spot(reach.end))


def aim(texts: Texts, seats: Names, move: Cast) -> str:
    """Return how a magic card is played, to follow its name; '' if nothing is chosen for it."""
    match move:
        case Ban(seat) | Fog(seat):
            return seats(seat)
        case Exchange(first, second):
            return f"{first}, {second}"
        case Haste(direction):
            return names.way(texts, direction)
        case Revolt(straight, direction):
            way = names.way(texts, direction)
            return texts._("{number} straight, then {way}", number=straight, way=way)
        case Counter():
            return ""
    raise AssertionError(move)


def cast(texts: Texts, seats: Names, move: Cast) -> str:
    """Return a magic card as it is played: the Magic Haste (north)."""
    card = names.object_(texts, queries.card_of(move))
    aimed = aim(texts, seats, move)
    return f"{card} ({aimed})" if aimed else card


def steps(pairs: Iterable[tuple[str, str]]) -> str:
    """Return dwarfs that change squares: d5 → e4, e4 → d5."""
    return ", ".join(f"{source} → {target}" for source, target in pairs)
