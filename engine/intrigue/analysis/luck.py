"""What hidden cards brought a seat of intrigue."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.analyst import ChanceOf, Played
from engine.analysis.findings import LuckLine
from engine.analysis.paired import differences, mean, standard_error
from engine.intrigue.analysis.playing_on import outcome
from engine.intrigue.views import sample

SAMPLES = 24
"""Playouts of each decision."""


def luck(played: Played, seat: int, chance_of: ChanceOf) -> Iterator[LuckLine | None]:
    """The mean winning chance of the seat's moves: as the cards lay, against what the seat could imagine."""
    imagined, real = list[float](), list[float]()
    for decision in played.of_seat(seat):
        true = played.states[decision.position]
        for number in range(SAMPLES):
            name = f"luck {decision.position} {number}"
            state = sample(decision.view, chance_of(f"{name} state"))
            imagined.append(outcome(state, seat, decision.move, chance_of(name)).chance)
            real.append(outcome(true, seat, decision.move, chance_of(name)).chance)
        yield None
    if real:
        error = standard_error(differences(real, imagined))
        yield LuckLine(seat, "hidden", round(mean(imagined), 4), round(mean(real), 4), "win", round(error, 4))
