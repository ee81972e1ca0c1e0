"""Validates a move: `check`, `play` and `preview` all ask this module why a move is not allowed.

It looks at the one move, without finding others. Sources: the rulebook's "Kartenphase" and
"Karteneffekte"; intrigue.md, "A round", "Terms" and "Cards".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.game import Refused
from engine.intrigue.model.moves import Choice, Copy, Leave, Move, MoveOn, MoveTo, Play, Remove, Reveal, Steal
from engine.intrigue.model.refusals import refused
from engine.intrigue.model.state import Kind, State
from engine.intrigue.rules.choices import neighbouring_families, neighbours

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "play": "play soldier front",
        "reveal": "reveal",
        "leave": "leave",
        "assassination": "remove 2",
        "archer": "remove 1",
        "soldier": "remove 2",
        "decree": "move 4 to 1",
        "shapeshifter": "copy 3",
        "spy": "steal 2",
    }
)
"""An example of how each question is answered, choices by the effect."""


def acting_seat(position: State) -> int | None:
    """The seat that is asked now; None once the game is over."""
    if position.resolving is not None:
        return position.queue[position.resolving.place - 1][-1].owner
    return position.waiting[0] if position.waiting else None


def refusal(position: State, move: Move) -> Refused | None:
    """Why the seat that is asked may not make this move; None if it may."""
    seat, resolving = acting_seat(position), position.resolving
    if seat is None:
        return refused("game-over")
    if resolving is None:
        return _play(position, seat, move) if isinstance(move, Play) else refused("card-phase")
    if isinstance(move, Play):
        return refused("resolution-phase")
    if resolving.effect is None:
        if isinstance(move, Reveal | Leave):
            return None
        return refused("reveal-or-leave", place=resolving.place)
    if isinstance(move, Reveal | Leave):
        return refused("already-revealed", card=resolving.effect)
    return _choice(position, resolving.place, resolving.effect, move)


def _play(position: State, seat: int, move: Play) -> Refused | None:
    if move.card not in position.hands[seat - 1]:
        return refused("not-in-hand", card=move.card)
    if move.spot == "end" and not position.queue:
        return refused("queue-empty")
    if isinstance(move.spot, str):
        return None
    why = _outside(position, move.spot)
    if why is not None:
        return why
    owner = position.queue[move.spot - 1][-1].owner
    return None if owner == seat else refused("not-own-stack", place=move.spot, seat=owner)


def _outside(position: State, place: int, more: int = 0) -> Refused | None:
    last = len(position.queue) + more
    return None if 1 <= place <= last else refused("no-such-place", place=place, last=last)


def _choice(position: State, place: int, effect: Kind, move: Choice) -> Refused | None:
    """Why this is no choice for an effect carried out by the top card of `place`."""
    kinds, judge = _CHECKS[effect]
    if not isinstance(move, kinds):
        return refused("other-choice", card=effect, form=FORMS[effect])
    return judge(position, place, move)


def _assassination(position: State, place: int, move: Remove) -> Refused | None:
    if move.place == place:
        return refused("not-itself", card="assassination")
    return _outside(position, move.place)


def _archer(position: State, _place: int, move: Remove) -> Refused | None:
    last = len(position.queue)
    if 1 < move.place < last:
        return refused("first-or-last", place=move.place, last=last)
    return _outside(position, move.place)


def _soldier(position: State, place: int, move: Remove) -> Refused | None:
    if move.place == place:
        return refused("not-itself", card="soldier")
    return _beside(position, place, move.place, "soldier")


def _beside(position: State, place: int, other: int, card: Kind) -> Refused | None:
    why = _outside(position, other)
    if why is None and other not in neighbours(position.queue, place):
        return refused("not-adjacent", place=other, card=card)
    return why


def _shapeshifter(position: State, place: int, move: Copy) -> Refused | None:
    """The seat that is asked has two neighbours to copy (`choices` found them)."""
    return _beside(position, place, move.place, "shapeshifter")


def _spy(position: State, place: int, move: Steal) -> Refused | None:
    """The seat that is asked has two neighbours to steal from (`choices` found them)."""
    if not 1 <= move.seat <= len(position.influence):
        return refused("no-such-seat", seat=move.seat)
    if move.seat == position.queue[place - 1][-1].owner:
        return refused("own-family")
    if move.seat not in neighbouring_families(position.queue, place):
        return refused("family-not-adjacent", seat=move.seat)
    return None


def _decree(position: State, place: int, move: MoveTo | MoveOn) -> Refused | None:
    if move.place == place:
        return refused("decree-stays", place=place)
    why = _outside(position, move.place)
    if why is not None:
        return why
    return _new_place(position, move) if isinstance(move, MoveTo) else _landing(position, move)


def _new_place(position: State, move: MoveTo) -> Refused | None:
    alone = len(position.queue[move.place - 1]) == 1
    why = _outside(position, move.to, 0 if alone else 1)
    if why is None and alone and move.to == move.place:
        return refused("same-place", place=move.place)
    return why


def _landing(position: State, move: MoveOn) -> Refused | None:
    why = _outside(position, move.on)
    if why is not None:
        return why
    if move.on == move.place:
        return refused("same-place", place=move.place)
    owners = [position.queue[place - 1][-1].owner for place in (move.place, move.on)]
    if owners[0] != owners[1]:
        return refused("not-same-family", place=move.place, on=move.on)
    return None


_CHECKS: Mapping[Kind, tuple[Any, Callable[[State, int, Any], Refused | None]]] = MappingProxyType(
    {
        "assassination": (Remove, _assassination),
        "archer": (Remove, _archer),
        "soldier": (Remove, _soldier),
        "decree": (MoveTo | MoveOn, _decree),
        "shapeshifter": (Copy, _shapeshifter),
        "spy": (Steal, _spy),
    }
)
"""The moves that answer each effect, and the function that validates them."""
