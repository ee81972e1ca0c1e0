"""Known blunders are found, and what is obvious costs nothing: positions of each game with one best move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.analysis import by_value
from engine.analysis.findings import Finding
from engine.analysis.played import SeatDecision
from engine.chance import Chance, QuickChance
from engine.registry import GAMES
from engine.value.seats import alike
from tests.engine.court import positions as court
from tests.engine.intrigue import positions as intrigue
from tests.engine.laurin import positions as laurin

RICH = "farmer craftsman guard hunter"
SEVEN = court.layout(RICH, aside="5555555", used=RICH, others=RICH)
GARDEN = "1 5/3 f5, 1 3/2 f4, 2 5/3 c4, 2 3/2 c5"
AUCTION = laurin.layout("auction", dwarfs=GARDEN, movement="h1a v3a v2a", scores=(20, 20, 20), rounds=3)
POSITIONS: dict[str, tuple[str, Any, str, str, float]] = {
    "seven alike pay for the King": (*("court", SEVEN, "take knight", "take king", 0.2),),
    "three fives bring a die": (
        "court",
        court.layout(aside="5", active="55", kept=True),
        "roll",
        "keep 5 5",
        0.04,
    ),
    "the last card to count decides": (
        *("intrigue", intrigue.position("1heir | 2lord^", at=1, now=6), "leave", "reveal", 0.3),
    ),
    "the King scores the neighbour": (*("laurin", AUCTION, "king 1 west", "king 1 east", 0.5),),
}


def chance_of(name: str) -> Chance:
    return QuickChance(random.Random(name).random)


def finding(key: str, state: Any, played: str) -> Finding:
    """The last that the analysis says of a move in a position."""
    game = GAMES[key]
    [ask, *_] = game.asks(state)
    view = game.view(state, ask.seat)
    decision = SeatDecision(0, ask.seat, 1, ask.kind, view, game.parse(played, view))
    assert game.value is not None
    seats = alike(game.value.strong, 2 if key == "court" else 3)
    compared = by_value.screened(game.value, decision, seats, chance_of)
    closer = by_value.closer(game, game.value, [compared], chance_of, {})
    found = [piece for _, piece in closer if isinstance(piece, Finding)]
    return found[-1] if found else by_value.finding_of(game, game.value, compared)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_blunder_is_found_with_what_was_better_and_why(name: str) -> None:
    """And it costs more than two standard errors, as all that is told."""
    key, state, blunder, best, least = POSITIONS[name]
    found = finding(key, state, blunder)
    assert (found.played, found.best) == (blunder, best)
    assert found.loss >= least
    assert found.loss > 2 * (found.error or 0)
    assert found.reason is not None


@pytest.mark.parametrize("name", POSITIONS)
def test_the_obvious_move_costs_nothing(name: str) -> None:
    """No better one is told."""
    key, state, _, best, _ = POSITIONS[name]
    found = finding(key, state, best)
    assert (found.played, found.best, found.loss, found.reason) == (best, best, 0.0, None)


def test_a_reason_names_the_card_that_a_better_move_made_likelier() -> None:
    """With both chances."""
    found = finding("court", court.layout(aside="5", active="55", kept=True), "roll")
    assert found.reason is not None
    assert found.reason.data["what"] == "guard"
    assert found.reason.data["better"] == 1.0 > float(found.reason.data["played"])
    assert found.laid == {"active": "5 5", "aside": "5"}
    crown = finding("court", SEVEN, "take knight").reason
    assert crown is not None
    assert (crown.data["what"], crown.data["other"]) == ("king", "knight")
