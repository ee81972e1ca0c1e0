"""The luck of a seat of laurin: the treasure that it drew, and what the others hid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.analyst import ChanceOf, Played
from engine.analysis.findings import LuckLine
from engine.analysis.paired import differences, mean, standard_error
from engine.kit.multiset import difference
from engine.laurin.analysis.playing_on import outcome
from engine.laurin.model.cards import VALUES
from engine.laurin.model.components import TREASURES, TREASURES_FIRST, TREASURES_LATER
from engine.laurin.model.state import State
from engine.laurin.phases.treasure import pile
from engine.laurin.views import sample

SAMPLES = 10
"""Playouts of each bid."""


def luck(played: Played, seat: int, chance_of: ChanceOf) -> Iterator[LuckLine | None]:
    """Two lines: the value of the treasure drawn, and the mean winning chance of the seat's bids: as the
    others' treasure really was, against what the seat could imagine.
    """
    yield _treasure(played, seat)
    imagined, real = list[float](), list[float]()
    for decision in played.of_seat(seat):
        if decision.kind == "bid":
            true: State = played.states[decision.position]
            for number in range(SAMPLES):
                name = f"luck {decision.position} {seat} {number}"
                state = sample(decision.view, chance_of(f"{name} state"))
                imagined.append(outcome(state, seat, decision.move, chance_of(name)).chance)
                real.append(outcome(true, seat, decision.move, chance_of(name)).chance)
            yield None
    if real:
        error = standard_error(differences(real, imagined))
        yield LuckLine(seat, "hidden", round(mean(imagined), 4), round(mean(real), 4), "win", round(error, 4))


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
