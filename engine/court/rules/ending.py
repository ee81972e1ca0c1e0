"""Why a game of court was won, and the moments that decided it. The texts are left to
`tui.boards.court.words.ending`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.court.model.events import EndBegan, Event, RoundBegan, Stood, TurnBegan
from engine.court.model.state import Result, State
from engine.game import Moment, Standing, Verdict

MANY_DICE = 6
"""Dice in hand that are worth telling of the seat that has them first."""
CROWNED, MARK, CLOSE, SHORT, DICE = 90, 80, 70, 15, 20
"""Weights: the King changes hands, is taken first, is nearly taken, is not taken; dice in hand."""


def verdict(state: State, standings: Sequence[Standing]) -> Verdict:
    """Why the first seats are first.

    "held": the King stayed where it was taken first; "held-equal": and `seats` had the same result later;
    "took": it was taken from the seat of `seats` in the final round; `amounts` are the dice and their face.
    "limit", "limit-cards", "limit-shared": the house limit ended the game, and most dice, then most cards
    decided, or neither; `amounts` are the dice and the cards.
    """
    final = state.final
    if final is None:
        return _by_household(state, standings)
    amounts = final.mark.count, final.mark.face
    if final.king != final.queen:
        return Verdict("took", (final.queen,), amounts)
    equal = tuple(one.seat for one in final.results if one.seat != final.king and _same(one, final.mark))
    return Verdict("held-equal" if equal else "held", equal, amounts)


def _by_household(state: State, standings: Sequence[Standing]) -> Verdict:
    cards = {one.seat: len(state.cards[one.seat - 1]) for one in standings}
    best, *others = standings
    amounts = best.score, cards[best.seat]
    if any(one.place == 1 for one in others):
        return Verdict("limit-shared", tuple(one.seat for one in standings if one.place == 1), amounts)
    level = tuple(one.seat for one in others if one.score == best.score)
    return Verdict("limit-cards" if level else "limit", level, amounts)


def moments(before: State, events: Sequence[Event], kept: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments of a step.

    "dice": a seat is the first with `amount` dice in hand; "mark": a seat takes the King first; "crowned": a
    seat takes the King in the final round from `other`; "short": a seat does not. `amount` of these three is
    the count of dice times ten plus their face.
    """
    return tuple(_moments(before, events, kept))


def _moments(before: State, events: Sequence[Event], kept: Sequence[Moment]) -> Iterator[Moment]:
    number, final = before.round, before.final
    most = max((one.amount for one in kept if one.code == "dice"), default=MANY_DICE - 1)
    for event in events:
        match event:
            case RoundBegan(now):
                number = now
            case TurnBegan(seat, dice) if dice > most and final is None:
                most = dice
                yield Moment("dice", number, seat, DICE + dice, dice)
            case EndBegan(seat, mark):
                yield Moment("mark", number, seat, MARK, _amount(mark))
            case Stood(seat, result, crowned=True) if final is not None:
                yield Moment("crowned", number, seat, CROWNED, _amount(result), final.king)
            case Stood(seat, result) if final is not None and result.count and seat != final.king:
                weight = CLOSE if result.count == final.mark.count else SHORT + result.count
                yield Moment("short", number, seat, weight, _amount(result))


def _amount(result: Result) -> int:
    return result.count * 10 + result.face


def _same(one: Result, other: Result) -> bool:
    return (one.count, one.face) == (other.count, other.face)
