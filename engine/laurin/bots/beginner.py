"""The bot `beginner`: goes where the King is now, bids round sums, and forgets that there is magic.

It knows what `page` knows, but
- is content with the dwarfs that it has placed, 30 times of 100, whatever else its card allows;
- saves its strong dwarfs for later, 60 times of 100, and places a weak one;
- places a dwarf as near to the King as it can, wherever he may go, 65 times of 100;
- forgets that dwarfs can be moved, 75 times of 100;
- bids round sums, the next five below what a move brings it, or in its eagerness all it has, 30 times of 100;
- buys magic on an impulse, 40 times of 100, whatever treasure is left;
- forgets a magic card in its hand, or that it can be countered, 65 times of 100;
- leads the King where it gets most itself, whatever others get there.

It places at least one dwarf if it can, never bids for a King's move that brings it nothing, never leads the
King past points of its own to where it has none, and never plays magic against itself. All mistakes follow
from its chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.kit.mixture import slips
from engine.laurin.bots import page
from engine.laurin.model import cards, garden
from engine.laurin.model.components import SIZE
from engine.laurin.model.moves import Bid, Buy, Lead, Move, Place
from engine.laurin.model.state import Position, View
from engine.laurin.phases import scoring
from engine.laurin.rules import legal

IS_CONTENT, SAVES, NEAREST, STAYS, BIDS_ALL, BUYS, FORGETS = 30, 60, 65, 75, 30, 40, 65
"""How many times of 100 each mistake is made."""
ROUND = 5
"""Sums of treasure that look round are multiples of it."""


class Beginner:
    """Plays laurin like somebody who has just learned it."""

    name = "beginner"
    known_options = frozenset(("rounds",))

    def choose(self, _game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move, mistakes included. Draws for each of them."""
        choice = _CHOICES.get(ask.kind)
        if choice is None:
            return page.decide(view, ask.kind, ask.seat, chance)
        return choice(view, ask.kind, ask.seat, chance)


def _buy(view: View, _kind: str, _seat: int, chance: Chance) -> Move:
    found = [move for move in legal.legal(view) if isinstance(move, Buy)]
    return chance.pick(found) if found and slips(chance, BUYS) else legal.PASS


def _place(view: View, _kind: str, seat: int, chance: Chance) -> Move:
    """A weak dwarf or a strong one, near the King or where page would place it."""
    turn = view.position.turn
    begun = turn is not None and turn.left < cards.MOVEMENT[view.position.movement[seat - 1] or ""].points
    if begun and slips(chance, IS_CONTENT):
        return legal.DONE
    found = [move for move in legal.legal(view) if isinstance(move, Place)]
    if not found:
        return legal.DONE
    values = {cards.value(move.dwarf) for move in found}
    chosen = min(values) if slips(chance, SAVES) else max(values)
    fits = [move for move in found if cards.value(move.dwarf) == chosen]
    if not slips(chance, NEAREST):
        return page.best_placed(view.position, fits, chance)
    nearest = min(_distance(view.position, move.square) for move in fits)
    return chance.pick([move for move in fits if _distance(view.position, move.square) == nearest])


def _distance(position: Position, square: str) -> float:
    """The square of the distance between the King and the middle of a square, in squares."""
    column, row = divmod(garden.SQUARES.index(square), SIZE)
    x, y = position.king
    return (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2


def _move(view: View, kind: str, seat: int, chance: Chance) -> Move:
    return legal.DONE if slips(chance, STAYS) else page.decide(view, kind, seat, chance)


def _bid(view: View, _kind: str, seat: int, chance: Chance) -> Move:
    """All it has, or the next round sum below what its best move brings, as near as its cards come to it."""
    most = max(_own_points(view.position, seat, move) for move in legal.leads(view.position))
    if most > 0 and view.hand and slips(chance, BIDS_ALL):
        return Bid(view.hand)
    bids = (chosen for chosen in cards.selections(view.hand) if sum(chosen) <= most // ROUND * ROUND)
    bid = max(bids, key=sum, default=())
    return Bid(bid) if bid else legal.PASS


def _own_points(position: Position, seat: int, move: Lead) -> int:
    fogged = position.kings_move.fogged if position.kings_move else None
    return scoring.points(position, page.end_of(position, move), fogged)[seat - 1]


def _king(view: View, kind: str, seat: int, chance: Chance) -> Move:
    position = view.position
    points = {move: _own_points(position, seat, move) for move in legal.leads(position)}
    best = max(points, key=points.__getitem__)
    return best if points[best] > 0 else page.decide(view, kind, seat, chance)


def _react(view: View, kind: str, seat: int, chance: Chance) -> Move:
    return legal.PASS if slips(chance, FORGETS) else page.decide(view, kind, seat, chance)


_CHOICES: Mapping[str, Callable[[View, str, int, Chance], Move]] = MappingProxyType(
    {
        "buy": _buy,
        "place": _place,
        "move": _move,
        "bid": _bid,
        "king": _king,
        "king-free": _king,
        "king-last": _king,
        "react": _react,
        "counter": _react,
    }
)
"""What it does otherwise than page, by the kind of question."""
