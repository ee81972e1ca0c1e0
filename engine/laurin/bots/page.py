"""The bot `page`: places dwarfs where a card can bring the King, moves him where he scores, and bids a
little.

It looks at the next King's move only and answers at once. It is the baseline for stronger bots and replaces
one that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.laurin.model import cards, garden
from engine.laurin.model.moves import Bid, Buy, Fog, Give, Haste, Lead, Move, Place, Relocate, TakeBack
from engine.laurin.model.names import Cards, Point
from engine.laurin.model.state import Position, View
from engine.laurin.phases import scoring
from engine.laurin.rules import legal


class Page:
    """Plays by plain rules, and at random where they say nothing."""

    name = "page"
    known_options = frozenset(("rounds",))

    def choose(self, _game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move by plain rules; of several equal ones, one is drawn."""
        return decide(view, ask.kind, ask.seat, chance)


def decide(view: View, kind: str, seat: int, chance: Chance) -> Move:
    """The move of a seat that is asked a question of this kind."""
    return _CHOICES[kind](view, seat, chance)


def margin(position: Position, seat: int, point: Point) -> float:
    """What a seat scores with the King at a point, less half of the best other score."""
    kings_move = position.kings_move
    gained = scoring.points(position, point, kings_move.fogged if kings_move else None)
    others = [points for other, points in enumerate(gained, start=1) if other != seat]
    return gained[seat - 1] - 0.5 * max(others)


def end_of(position: Position, move: Lead) -> Point:
    """The point at which a legal King's move ends."""
    card = cards.MOVEMENT[position.movement[move.seat - 1] or ""]
    end = garden.walked(position.king, move.direction, card.distance)
    return end or position.king


def _reachable(position: Position) -> list[Point]:
    return [end_of(position, move) for move in legal.leads(position)]


def _buy(view: View, _seat: int, chance: Chance) -> Move:
    """Buys one card if there is treasure to spare."""
    if len(view.hand) < 6:
        return legal.PASS
    found = [move for move in legal.legal(view) if isinstance(move, Buy)]
    return chance.pick(found) if found else legal.PASS


def _give(view: View, seat: int, _chance: Chance) -> Move:
    """Gives the card with most placing points to its own seat."""
    drawn = sorted(view.position.drawn, key=lambda name: cards.MOVEMENT[name].points)
    if view.position.movement[seat - 1] is None:
        return Give(drawn[-1], seat)
    return Give(drawn[-1], view.position.movement.index(None) + 1)


def _place(view: View, _seat: int, chance: Chance) -> Move:
    """Places the strongest dwarf that fits where most of the next King's moves would score it."""
    found = [move for move in legal.legal(view) if isinstance(move, Place)]
    if not found:
        return legal.DONE
    best = cards.value(found[0].dwarf)
    choice = [move for move in found if cards.value(move.dwarf) == best]
    return best_placed(view.position, choice, chance)


def best_placed(position: Position, choice: Sequence[Place], chance: Chance) -> Place:
    """One of those that most of the next King's moves would score."""
    ends = _reachable(position)
    likes = {square: sum(square in garden.BESIDE[end] for end in ends) for square in garden.SQUARES}
    most = max(likes[move.square] for move in choice)
    return chance.pick([move for move in choice if likes[move.square] == most])


def _move(view: View, seat: int, chance: Chance) -> Move:
    """Moves one dwarf that no King's move reaches to a square that one reaches."""
    position = view.position
    near = [square for end in _reachable(position) for square in garden.BESIDE[end]]
    taken = garden.by_square(position.dwarfs)
    targets = [square for square in dict.fromkeys(near) if square not in taken]
    idle = [dwarf.square for dwarf in position.dwarfs if dwarf.seat == seat and dwarf.square not in near]
    if not idle or not targets or position.turn is None or not position.turn.left:
        return legal.DONE
    return Relocate(((chance.pick(idle), chance.pick(targets)),))


def _bid(view: View, seat: int, _chance: Chance) -> Move:
    """Bids about as much treasure as the best move gains over the others, from the lowest card up."""
    position = view.position
    wanted = max(margin(position, seat, end) for end in _reachable(position))
    bid: Cards = ()
    for card in reversed(view.hand):
        if sum(bid) + card <= wanted:
            bid = (card, *bid)
    return Bid(bid) if bid else legal.PASS


def _take_back(view: View, _seat: int, _chance: Chance) -> Move:
    found = [move for move in legal.legal(view) if isinstance(move, TakeBack)]
    return max(found, key=lambda move: sum(move.cards))


def _king(view: View, seat: int, _chance: Chance) -> Move:
    """Makes the King's move that scores most; declines one that does harm."""
    position = view.position
    values: dict[Move, float] = {
        move: margin(position, seat, end_of(position, move)) for move in legal.leads(position)
    }
    others = [move for move in legal.legal(view) if move not in values]
    best = max(values, key=values.__getitem__)
    return others[0] if others and values[best] <= 0 else best


def _react(view: View, seat: int, _chance: Chance) -> Move:
    """Plays a Haste or a Fog that helps much."""
    position = view.position
    now = margin(position, seat, position.king)
    values: dict[Move, float] = {legal.PASS: now + 2}
    for move in legal.legal(view):
        if isinstance(move, Haste):
            end = garden.walked(position.king, move.direction, 1)
            values[move] = margin(position, seat, end) if end else now
        if isinstance(move, Fog) and move.seat != seat:
            values[move] = now + scoring.points(position, position.king)[move.seat - 1] / 2
    return max(values, key=values.__getitem__)


def _counter(view: View, seat: int, _chance: Chance) -> Move:
    """Counters everything that others play."""
    return legal.PASS if view.position.spells[-1].seat == seat else legal.COUNTER


_CHOICES: Mapping[str, Callable[[View, int, Chance], Move]] = MappingProxyType(
    {
        "buy": _buy,
        "give": _give,
        "place": _place,
        "move": _move,
        "bid": _bid,
        "take-back": _take_back,
        "king": _king,
        "king-free": _king,
        "king-last": _king,
        "react": _react,
        "counter": _counter,
    }
)
