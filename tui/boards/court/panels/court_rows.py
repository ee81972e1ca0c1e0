"""The middle of a court table as rows of cards: how many are left, who owns them, which can be taken now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from engine.court import queries
from engine.court.model.state import Kind, View
from tui.boards.court.words import cards, names
from tui.language.texts import Texts
from tui.widgets.card_faces import CardFace, CardRow, CardState

ROWS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("V", ("king", "queen")),
    ("IV", ("bishop", "alchemist", "nobleman", "general")),
    ("III", ("lady", "magician", "pawnbroker", "knight")),
    ("II", ("hunter", "astronomer", "merchant")),
    ("I", ("farmer", "maid", "philosopher", "craftsman")),
    ("0/I", ("jester", "charlatan", "guard")),
)
"""How the court is laid out: row I goes on in the last line, beside row 0."""


RANKS = (5, 4, 3, 2, 1, 0)
"""The rank of each row, for its colour."""


class OwnCards(NamedTuple):
    """Which cards the viewer owns, has used and can have."""

    own: frozenset[Kind]
    used: frozenset[Kind]
    to_have: frozenset[Kind]
    """The cards that can be taken for the dice set aside or, while a power is chosen, be used."""


def court_rows(texts: Texts, view: View, *, using: bool) -> tuple[CardRow, ...]:
    """Return every row of the court. With `using`, the cards with a usable power count as those to have."""
    stock = (*view.position.stock.items(), ("charlatan", queries.cards_left(view, "charlatan")))
    return _rows(texts, stock, _household(view, using=using))


@lru_cache(maxsize=256)
def _rows(
    texts: Texts, stock: tuple[tuple[Kind, int | None], ...], household: OwnCards
) -> tuple[CardRow, ...]:
    """Return the court with what is left of each kind. Cached: few keys and moves change it."""
    left = dict(stock)
    return tuple(
        [
            CardRow(
                label.rjust(3),
                tuple(
                    [
                        _card(texts, kind, _sign(kind, left.get(kind)), _state(kind, left, household), rank)
                        for kind in kinds
                    ]
                ),
            )
            for rank, (label, kinds) in zip(RANKS, ROWS, strict=True)
        ]
    )


def viewer(view: View) -> int | None:
    """Return the seat whose cards are marked as own: the viewer's; for spectators, the seat to move."""
    turn = view.position.turn
    return view.seat if view.seat is not None or turn is None else turn.seat


def payable_kinds(view: View) -> tuple[Kind, ...]:
    """Return the cards that the seat to move could take for the dice set aside.

    Empty while another seat than the viewer's plays: these are not the viewer's dice.
    """
    turn = view.position.turn
    if turn is None or turn.seat != viewer(view) or not turn.aside:
        return ()
    return queries.payable(view, tuple(sorted(turn.aside)))


def left_sign(view: View, kind: Kind) -> str:
    """The number of cards left; - for none, '' for cards that never run out and for flipped Jesters."""
    return _sign(kind, queries.cards_left(view, kind))


def _sign(kind: Kind, left: int | None) -> str:
    return "" if left is None or kind == "charlatan" else str(left or "-")


def _household(view: View, *, using: bool) -> OwnCards:
    seat, turn = viewer(view), view.position.turn
    own = () if seat is None else view.position.cards[seat - 1]
    used = turn.used if turn is not None and turn.seat == seat else ()
    usable = (
        [kind for kind, why in queries.usable_powers(view).items() if why is None]
        if using
        else payable_kinds(view)
    )
    return OwnCards(frozenset(own), frozenset(used), frozenset(usable))


@lru_cache(maxsize=4096)
def _card(texts: Texts, kind: Kind, left: str, state: CardState, rank: int) -> CardFace:
    """Return a cell of the court. Cached: sessions share cells that look alike."""
    return CardFace(
        key=kind,
        name=names.name(texts, kind),
        condition=cards.sign(texts, kind),
        left=left,
        state=state,
        powers=cards.powers(texts, kind),
        demands=cards.conditions(texts, kind),
        rank=rank,
    )


def _state(kind: Kind, left: Mapping[Kind, int | None], household: OwnCards) -> CardState:
    if kind in household.to_have:
        return "affordable"
    if kind in household.own:
        return "used" if kind in household.used else "mine"
    return "gone" if left.get(kind) == 0 else "free"


def kind_of(key: str) -> Kind:
    """Return the card of a cell's key."""
    return _KINDS[key]


_KINDS: Mapping[str, Kind] = MappingProxyType({str(kind): kind for _, kinds in ROWS for kind in kinds})
