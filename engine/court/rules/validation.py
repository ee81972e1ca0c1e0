"""Validates a move: `check`, `play` and `preview` all ask this module why a move is not allowed.

It looks at the one move, without finding others. Sources: the rulebook's "Spielablauf",
"Spielende" and "Erklärung der Charakterkarten"; court.md, "A turn" and "End".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.court.model.cards import MOST_DICE, pays_for
from engine.court.model.dice import FACES, without
from engine.court.model.moves import (
    AddDie,
    Concede,
    Keep,
    Move,
    Raise,
    RaiseEach,
    Reroll,
    Roll,
    Shift,
    Spread,
    Stand,
    Take,
    TurnDie,
    Use,
)
from engine.court.model.refusals import refused
from engine.court.model.state import Dice, Final, Kind, Result, State, Turn
from engine.court.rules import powers
from engine.game import Refused
from engine.kit.multiset import difference


def final_round(position: State) -> bool:
    return position.final is not None and position.final.begun


def beats(result: Result, final: Final) -> bool:
    """True if the result takes the King: more of a kind wins, then the higher face; the Queen's owner
    wins a tie.
    """
    own, mark = (result.count, result.face), (final.mark.count, final.mark.face)
    return own > mark or (own == mark and result.seat == final.queen)


def dice_in_turn(turn: Turn) -> int:
    """The number of all dice of this turn: in hand, active and set aside."""
    return turn.hand + len(turn.active) + len(turn.aside)


def refusal(position: State, move: Move) -> Refused | None:
    """Why the seat whose turn it is may not make this move; None if it may."""
    if position.turn is None:
        return refused("game-over")
    return _CHECKS[type(move)](position, position.turn, move)


def _roll(_position: State, turn: Turn, _move: Roll) -> Refused | None:
    if not turn.rolled:
        return None
    if not turn.active:
        return refused("no-active-dice")
    return None if turn.kept else refused("must-keep-first")


def _keep(_position: State, turn: Turn, move: Keep) -> Refused | None:
    return _timing(turn) or _picked(turn, move.dice)


def _timing(turn: Turn) -> Refused | None:
    """Why nothing can be done to active dice now."""
    if not turn.rolled:
        return refused("not-before-first-roll")
    return None if turn.active else refused("no-active-dice")


def _picked(turn: Turn, dice: Dice) -> Refused | None:
    """Why these dice are not a choice of active dice, in ascending order."""
    if not dice:
        return refused("no-dice-named")
    if len(dice) > MOST_DICE or without(turn.active, dice) is None:
        return refused("not-active", dice=difference(dice[: MOST_DICE + 1], turn.active))
    return None if dice == tuple(sorted(dice)) else refused("not-sorted", dice=dice)


def card_refusal(position: State, turn: Turn, card: Kind) -> Refused | None:
    """Why a card's power cannot be used now, whichever dice it is for; None if it can."""
    if card not in position.cards[turn.seat - 1]:
        return refused("not-owned", card=card)
    if card in turn.used:
        return refused("already-used", card=card)
    if card in powers.ADDED_FACE:
        return _no_addition(position, turn, card)
    if card not in powers.CHANGERS:
        return refused("no-power", card=card)
    return _timing(turn) or _no_touch(turn, card)


def _no_addition(position: State, turn: Turn, card: Kind) -> Refused | None:
    if not turn.rolled and position.options.edition == "en":
        return refused("adds-after-first-roll", card=card)
    return refused("no-die-left", card=card) if dice_in_turn(turn) >= MOST_DICE else None


def _no_touch(turn: Turn, card: Kind) -> Refused | None:
    if card in {"philosopher", "alchemist"} and len(turn.active) < 2:
        return refused("needs-two-dice", card=card)
    return refused("astronomer-needs-aside") if card == "astronomer" and not turn.aside else None


def _use(position: State, turn: Turn, move: Use) -> Refused | None:
    return card_refusal(position, turn, move.card) or _POWERS[type(move)](turn, move)


def _add_die(turn: Turn, move: AddDie) -> Refused | None:
    if move.card != "queen":
        return None if move.face is None else refused("face-not-chosen", card=move.card)
    if not turn.rolled:
        return None if move.face is None else refused("queen-rolls-it")
    if move.face is None:
        return refused("queen-needs-face")
    return None if move.face in FACES else refused("no-such-face", face=move.face)


