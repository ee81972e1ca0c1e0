"""What hidden cards brought a seat: how its moves fared as the cards lay, against what it could imagine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.analysis.analyst import Played, SeatDecision
from engine.analysis.findings import LuckLine
from engine.analysis.paired import differences, mean, standard_error
from engine.chance import Chance
from engine.value.values import ChanceOf


class Imagining(NamedTuple):
    """How a game imagines what a seat cannot see, and plays on from there."""

    samples: int
    """Playouts of each decision."""
    sample: Callable[[Any, Chance], Any]
    """A state that a view could be of."""
    chance: Callable[[Any, int, Any, Chance], float]
    """A seat's chance to win (0 to 1) after its move in a state, from one playout."""


def hidden_luck(
    played: Played,
    seat: int,
    decisions: Sequence[tuple[SeatDecision, str]],
    by: Imagining,
    chance_of: ChanceOf,
) -> Iterator[LuckLine | None]:
    """The mean winning chance of a seat's moves in a line, after None for each decision; no line without any
    decisions. Each of them has a name for its chance.
    """
    imagined, real = list[float](), list[float]()
    for decision, called in decisions:
        true = played.states[decision.position]
        for number in range(by.samples):
            name = f"{called} {number}"
            state = by.sample(decision.view, chance_of(f"{name} state"))
            imagined.append(by.chance(state, seat, decision.move, chance_of(name)))
            real.append(by.chance(true, seat, decision.move, chance_of(name)))
        yield None
    if real:
        error = standard_error(differences(real, imagined))
        yield LuckLine(seat, "hidden", round(mean(imagined), 4), round(mean(real), 4), "win", round(error, 4))
