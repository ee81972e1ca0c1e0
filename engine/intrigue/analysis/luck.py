"""What hidden cards brought a seat of intrigue."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.analyst import Played
from engine.analysis.findings import LuckLine
from engine.analysis.hidden_luck import Imagining, hidden_luck
from engine.intrigue.analysis.playing_on import outcome
from engine.intrigue.views import sample
from engine.value.values import ChanceOf

BY_PLAYOUTS = Imagining(24, sample, lambda *move: outcome(*move).chance)


def luck(played: Played, seat: int, chance_of: ChanceOf) -> Iterator[LuckLine | None]:
    """The mean winning chance of the seat's moves: as the cards lay, against what the seat could imagine."""
    decisions = [(one, f"luck {one.position}") for one in played.of_seat(seat)]
    yield from hidden_luck(played, seat, decisions, BY_PLAYOUTS, chance_of)
