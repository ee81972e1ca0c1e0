"""What one use of a power would give if every die were set aside afterwards: for boards.

No chances are considered: a use that rolls dice gives nothing.
"""

from __future__ import annotations

from functools import lru_cache

from engine.court import queries
from engine.court.model import cards
from engine.court.model.cards import KINDS
from engine.court.model.dice import best_group, without
from engine.court.model.moves import AddDie, Reroll, Use
from engine.court.model.state import Dice, Kind, Turn, View
from engine.court.rules.powers import ADDED_FACE, CHANGERS, outcome


def all_dice(view: View) -> Dice:
    """Every die of the turn that shows a face, ascending."""
    turn = view.position.turn
    return () if turn is None else tuple(sorted((*turn.aside, *turn.active)))


def dice_after(turn: Turn, use: Use) -> Dice | None:
    """All dice of the turn after a use, ascending; None if the use rolls dice, or none are rolled yet."""
    match use:
        case Reroll():
            return None
        case AddDie(card, face):
            shown = face if face is not None else ADDED_FACE[card]
            return None if shown is None or not turn.rolled else _sorted(turn.aside, turn.active, (shown,))
        case _:
            before, changed = outcome(use)
            left = without(turn.active, tuple(sorted(before)))
            return None if left is None else _sorted(turn.aside, left, changed)


def _sorted(*dice: Dice) -> Dice:
    return tuple(sorted(face for some in dice for face in some))


def newly_payable(view: View, kind: Kind) -> tuple[Kind, ...]:
    """Cards that the dice would pay for after some use of this power, but do not pay for now.

    They come in the order of the rows.
    """
    now = all_dice(view)
    wanted = tuple(card for card in KINDS if not cards.meets(card, now) and _is_to_be_had(view, card))
    return tuple(card for card in wanted if any(cards.meets(card, dice) for dice in _results(view, kind)))


def _is_to_be_had(view: View, kind: Kind) -> bool:
    why = queries.why_not_take(view, kind, ())
    return why is not None and why.code == "condition-not-met"


def best_group_reached(view: View, kind: Kind) -> tuple[int, int]:
    """The best group (count, face) that some use of this power would make; (0, 0) if none is known."""
    return max(map(best_group, _results(view, kind)), default=(0, 0))


def powers_on_face(view: View, face: int) -> tuple[Kind, ...]:
    """The viewing seat's powers that can change an active die of this face now, in the order of the rows."""
    usable = (kind for kind, why in queries.usable_powers(view).items() if why is None and kind in CHANGERS)
    return tuple(kind for kind in usable if any(face in _touched(use) for use in queries.uses(view, kind)))


def _touched(use: Use) -> Dice:
    match use:
        case Reroll(_, dice):
            return dice
        case AddDie():
            return ()
        case _:
            return outcome(use)[0]


def _results(view: View, kind: Kind) -> tuple[Dice, ...]:
    turn = view.position.turn
    if turn is None or queries.usable_powers(view).get(kind, turn) is not None:
        return ()
    return _foreseen(kind, turn)


@lru_cache(maxsize=64)
def _foreseen(kind: Kind, turn: Turn) -> tuple[Dice, ...]:
    found = (dice_after(turn, use) for use in queries.all_uses(turn, kind))
    return tuple(dict.fromkeys(dice for dice in found if dice is not None))
