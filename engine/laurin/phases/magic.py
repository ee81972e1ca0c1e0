"""Plays, counters and resolves magic cards.

Sources: the rulebook's "Die Zauberkarten"; laurin.md, "Magic". `engine.laurin.phases.spells` says which cards
may be played when. A card is discarded as soon as it is played. It takes effect once nobody counters it any
more; if a counterspell is itself countered, the first card works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine.kit.seats import with_value
from engine.laurin.model import garden
from engine.laurin.model.events import Dispelled, MagicPlayed, MagicWorked
from engine.laurin.model.moves import Ban, Cast, Exchange, Fog, Haste, Revolt
from engine.laurin.model.state import KingsMove, Spell, State
from engine.laurin.phases import turns
from engine.laurin.phases.spells import card_of, revolted, seats_able_to_cast
from engine.laurin.phases.transition import Transition, ask, with_position


def cast(state: State, seat: int, move: Cast) -> Transition:
    """Plays a magic card from a seat's hand; it is still open whether the card works."""
    position, card = state.position, card_of(move)
    own = list(position.magic[seat - 1])
    own.remove(card)
    kings_move = position.kings_move
    if kings_move is not None:
        kings_move = replace(kings_move, played=(*kings_move.played, card))
    after = with_position(
        state,
        asked=(),
        magic=with_value(position.magic, seat, tuple(own)),
        piles=replace(position.piles, magic=(*position.piles.magic, card)),
        kings_move=kings_move,
        spells=(*position.spells, Spell(seat, move)),
    )
    return after, (MagicPlayed(seat, move),)


def next_counter(state: State) -> Transition:
    """Gives every seat a chance to counter the card played last; if none can, the card is resolved."""
    countering = seats_able_to_cast(state.position)
    return (ask(state, "counter", countering), ()) if countering else resolve(state)


def resolve(state: State) -> Transition:
    """Resolves the first card once nobody counters any more: it works if the number of counterspells
    is even.
    """
    (first, *counters) = state.position.spells
    over = with_position(state, spells=())
    dispelled = tuple(
        Dispelled(spell.seat, spell.move)
        for place, spell in enumerate((first, *counters))
        if (len(counters) - place) % 2
    )
    if len(counters) % 2:
        return over, dispelled
    after, events = _EFFECTS[type(first.move)](over, first.move)
    return after, (*dispelled, MagicWorked(first.seat, first.move, after.position.king), *events)


def _ban(state: State, move: Ban) -> Transition:
    return turns.skip(state, move.seat)


def _exchange(state: State, move: Exchange) -> Transition:
    there = garden.by_square(state.position.dwarfs)
    one, other = there[move.first], there[move.second]
    there[move.first] = replace(other, square=move.first)
    there[move.second] = replace(one, square=move.second)
    return with_position(state, dwarfs=garden.in_place(there.values())), ()


def _haste(state: State, move: Haste) -> Transition:
    king = garden.walked(state.position.king, move.direction, 1)
    return with_position(_working(state, move), king=king), ()


def _revolt(state: State, move: Revolt) -> Transition:
    return with_position(_working(state, move), king=revolted(_kings_move(state), move)), ()


def _fog(state: State, move: Fog) -> Transition:
    return _working(state, move, fogged=move.seat), ()


def _working(state: State, move: Cast, **changes: Any) -> State:
    """Returns the state in which this card has had its effect on the King's move."""
    kings_move = _kings_move(state)
    worked = (*kings_move.worked, card_of(move))
    return with_position(state, kings_move=replace(kings_move, worked=worked, **changes))


def _kings_move(state: State) -> KingsMove:
    kings_move = state.position.kings_move
    assert kings_move is not None  # noqa: S101  (C, D and E belong to a King's move)
    return kings_move


_EFFECTS: Mapping[type[Cast], Callable[[State, Any], Transition]] = MappingProxyType(
    {Ban: _ban, Exchange: _exchange, Haste: _haste, Revolt: _revolt, Fog: _fog}
)
