"""Answers which magic may be played now, by whom, and where it brings the King; changes nothing.

Sources: the rulebook's "Die Zauberkarten"; laurin.md, "Magic". `engine.laurin.phases.magic` carries out what
a card does. The rules are read literally: a seat with a card may play it at every chance for it, even against
its own turn or its own magic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import get_args

from engine.game import Refused
from engine.laurin.model import cards, garden
from engine.laurin.model.moves import Ban, Cast, Counter, Exchange, Fog, Haste, Revolt
from engine.laurin.model.names import Magic, Point
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import KingsMove, Position, Turn
from engine.laurin.phases.transition import clockwise

CASTS: frozenset[type] = frozenset(get_args(Cast))
_CARDS: Mapping[type, Magic] = MappingProxyType(
    {Ban: "ban", Exchange: "exchange", Haste: "haste", Revolt: "revolt", Fog: "fog", Counter: "counter"}
)
_GARDEN_MAGIC: tuple[Magic, ...] = ("ban", "exchange")
_ENDED_BY: Mapping[Magic, tuple[Magic, ...]] = MappingProxyType(
    {"haste": ("fog",), "revolt": ("haste", "fog"), "fog": (), "counter": ()}
)
"""The cards that cannot be played any more in a King's move, by the card that has worked in it."""


def card_of(move: Cast) -> Magic:
    return _CARDS[type(move)]


def timing_refusal(position: Position, card: Magic) -> Refused | None:
    """Returns why nobody may play this card at this moment; None if its owner may."""
    why = _timing(position, card)
    return why and why()


_Why = Callable[[], Refused]
"""Makes a refusal. Most are never told: whether a card can be played is asked all the time."""


def _timing(position: Position, card: Magic) -> _Why | None:
    if position.spells or card == "counter":
        return _counter_timing(position, card)
    if card in _GARDEN_MAGIC:
        return _garden_timing(position, card)
    if position.kings_move is None:
        return lambda: refused("magic-not-now", card=card)
    return _kings_timing(position.kings_move, card)


def _counter_timing(position: Position, card: Magic) -> _Why | None:
    if card != "counter" or not position.spells:
        return lambda: refused("magic-not-now", card=card)
    return None if position.kings_move is None else _kings_timing(position.kings_move, card)


def _garden_timing(position: Position, card: Magic) -> _Why | None:
    if position.phase not in {"placing", "moving"}:
        return lambda: refused("magic-not-now", card=card)
    if card == "ban":
        return _ban_timing(position)
    return None if len(position.dwarfs) >= 2 else lambda: refused("too-few-dwarfs")


def _ban_timing(position: Position) -> _Why | None:
    """A Ban may be played in the chance before a turn in which something can be done; by version 1 of the
    rules, before any turn.
    """
    turn = position.turn
    if turn is None or turn.begun:
        return lambda: refused("magic-not-now", card="ban")
    if position.rules > 1 and not can_act(position, turn):
        return lambda: refused("nothing-to-ban", seat=turn.seat)
    return None


def can_act(position: Position, turn: Turn) -> bool:
    """Returns whether the seat of a turn of phase 4 or 5 can do anything in it but end it."""
    if "exchange" in position.magic[turn.seat - 1] and len(position.dwarfs) >= 2:
        return True
    if position.phase == "placing":
        return any(cards.value(kind) <= turn.left for kind in position.stocks[turn.seat - 1])
    return any(dwarf.seat == turn.seat for dwarf in position.dwarfs)


def _kings_timing(kings_move: KingsMove, card: Magic) -> _Why | None:
    if card in kings_move.played:
        return lambda: refused("once-per-kings-move", card=card)
    for other in _ENDED_BY[card]:
        if other in kings_move.worked:
            return lambda: refused("not-after", card=card, after=other)
    return (lambda: refused("revolt-too-short")) if card == "revolt" and kings_move.length < 2 else None


def playable(position: Position, seat: int) -> tuple[Magic, ...]:
    """Returns the magic cards that a seat could play at this moment, in the order A to F."""
    own = dict.fromkeys(position.magic[seat - 1])
    return tuple(card for card in own if _timing(position, card) is None)


def seats_able_to_cast(position: Position) -> tuple[int, ...]:
    """Every seat with magic to play now, in turn order: those that are asked at a chance to react."""
    kinds = dict.fromkeys(card for own in position.magic for card in own)
    now = [card for card in kinds if _timing(position, card) is None]
    if not now:
        return ()
    return tuple(
        seat for seat in clockwise(position) if any(card in position.magic[seat - 1] for card in now)
    )


# Where the King goes


def revolted(kings_move: KingsMove, move: Revolt) -> Point | None:
    """Returns the King's point after a Dwarf Revolt; None if it is off the board."""
    bend = garden.walked(kings_move.start, kings_move.direction, move.straight)
    return bend and garden.walked(bend, move.direction, kings_move.length - move.straight)