def _reroll(turn: Turn, move: Reroll) -> Refused | None:
    if move.card == "jester" and len(move.dice) != 1:
        return refused("jester-one-die")
    return _picked(turn, move.dice)


def _raise(turn: Turn, move: Raise) -> Refused | None:
    if not 1 <= move.by <= 3:
        return refused("maid-adds-one-to-three")
    return _changed(turn, move)


def _shift(turn: Turn, move: Shift) -> Refused | None:
    return _changed(turn, move) if move.pips >= 1 else refused("needs-pips")


def _turn_die(turn: Turn, move: TurnDie) -> Refused | None:
    if move.to not in FACES:
        return refused("no-such-face", face=move.to)
    if move.card == "astronomer" and move.to not in turn.aside:
        return refused("face-not-aside", face=move.to)
    if move.to == move.face:
        return refused("already-shows", card=move.card, face=move.to)
    return _changed(turn, move)


def _spread(turn: Turn, move: Spread) -> Refused | None:
    before, after = move.dice, move.to
    if not 2 <= len(before) <= 3 or len(after) != len(before):
        return refused("alchemist-two-or-three")
    for dice in (before, after):
        if dice != tuple(sorted(dice, reverse=True)):
            return refused("not-sorted", dice=dice)
    if sum(before) != sum(after):
        return refused("sum-must-stay", before=sum(before), after=sum(after))
    if before == after:
        return refused("nothing-changes", card=move.card)
    return _changed(turn, move)


def _raise_each(turn: Turn, move: RaiseEach) -> Refused | None:
    return _picked(turn, move.dice) or _changed(turn, move)


def _changed(turn: Turn, move: powers.Change) -> Refused | None:
    """Why the power cannot change these dice like this."""
    before, after = powers.outcome(move)
    if without(turn.active, before) is None:
        return refused("not-active", dice=difference(before, turn.active))
    for face, new in zip(before, after, strict=True):
        if new > FACES[-1]:
            return refused("die-would-pass-six", card=move.card, face=face)
        if new < FACES[0]:
            return refused("die-below-one", card=move.card, face=face)
    return None


def _take(position: State, turn: Turn, move: Take) -> Refused | None:
    why = _unfinished(turn)
    if why is not None:
        return why
    if final_round(position):
        return refused("final-round-no-cards")
    if move.card is None:
        return None
    why = take_refusal(position, turn.seat, move.card)
    if why is None and move.card not in pays_for(turn.aside):
        return refused("condition-not-met", card=move.card)
    return why


def _unfinished(turn: Turn) -> Refused | None:
    """Why the turn cannot end yet."""
    if not turn.rolled:
        return refused("not-before-first-roll")
    return refused("dice-still-active", dice=turn.active) if turn.active else None


def take_refusal(position: State, seat: int, card: Kind) -> Refused | None:
    """Why `seat` may not take this card, whatever it rolled; None if only the condition counts."""
    own = position.cards[seat - 1]
    if card == "queen":
        return refused("queen-never-alone")
    if card == "charlatan":
        return None if "jester" in own else refused("no-unflipped-jester")
    if card == "king" and position.final is not None:
        return refused("king-taken", seat=position.final.queen)
    if card in own:
        return refused("already-own", card=card)
    return None if position.stock.get(card, 1) else refused("sold-out", card=card)


def _stand(position: State, turn: Turn, _move: Stand) -> Refused | None:
    if not final_round(position):
        return refused("not-final-round")
    return _unfinished(turn)


def _concede(position: State, turn: Turn, _move: Concede) -> Refused | None:
    if not final_round(position):
        return refused("not-final-round")
    return refused("only-before-first-roll") if turn.rolled else None


_CHECKS: Mapping[type[Move], Callable[[State, Turn, Any], Refused | None]] = MappingProxyType(
    {
        Roll: _roll,
        Keep: _keep,
        Reroll: _use,
        Raise: _use,
        Shift: _use,
        TurnDie: _use,
        Spread: _use,
        RaiseEach: _use,
        AddDie: _use,
        Take: _take,
        Stand: _stand,
        Concede: _concede,
    }
)
_POWERS: Mapping[type[Use], Callable[[Turn, Any], Refused | None]] = MappingProxyType(
    {
        Reroll: _reroll,
        Raise: _raise,
        Shift: _shift,
        TurnDie: _turn_die,
        Spread: _spread,
        RaiseEach: _raise_each,
        AddDie: _add_die,
    }
)
