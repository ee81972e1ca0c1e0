"""Decides when the steward buys, plays and counters magic: when it gains more than the card is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from engine.laurin.bots import bidding
from engine.laurin.bots.evaluation import Evaluation, exchanged
from engine.laurin.model import cards, garden
from engine.laurin.model.moves import Ban, Buy, Cast, Counter, Exchange, Fog, Haste, Move, Revolt
from engine.laurin.model.names import Magic
from engine.laurin.model.state import View
from engine.laurin.phases.spells import card_of, playable, revolted
from engine.laurin.rules import legal

WORTH: Mapping[Magic, float] = MappingProxyType(
    {"ban": 1.5, "exchange": 2.0, "haste": 2.5, "revolt": 2.0, "fog": 2.5, "counter": 2.5}
)
"""What a magic card in hand is worth, in points."""
EXCHANGES_LOOKED_AT = 16
_BANNED = 3.0
"""What a turn of phase 4 with much to place is worth, in points."""


class _Standing(NamedTuple):
    """A dwarf in the garden: whether it is one's own, how often the King may visit it, and its value."""

    square: str
    own: bool
    visits: float
    value: int


def buy(view: View, evaluation: Evaluation) -> Move:
    """Buys the card that is worth most beyond its price, or passes; treasure is needed for bids, too."""
    values: dict[Move, float] = {legal.PASS: 0.0}
    for move in legal.legal(view):
        if isinstance(move, Buy):
            owned = view.position.magic[evaluation.seat - 1].count(move.card)
            poor = len(view.hand) - len(move.paid) < 3
            values[move] = WORTH[move.card] / (1 + owned) - bidding.PRICE * sum(move.paid) - poor
    return max(values, key=values.__getitem__)


def value_if_it_works(evaluation: Evaluation, move: Cast) -> float:
    """The value of the position if this card has its effect."""
    position, kings_move = evaluation.position, evaluation.position.kings_move
    fogged = kings_move.fogged if kings_move else None
    match move:
        case Exchange():
            return evaluation.rest_by(exchanged(evaluation.there, move))
        case Haste(direction):
            return evaluation.scoring(
                garden.walked(position.king, direction, 1) or position.king, fogged=fogged
            )
        case Revolt() if kings_move is not None:
            return evaluation.scoring(revolted(kings_move, move) or position.king, fogged=fogged)
        case Fog(seat):
            return evaluation.scoring(position.king, fogged=seat)
        case Ban(seat):
            return value_unchanged(evaluation) + _ban(evaluation, seat)
    return value_unchanged(evaluation)


def value_unchanged(evaluation: Evaluation) -> float:
    """The value of the position if nobody plays magic."""
    kings_move = evaluation.position.kings_move
    if kings_move is None:
        return evaluation.rest_by(evaluation.there)
    return evaluation.scoring(evaluation.position.king, fogged=kings_move.fogged)


def _ban(evaluation: Evaluation, seat: int) -> float:
    """What skipping this seat's next turn is worth."""
    position = evaluation.position
    if position.phase != "placing" or position.turn is None:
        return 0.0
    much = min(position.turn.left, sum(map(cards.value, position.stocks[seat - 1]))) >= 6
    return _BANNED * much * (-1 if seat == evaluation.seat else 1)


def react(view: View, evaluation: Evaluation) -> Move:
    """Plays the card that gains most, if it gains enough. Before others' turns, an Exchange can wait."""
    waits = {"exchange"} if view.position.turn is not None else ()
    kinds = [card for card in playable(view.position, evaluation.seat) if card not in waits]
    return _worthwhile(evaluation, _casts(evaluation, kinds), legal.PASS)


def exchange(evaluation: Evaluation, otherwise: Move) -> Move:
    """Plays an Exchange in its own turn if one gains enough; else returns `otherwise`."""
    kinds = [card for card in playable(evaluation.position, evaluation.seat) if card == "exchange"]
    return _worthwhile(evaluation, _casts(evaluation, kinds), otherwise)


def _worthwhile(evaluation: Evaluation, casts: list[Cast], otherwise: Move) -> Move:
    if not casts:
        return otherwise
    values: dict[Move, float] = {otherwise: value_unchanged(evaluation)}
    values |= {move: value_if_it_works(evaluation, move) - WORTH[card_of(move)] for move in casts}
    return max(values, key=values.__getitem__)


def _casts(evaluation: Evaluation, kinds: Iterable[Magic]) -> list[Cast]:
    """The casts of these kinds to consider."""
    found: list[Cast] = []
    for card in kinds:
        found += _exchanges(evaluation) if card == "exchange" else legal.casts(evaluation.position, card)
    return found


def _exchanges(evaluation: Evaluation) -> list[Exchange]:
    """Exchanges of own dwarfs with others': the few that move most value to where the King may well come."""
    visits = evaluation.square_visits()
    dwarfs = [
        _Standing(
            one.square,
            one.seat == evaluation.seat,
            visits.get(one.square, 0.0),
            cards.value(one.kind, turned=one.turned),
        )
        for one in evaluation.position.dwarfs
    ]
    stirs = [
        (abs(one.visits - other.visits) * (one.value + other.value), one.square, other.square)
        for one, other in combinations(dwarfs, 2)
        if one.own != other.own
    ]
    stirs.sort(key=itemgetter(0), reverse=True)
    return [Exchange(*squares) for _, *squares in stirs[:EXCHANGES_LOOKED_AT]]


def counter(view: View, evaluation: Evaluation) -> Move:
    """Counters what does more harm than a counterspell is worth; never own or countered magic."""
    spell, *counters = view.position.spells
    if counters or spell.seat == evaluation.seat or isinstance(spell.move, Counter):
        return legal.PASS
    harm = value_unchanged(evaluation) - value_if_it_works(evaluation, spell.move)
    return legal.COUNTER if harm > WORTH["counter"] else legal.PASS
