"""The bot `master`: solves every turn to its end, for goals that are worth their chance to win the game.

A card is worth what it adds to the chance to win with the household (`engine.court.bots.prospects`), the King
what the mark promises against the households at this table, in which the face of the dice counts as well. The
clock of the game runs faster where the others are ahead of stewards of that round. Turns are solved by the
method of optimal Yahtzee (Verhoeff 1999); that a dice game needs a value of positions is Tesauro's (1995).
It sees views alone, draws nothing and counts its effort, so the same view always gets the same answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum, log, prod

from engine.chance import Chance
from engine.court.bots.goals import Goal, TurnPosition, best_goal_met, result_worth, turn_position
from engine.court.bots.king_distance import distance, household
from engine.court.bots.king_race import beat_chance, beating_mark
from engine.court.bots.move_choice import best_move
from engine.court.bots.prospects import (
    MARKS,
    PLACES,
    Cards,
    Chances,
    Prospects,
    above,
    king_chance,
    prospects,
    reach,
    with_next,
    with_queen,
)
from engine.court.bots.steward import Steward
from engine.court.model.cards import KINDS, in_rows
from engine.court.model.moves import STAND, Move, Take
from engine.court.model.state import Final, Kind, State, Turn, View
from engine.court.odds.same_face import of_a_kind
from engine.court.odds.targets import CARDS
from engine.court.rules.validation import final_round, take_refusal
from engine.game import AnyGame, Ask

_EFFORT = 300_000.0
"""What a solution of a turn may take, in about microseconds."""
_ROUNDING = 1e-9
"""Values whose relative difference is at most this count as equal, since sums are rounded."""
_GROWN = 1.0
"""How much of one die more a seat that still has its turn counts for."""
_PACED = 0.6
"""How far the clock follows the pace of the others, from 0 (not at all) to 1."""
_LEAST = 1e-4
"""What a useless card is worth, and a die alike more where the mark is not beaten."""
_FACES = (1, 3, 5)
"""The faces for which the King with more than seven dice is a goal of its own."""
_TWO = 2
_SURE = 0.999
"""Where a mark holds with this chance, higher ones need not be weighed."""
_USUAL_OTHERS = PLACES - 1


class Master:
    """Plays court for the chance to win."""

    name = "master"
    known_options = frozenset(("edition", "rounds"))

    def __init__(self) -> None:
        self._steward = Steward()

    def choose(self, game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """The legal move with the highest expected chance to win. Draws nothing."""
        position, turn = view.position, view.position.turn
        assert turn is not None  # noqa: S101  (nobody is asked after the end)
        if len(position.cards) == _TWO and position.final is not None:
            return self._steward.choose(game, view, ask, chance)
        hand = turn_position(position, turn)
        goals = _final_goals(position, turn, hand) if final_round(position) else _goals(position, turn.seat)
        hand = hand._replace(goals=(*goals, Goal(0.0, None)))
        move = _best_move(hand)
        if move is not None:
            return move
        return STAND if final_round(position) else Take(best_goal_met(hand.goals, hand.aside).card)


def _best_move(hand: TurnPosition) -> Move | None:
    """The best move, by the whole turn to come if that can be solved; None if the turn should end."""
    from engine.court.odds.whole_turn.move_values import DiceLeft, move_values  # for whoever solves turns:
    from engine.court.odds.whole_turn.turn_solver import TurnCards  # with it come arrays

    unused = hand.unused
    left = DiceLeft(hand.aside, hand.dice, hand.active, hand.kept, unused.join)
    cards = TurnCards(tuple(unused.cards), tuple(unused.adders), len(unused.adders))
    values = move_values([(goal.worth, goal.target) for goal in hand.goals], left, cards, _EFFORT)
    if values is None:
        return best_move(hand)
    least = max(values.values(), default=0.0) * (1 - _ROUNDING)
    if not values or (hand.active == () and least <= result_worth(hand.goals, hand.aside)):
        return None
    return next(move for move, value in values.items() if value >= least)


def _goals(position: State, seat: int) -> tuple[Goal, ...]:
    """The goals of a normal turn, best first."""
    kinds = tuple(card for card in KINDS if take_refusal(position, seat, card) is None)
    return _sorted_goals(position.cards, seat, position.round, position.waiting, position.final, kinds)


@lru_cache(maxsize=64)
def _sorted_goals(
    owners: tuple[Cards, ...],
    seat: int,
    number: int,
    waiting: tuple[int, ...],
    final: Final | None,
    kinds: Cards,
) -> tuple[Goal, ...]:
    """The goals of a turn in round `number` for a seat that may take these kinds."""
    own = owners[seat - 1]
    others = _Others(owners, seat, waiting)
    if final is None:
        found = _openly(prospects(), own, others, number, kinds)
    else:
        found = _against_mark(own, others, final, kinds)
    return tuple(sorted(found, key=lambda goal: -goal.worth))


class _Others:
    """The households of the other seats, and those of them that play in this round yet."""

    def __init__(self, owners: tuple[Cards, ...], seat: int, waiting: tuple[int, ...]) -> None:
        self.cards = {number: own for number, own in enumerate(owners, 1) if number != seat}
        self._waiting = waiting

    @property
    def place(self) -> int:
        """The place of the seat in the order of this round, as if there were four seats."""
        before = len(self.cards) - len(self._waiting)
        return round(before * _USUAL_OTHERS / len(self.cards))

    def time(self, learned: Prospects, number: int) -> float:
        """The round in which stewards are usually as near to the King as these."""
        pace = log(pace_of(list(self.cards.values())))
        usual = [places[self.place] for places in learned.learned.pace[1:]]
        met = 1 + _place_among(usual, pace)
        return max(1.0, number + _PACED * (met - number))

    def beaten_by_none(self, queen: int | None = None) -> Chances:
        """By mark: the chance that none of them beats it in the final round (equals it, with the Queen)."""
        rows = [
            reach(with_queen(cards)) if seat == queen else above(self._reached(seat, cards))
            for seat, cards in self.cards.items()
        ]
        return tuple(prod(1 - chance for chance in column) for column in zip(*rows, strict=True))

    def _reached(self, seat: int, cards: Cards) -> Chances:
        if seat not in self._waiting:
            return reach(cards)
        pairs = zip(reach(cards), reach(with_next(cards)), strict=True)
        return tuple((1 - _GROWN) * now + _GROWN * then for now, then in pairs)


def pace_of(households: Sequence[Cards]) -> float:
    """How near others are to the King: turns of theirs that would bring it, in a round, for three of them."""
    near = fsum(1 / distance(*household(cards)) for cards in households)
    return near * _USUAL_OTHERS / len(households)


def _place_among(ascending: Sequence[float], value: float) -> float:
    """Where a value lies among others, from 0 to the last."""
    for place, (low, high) in enumerate(itertools.pairwise(ascending)):
        if value < high:
            return place + max(0.0, (value - low) / (high - low))
    return len(ascending) - 1.0


def _openly(learned: Prospects, own: Cards, others: _Others, number: int, kinds: Cards) -> Iterator[Goal]:
    """The goals while the King can be taken."""
    time, place = others.time(learned, number), others.place
    idle = learned.after(own, time, place)
    for kind in kinds:
        if kind != "king":
            gain = learned.after(with_card(own, kind), time, place) - idle
            yield Goal(max(gain, _LEAST), CARDS.get(kind), kind)
    if "king" not in kinds or not reach(own)[0]:
        return
    held, again = others.beaten_by_none(), reach(with_queen(own))
    for mark, (count, face) in enumerate(MARKS):
        if reach(own)[mark] and (count == MARKS[0][0] or face in _FACES):
            gain = king_chance(held, again, mark) - idle
            if gain > 0:
                yield Goal(gain, beating_mark((count, face), equal=True), "king")


def _against_mark(own: Cards, others: _Others, final: Final, kinds: Cards) -> Iterator[Goal]:
    """The goals of the last normal turn, once another has the King: cards that help to beat the mark."""
    left = others.beaten_by_none(final.queen)
    first = MARKS.index((final.mark.count, final.mark.face)) + 1

    def chance(cards: Cards) -> float:
        reached = reach(cards)
        exactly = [one - higher for one, higher in zip(reached, above(reached), strict=True)]
        return fsum(map(float.__mul__, exactly[first:], left[first:]))

    now = chance(own)
    for kind in kinds:
        yield Goal(max(chance(with_card(own, kind)) - now, 0.0) + _LEAST, CARDS.get(kind), kind)


def with_card(cards: Cards, kind: Kind) -> Cards:
    """The household after taking a card. A Charlatan is a flipped Jester."""
    own = list(cards)
    if kind == "charlatan":
        own.remove("jester")
    return in_rows((*own, kind))


def _final_goals(position: State, turn: Turn, hand: TurnPosition) -> tuple[Goal, ...]:
    """The goals of the final round: the higher a mark, the likelier it holds against those who follow."""
    final = position.final
    assert final is not None  # noqa: S101  (it is the final round)
    mark, queen = (final.mark.count, final.mark.face), turn.seat == final.queen
    most = hand.dice + len(hand.unused.adders) + len(hand.aside)
    marks = (other for other in MARKS if other[0] <= most and (other >= mark if queen else other > mark))
    found = list[Goal]()
    for other in marks:
        if other[0] <= mark[0] + 1 or other[1] in _FACES:
            holds = prod(
                1 - beat_chance(position.cards[seat - 1], other, equal=seat == final.queen)
                for seat in position.waiting
            )
            found.append(Goal(holds + _LEAST, beating_mark(other, equal=True)))
            if holds > _SURE:
                break
    fewer = [Goal(_LEAST * _LEAST * count, of_a_kind(count)) for count in range(min(mark[0], most), 1, -1)]
    return (*sorted(found, key=lambda goal: -goal.worth), *fewer)
