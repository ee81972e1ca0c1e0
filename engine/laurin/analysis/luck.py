"""The luck of a seat of laurin: the treasure that it drew, and what the others hid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.analyst import Played
from engine.analysis.findings import LuckLine
from engine.analysis.hidden_luck import Imagining, hidden_luck
from engine.kit.multiset import difference
from engine.laurin.analysis.playing_on import outcome
from engine.laurin.model.cards import VALUES
from engine.laurin.model.components import TREASURES, TREASURES_FIRST, TREASURES_LATER
from engine.laurin.model.state import State
from engine.laurin.phases.treasure import pile
from engine.laurin.views import sample
from engine.value.values import ChanceOf

BY_PLAYOUTS = Imagining(10, sample, lambda *move: outcome(*move).chance)


def luck(played: Played, seat: int, chance_of: ChanceOf) -> Iterator[LuckLine | None]:
    """Two lines: the value of the treasure drawn, and the mean winning chance of the seat's bids: as the
    others' treasure really was, against what the seat could imagine.
    """
    yield _treasure(played, seat)
    bids = [one for one in played.of_seat(seat) if one.kind == "bid"]
    decisions = [(one, f"luck {one.position} {seat}") for one in bids]
    yield from hidden_luck(played, seat, decisions, BY_PLAYOUTS, chance_of)


def _treasure(played: Played, seat: int) -> LuckLine:
    """What came with the deal and with each new round, against the mean of the pile it came from."""
    first: State = played.states[0]
    whole = sum(value * count for value, count in TREASURES.items())
    expected = TREASURES_FIRST * whole / sum(TREASURES.values())
    got: float = sum(first.hands[seat - 1])
    for number in range(1, len(played.states)):
        before, after = played.states[number - 1], played.states[number]
        if after.position.round > before.position.round:
            drawn = difference(after.hands[seat - 1], before.hands[seat - 1])[:TREASURES_LATER]
            left = pile(before)
            left = left if any(left) else before.position.piles.treasure
            value = sum(one * count for one, count in zip(VALUES, left, strict=True))
            expected += len(drawn) * value / max(1, sum(left))
            got += sum(drawn)
    return LuckLine(seat, "treasure", round(expected, 2), got, "treasure")
