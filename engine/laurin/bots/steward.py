"""The bot `steward`: looks ahead to the end of the round.

It evaluates every choice by what the rest of the round is then likely to score for itself and the others
(`evaluation`, `forecast`), bids what winning is worth compared with losing (`bidding`), and plays magic that
gains more than the card is worth (`magic_choice`). It uses no memory, no clock and no chance, and looks at a
bounded number of positions for each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.laurin.bots import bidding, magic_choice
from engine.laurin.bots.evaluation import FAR, Evaluation, Sight
from engine.laurin.bots.forecast import SHIFTS, model_garden, stone
from engine.laurin.model import cards, garden
from engine.laurin.model.moves import Give, Lapse, Lead, Move, Place, Relocate, TakeBack
from engine.laurin.model.state import Dwarf, Position, View
from engine.laurin.rules import legal
from engine.laurin.rules.relocating import ordered

WORTH_THE_WALK = 0.3
"""What moving a dwarf must gain, in points."""


class Steward:
    """Plays by a forecast of the round; the same view always gets the same answer."""

    name = "steward"
    known_options = frozenset(("rounds",))

    def choose(self, _game: AnyGame, view: View, ask: Ask, _chance: Chance) -> Move:
        """The legal move after which the rest of the round is worth most. Draws nothing."""
        return decide(view, ask.kind, ask.seat)


def decide(view: View, kind: str, seat: int, sight: Sight = FAR) -> Move:
    """The move of a seat that is asked a question of this kind."""
    return _CHOICES[kind](view, Evaluation(view.position, seat, sight))


def _give(_view: View, evaluation: Evaluation) -> Move:
    """Gives its own seat the most useful card, and the leader the least useful one."""
    position, seat = evaluation.position, evaluation.seat

    def use(name: str, owner: int) -> float:
        card, stock = cards.MOVEMENT[name], position.stocks[owner - 1]
        out = sum(dwarf.seat == owner for dwarf in position.dwarfs)
        return min(card.points, sum(map(cards.value, stock))) + min(card.moves, out)

    seats = [owner for owner, name in enumerate(position.movement, start=1) if name is None]
    if seat in seats:
        return Give(max(position.drawn, key=lambda name: use(name, seat)), seat)
    leader = max(seats, key=lambda owner: position.scores[owner - 1])
    return Give(min(position.drawn, key=lambda name: use(name, leader)), leader)


def _turn(_view: View, evaluation: Evaluation) -> Move:
    return _in_turn(evaluation.position, evaluation.seat, evaluation.sight)


@lru_cache(maxsize=1 << 12)
def _in_turn(position: Position, seat: int, sight: Sight) -> Move:
    """Places or moves. Whoever looks ahead asks the same again and again."""
    evaluation = Evaluation(position, seat, sight)
    return place(evaluation) if position.question == "place" else move(evaluation)


def place(evaluation: Evaluation) -> Move:
    """Places the dwarf on the square that gain most for the rest of the round."""
    values = placements(evaluation)
    return max(values, key=values.__getitem__) if values else magic_choice.exchange(evaluation, legal.DONE)


def placements(evaluation: Evaluation) -> dict[Move, float]:
    """The dwarfs that can be placed on squares that the King is likely to visit, and what the rest of the
    round is worth then.
    """
    position, seat = evaluation.position, evaluation.seat
    left = position.turn.left if position.turn else 0
    kinds = [kind for kind in dict.fromkeys(position.stocks[seat - 1]) if cards.value(kind) <= left]
    there, squares = evaluation.there, evaluation.likely_squares()
    return {
        Place(kind, square): evaluation.rest_by(there + (stone(seat, kind, False) << SHIFTS[square]))
        for kind in kinds
        for square in squares
    }


def move(evaluation: Evaluation) -> Move:
    """Moves dwarfs one after the other to where they gain most, as long as they gain enough."""
    position = evaluation.position
    left = position.turn.left if position.turn else 0
    steps: dict[str, str] = {}
    dwarfs, rest_of_round = position.dwarfs, evaluation.rest_by(evaluation.there)
    for _ in range(left):
        tries = next_steps(evaluation, dwarfs, steps)
        best = max(tries, key=tries.__getitem__, default=None)
        if best is None or tries[best] < rest_of_round + WORTH_THE_WALK:
            break
        rest_of_round, dwarfs = tries[best], moved(dwarfs, *best)
        steps[best[0]] = best[1]
    if not steps:
        return magic_choice.exchange(evaluation, legal.DONE)
    return Relocate(ordered(position.dwarfs, steps.items()))


def next_steps(
    evaluation: Evaluation, dwarfs: Iterable[Dwarf], made: Mapping[str, str]
) -> dict[tuple[str, str], float]:
    """Every step (from, to) that may follow those made, and what the rest of the round is worth then."""
    there, taken = model_garden(dwarfs), garden.by_square(dwarfs)
    stones = {one.square: stone(one.seat, one.kind, one.turned) for one in taken.values()}
    return {
        (source, to): evaluation.rest_by(
            there + (stones[source] << SHIFTS[to]) - (stones[source] << SHIFTS[source])
        )
        for source, to in _steps(taken, evaluation.seat, evaluation.likely_squares(), made)
    }


def _steps(
    taken: Mapping[str, Dwarf], seat: int, squares: Iterable[str], made: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Every step of an own dwarf that has not moved yet to one of the squares that are empty."""
    for dwarf in taken.values():
        if dwarf.seat == seat and dwarf.square not in made.values():
            for square in squares:
                if square not in taken:
                    yield dwarf.square, square


def moved(dwarfs: Iterable[Dwarf], source: str, target: str) -> tuple[Dwarf, ...]:
    """The garden after a step."""
    return tuple(replace(dwarf, square=target) if dwarf.square == source else dwarf for dwarf in dwarfs)


def _bid(view: View, evaluation: Evaluation) -> Move:
    return bidding.bid(view, evaluation.seat, evaluation.forecast, evaluation.open_cards)


def _take_back(view: View, _evaluation: Evaluation) -> Move:
    found = [move for move in legal.legal(view) if isinstance(move, TakeBack)]
    return max(found, key=lambda move: sum(move.cards))


def _king(view: View, evaluation: Evaluation) -> Move:
    """Makes the King's move after which the round is worth most, its own scoring included."""
    position = view.position
    values: dict[Move, float] = {}
    for move in legal.legal(view):
        match move:
            case Lead(owner, _):
                values[move] = evaluation.scoring(evaluation.end(move), evaluation.without(owner))
            case Lapse(owner):
                values[move] = evaluation.rest_by(evaluation.there, evaluation.without(owner))
            case _:  # declined: somebody else may choose, or nothing is left
                values[move] = evaluation.rest_by(
                    evaluation.there, evaluation.open_cards if position.waiting else ()
                )
    return max(values, key=values.__getitem__)


_CHOICES: Mapping[str, Callable[[View, Evaluation], Move]] = MappingProxyType(
    {
        "buy": magic_choice.buy,
        "give": _give,
        "place": _turn,
        "move": _turn,
        "bid": _bid,
        "take-back": _take_back,
        "king": _king,
        "king-free": _king,
        "king-last": _king,
        "react": magic_choice.react,
        "counter": magic_choice.counter,
    }
)
