"""Queries of boards and bots about a position: which cards dice pay for, which can be used, and why not.

The functions take views and plain dice, so that no widget computes a rule. "The seat" is the viewing
seat; for spectators, it is the seat whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.court.model import cards
from engine.court.model.dice import best_group
from engine.court.model.moves import Use
from engine.court.model.refusals import refused
from engine.court.model.state import Dice, Kind, Result, Turn, View
from engine.court.rules import legal, powers, validation
from engine.game import Refused


def meets(kind: Kind, dice: Dice) -> bool:
    """True if a result meets a card's condition, whoever's turn it is and whatever is left."""
    return cards.meets(kind, dice)


def best(dice: Dice) -> tuple[int, int]:
    """(count, face) of the best group, which counts for the King; (0, 0) without dice."""
    return best_group(tuple(sorted(dice)))


def _seat(view: View) -> int | None:
    turn = view.position.turn
    return view.seat if view.seat is not None or turn is None else turn.seat


def hand_size(view: View, seat: int) -> int:
    """How many dice this seat takes in hand at the start of a turn, with the cards it has now."""
    return cards.hand_size(view.position.cards[seat - 1])


def may_roll(view: View) -> bool:
    """True if the viewing seat may roll now."""
    turn = view.position.turn
    if turn is None or turn.seat != view.seat:
        return False
    return not turn.rolled or bool(turn.active and turn.kept)


def cards_left(view: View, kind: Kind) -> int | None:
    """How many cards of a kind are left to take; None if it never runs out.

    Of Charlatans there are as many as the seat has unflipped Jesters.
    """
    if kind == "charlatan":
        seat = _seat(view)
        return 0 if seat is None else view.position.cards[seat - 1].count("jester")
    return view.position.stock.get(kind)


def payable(view: View, dice: Dice, seat: int | None = None) -> tuple[Kind, ...]:
    """The cards that the seat (or the one given) could take for exactly these dice as its result.

    They come in the order of the rows; in the final round there are none.
    """
    seat = _seat(view) if seat is None else seat
    if seat is None or validation.final_round(view.position):
        return ()
    return legal.takeable(view.position, seat, tuple(sorted(dice)))


def takes_king(view: View, dice: Dice) -> bool:
    """True if these dice as a result of the turn under way would take the King in the final round."""
    turn, final = view.position.turn, view.position.final
    if turn is None or final is None:
        return False
    return validation.beats(Result(turn.seat, *best(dice)), final)


def why_not_take(view: View, kind: Kind, dice: Dice) -> Refused | None:
    """Why the seat could not take this card for exactly these dice; None if it could."""
    seat = _seat(view)
    if seat is None:
        return refused("game-over")
    if validation.final_round(view.position):
        return refused("final-round-no-cards")
    why = validation.take_refusal(view.position, seat, kind)
    if why is None and not meets(kind, dice):
        return refused("condition-not-met", card=kind)
    return why


def usable_powers(view: View) -> dict[Kind, Refused | None]:
    """The viewing seat's cards with a power, in the order of the rows, each with why it cannot be used
    now (None: it can).
    """
    seat = view.seat
    own = () if seat is None else view.position.cards[seat - 1]
    return {
        kind: _why_not_use(view, kind) for kind in own if kind in powers.CHANGERS or kind in powers.ADDED_FACE
    }


def _why_not_use(view: View, kind: Kind) -> Refused | None:
    turn = view.position.turn
    if turn is None:
        return refused("game-over")
    if turn.seat != view.seat:
        return refused("not-your-turn", seat=turn.seat)
    why = validation.card_refusal(view.position, turn, kind)
    if why is None and next(iter(all_uses(turn, kind)), None) is None:
        return refused("no-choice", card=kind)
    return why


def uses(view: View, kind: Kind) -> Iterator[Use]:
    """Every way in which the viewing seat may use this card now; none if it may not."""
    turn = view.position.turn
    if (
        turn is None
        or turn.seat != view.seat
        or validation.card_refusal(view.position, turn, kind) is not None
    ):
        return iter(())
    return iter(all_uses(turn, kind))


def all_uses(turn: Turn, kind: Kind) -> Iterable[Use]:
    """Every way to use a card with these dice, regardless of whether it may be used."""
    if kind in powers.CHANGERS:
        return powers.choices(kind, turn.active, turn.aside)
    return powers.additions(kind, rolled=turn.rolled)


def most_dice(view: View) -> int:
    """The most dice that the current turn can have, with every unused card that adds one."""
    turn = view.position.turn
    if turn is None:
        return 0
    own = view.position.cards[turn.seat - 1]
    more = sum(kind in powers.ADDED_FACE and kind not in turn.used for kind in own)
    return min(cards.MOST_DICE, validation.dice_in_turn(turn) + more)
