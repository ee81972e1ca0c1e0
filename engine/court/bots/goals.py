"""The steward's goals: what the results of a turn are worth, as a list of targets, best first.

A result is worth as much as the first goal in the list that it meets. In a normal round the goals are
cards, with the King once for every number of dice of a kind; in the final round they are marks. A card
is worth the turns that it saves (`engine.court.bots.king_distance`), the King its chance to win, in turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.court.bots.king_distance import turns_saved
from engine.court.bots.king_race import beating_mark, hold_chance, king_win_chance
from engine.court.model.cards import KINDS, MOST_DICE
from engine.court.model.state import Dice, Final, Kind, State, Turn
from engine.court.odds.card_effects import UnusedCards, unused_cards
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.odds.same_face import of_a_kind
from engine.court.odds.targets import CARDS, Target, met_flags
from engine.court.rules.validation import dice_in_turn, final_round, take_refusal

CROWN = 15.0
"""What a won game is worth, in turns."""
_SHARE = 0.5
"""Taking the King must promise more than this part of an equal share of wins."""
_ANY = 0.02
"""The worth of a card that brings the King no nearer, in turns."""
_RANK = 0.02
"""The worth of one more die of a kind if the mark is not beaten, in turns."""
_ALIKE = 7


class Goal(NamedTuple):
    """A target (None: any result meets it), what it is worth in turns, and the card it pays for."""

    worth: float
    target: Target | None
    card: Kind | None = None


class TurnPosition(NamedTuple):
    """The dice of a turn, its unused cards, and the goals, best first."""

    aside: Dice
    dice: int
    active: Dice | None
    """None if the dice are about to be rolled for the first time."""
    kept: bool
    unused: UnusedCards
    goals: tuple[Goal, ...]


def best_goal_met(goals: tuple[Goal, ...], result: Dice) -> Goal:
    """The best goal that a result meets; any result meets the last one."""
    return next(wish for wish in goals if wish.target is None or wish.target.met(result))


def result_worth(goals: tuple[Goal, ...], result: Dice) -> float:
    """What a result is worth, in turns."""
    return best_goal_met(goals, result).worth


def roll_worths(goals: tuple[Goal, ...], aside: Dice, dice: int) -> list[float]:
    """What `aside` is worth with every roll of `dice` dice added, in the order of `distinct_rolls`."""
    found = [0.0] * len(distinct_rolls(dice))
    for worth, target, _ in reversed(goals):
        if target is None:
            found = [worth] * len(found)
        else:
            mets = met_flags(target, aside, dice)
            found = [worth if met else lesser for met, lesser in zip(mets, found, strict=True)]
    return found


def turn_position(position: State, turn: Turn) -> TurnPosition:
    """The dice, unused cards and goals of the seat whose turn it is."""
    unused = unused_cards(position, turn)
    most = min(MOST_DICE, dice_in_turn(turn) + len(unused.adders))
    wanted = (*sorted(_goals(position, turn, most), key=lambda wish: -wish.worth), Goal(0.0, None))
    active = turn.active if turn.rolled else None
    return TurnPosition(turn.aside, turn.hand or len(turn.active), active, turn.kept, unused, wanted)


def _goals(position: State, turn: Turn, most: int) -> Iterator[Goal]:
    final = position.final
    if final is not None and final_round(position):
        yield from _marks(position, turn, final, most)
    else:
        yield from _cards(position, turn.seat)
        if take_refusal(position, turn.seat, "king") is None:
            yield from _crowns(position, turn.seat, most)


def _cards(position: State, seat: int) -> Iterator[Goal]:
    own = position.cards[seat - 1]
    for kind in KINDS:
        if kind != "king" and take_refusal(position, seat, kind) is None:
            yield Goal(turns_saved(own, kind) + _ANY, CARDS.get(kind), kind)


def _crowns(position: State, seat: int, most: int) -> Iterator[Goal]:
    """The King with seven, eight, .. of a kind, if that is strong enough for the final round."""
    for count in range(_ALIKE, most + 1):
        worth = CROWN * (king_win_chance(position, seat, count) - _SHARE / len(position.cards))
        if worth > 0:
            yield Goal(worth, of_a_kind(count), "king")


def _marks(position: State, turn: Turn, final: Final, most: int) -> Iterator[Goal]:
    """Beating the mark (a higher mark is safer against later seats), or else the best result possible."""
    count, face = final.mark.count, final.mark.face
    safe = hold_chance(position, (count, face), position.waiting, queen=final.queen)
    yield Goal(CROWN * safe, beating_mark((count, face), equal=turn.seat == final.queen))
    for more in range(count + 1, most + 1):
        safe = hold_chance(position, (more, 1), position.waiting, queen=final.queen)
        yield Goal(CROWN * safe, of_a_kind(more))
    for fewer in range(2, min(count, most) + 1):
        yield Goal(_RANK * fewer, of_a_kind(fewer))
