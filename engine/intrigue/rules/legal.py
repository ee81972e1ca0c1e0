"""The legal moves of a seat, found lazily, each choice once.

Moves are found independently of `engine.intrigue.rules.validation`, and tests compare the two; the choices of
an effect come from `engine.intrigue.rules.choices`. Sources: the rulebook's "Kartenphase"
and "Karteneffekte"; intrigue.md, "A round" and "Cards".
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refused
from engine.intrigue.model.moves import LEAVE, REVEAL, Move, Play, Spot
from engine.intrigue.model.refusals import refused
from engine.intrigue.model.state import State, View
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.validation import acting_seat, refusal


def legal(view: View) -> Iterator[Move]:
    """Every move of the viewing seat, each choice once."""
    seat = acting_seat(view.position)
    if seat is None or seat != view.seat:
        return iter(())
    return moves(view.position)


def moves(position: State) -> Iterator[Move]:
    """Every move of the seat that is asked, whose own cards are known."""
    resolving = position.resolving
    if resolving is None:
        return _plays(position, position.waiting[0])
    if resolving.effect is None:
        return iter((REVEAL, LEAVE))
    return iter(choices(resolving.effect, position.queue, resolving.place, position.influence))


def _plays(position: State, seat: int) -> Iterator[Move]:
    for spot in spots(position, seat):
        for kind in position.hands[seat - 1]:
            if kind is not None:
                yield Play(kind, spot)


def spots(position: State, seat: int) -> tuple[Spot, ...]:
    """Where this seat may play a card."""
    if not position.queue:
        return ("front",)
    own = [place for place, stack in enumerate(position.queue, start=1) if stack[-1].owner == seat]
    return ("front", "end", *own)


def check(view: View, move: Move) -> Refused | None:
    """Why the viewing seat may not make this move now; None if it may."""
    seat = acting_seat(view.position)
    if seat is not None and seat != view.seat:
        return refused("not-your-turn", seat=seat)
    return refusal(view.position, move)
