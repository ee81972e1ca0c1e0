"""The moves that are found are exactly those that the judge allows, out of all that can be written."""

from itertools import combinations_with_replacement, product
from typing import get_args

import pytest

from engine.laurin.game import GAME
from engine.laurin.model.cards import DWARF_KINDS, MAGIC, MOVEMENT
from engine.laurin.model.garden import DIRECTIONS, SQUARES
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
    Counter,
    Done,
    Exchange,
    Fog,
    Give,
    Haste,
    Lapse,
    Lead,
    Pass,
    Place,
    Relocate,
    Revolt,
    TakeBack,
)
from engine.laurin.model.names import Question
from engine.laurin.queries import king_after, king_destinations, playable, points
from tests.engine.laurin.positions import StepPlayer, after, free_king, layout

SEATS = range(-1, 6)
TREASURES = [cards for size in range(5) for cards in combinations_with_replacement((3, 2, 1, 0), size)] + [
    (1, 3),
    (1, 2, 3),
]
EVERYTHING = [
    Pass(),
    Done(),
    Counter(),
    *(Buy(card, paid) for card, paid in product(MAGIC, TREASURES)),
    *map(Bid, TREASURES),
    *map(TakeBack, TREASURES),
    *(Give(card, seat) for card, seat in product([*MOVEMENT, "h9z"], SEATS)),
    *(Place(kind, square) for kind, square in product(DWARF_KINDS, [*SQUARES, "i9"])),
    *(Relocate(((source, target),)) for source, target in product([*SQUARES, "i9"], repeat=2)),
    *(Exchange(one, other) for one, other in product([*SQUARES, "i9"], repeat=2)),
    *(Lead(seat, direction) for seat, direction in product(SEATS, DIRECTIONS)),
    *(Revolt(straight, direction) for straight, direction in product(SEATS, DIRECTIONS)),
    *map(Haste, DIRECTIONS),
    *(kind(seat) for kind, seat in product((Lapse, Ban, Fog), SEATS)),
]
DWARFS = "1 5/3 a1, 1 3/2' b1, 1 1/1 c1, 2 3/2 d5, 3 1/1' e5"
SALE = {"movement": "v2a h3a h1b", "hands": "3211, 33, 2", "king": (1, 7), "dwarfs": DWARFS}
ALL = "ban exchange haste revolt fog counter"
POSITIONS = [
    StepPlayer(layout("magic", hands="3211, 3, 3", offer="ban fog haste")),
    StepPlayer(layout("magic", drawn="h1a v2a h3a")),
    StepPlayer(layout("placing", dwarfs=DWARFS)),
    StepPlayer(layout("placing", dwarfs=DWARFS, magic=ALL)),
    after(layout("placing", dwarfs=DWARFS, magic=ALL), "1 pass"),
    after(layout("placing", dwarfs=DWARFS, magic=f"{ALL}, {ALL}"), "1 ban 1"),
    StepPlayer(layout("moving", dwarfs=DWARFS, movement="h2d v1a h1b")),
    after(layout("moving", dwarfs=DWARFS, magic=ALL, movement="h2d v1a h1b"), "1 pass"),
    StepPlayer(layout("auction", **SALE)),
    after(layout("auction", **SALE), "1 bid 2 1 1", "2 bid 3 3", "3 pass"),
    after(layout("auction", **SALE), "1 bid 2 1 1", "2 pass", "3 pass"),
    after(layout("auction", **SALE), "1 pass", "2 pass", "3 pass"),
    free_king(layout("auction", **SALE), "king 2 east").play("1 pass", "2 pass", "3 pass", "1 lapse 1"),
    free_king(layout("auction", magic=f"{ALL}, {ALL}", **SALE), "king 2 east"),
    free_king(layout("auction", magic=f"{ALL}, {ALL}", **SALE), "king 3 west"),
    free_king(layout("auction", magic=f"{ALL}, {ALL}", **SALE), "king 2 east").play("2 haste south"),
]


@pytest.mark.parametrize("table", POSITIONS, ids=lambda table: f"{table.open}")
def test_exactly_the_moves_found_are_allowed(table):
    """Out of everything that can be written with one dwarf lifted; equal moves appear once."""
    for seat in table.position.asked:
        view = table.view(seat)
        found = list(GAME.legal(view))
        assert len(set(found)) == len(found)
        assert {move for move in EVERYTHING if GAME.check(view, move) is None} == set(found)


def test_those_positions_ask_every_question():
    """Nothing is left out."""
    assert {table.open[0] for table in POSITIONS} == set(get_args(Question))


def test_advice_on_the_kings_ways():
    """Both directions of each open card, where they lead, and what that would bring whom."""
    table = StepPlayer(layout("auction", **SALE))
    rows = [
        (one.owner, one.card.name, one.direction, one.end, one.points)
        for one in king_destinations(table.view(None))
    ]
    assert rows == [
        (1, "v2a", "south", (1, 5), (0, 0, 0)),
        (1, "v2a", "north", None, (0, 0, 0)),
        (2, "h3a", "west", None, (0, 0, 0)),
        (2, "h3a", "east", (4, 7), (0, 0, 0)),
        (3, "h1b", "west", (0, 7), (0, 0, 0)),
        (3, "h1b", "east", (2, 7), (0, 0, 0)),
    ]
    assert points(table.view(None), (4, 4)) == (0, 3, 1)
    assert points(table.view(None), (2, 1)) == (3, 0, 0)


def test_advice_on_magic():
    """For each own card whether it can be played now, or why not."""
    table = free_king(layout("auction", magic=f"{ALL}, fog", **SALE), "king 2 east")
    codes = {card: why and why.code for card, why in playable(table.view(1)).items()}
    assert codes == {
        "ban": "magic-not-now",
        "exchange": "magic-not-now",
        "haste": None,
        "revolt": None,
        "fog": None,
        "counter": "magic-not-now",
    }
    assert king_after(table.view(1), Haste("south")) == (4, 6)
    assert king_after(table.view(1), Revolt(1, "south")) == (2, 5)
    assert king_after(table.view(1), Fog(1)) is None
    assert king_after(table.view(1), Haste("west")) == (3, 7)
    table.play("2 pass")
    assert playable(table.view(2))["fog"].code == "not-your-turn"
    assert playable(table.view(None)) == {}
