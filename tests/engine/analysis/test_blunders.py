"""Known blunders are found, and what is obvious costs nothing: positions of each game with one best move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.analysis.analyst import SeatDecision
from engine.analysis.findings import Finding, Reason
from engine.chance import Chance
from engine.playouts import QuickChance
from engine.registry import GAMES
from tests.engine.court import positions as court
from tests.engine.intrigue import positions as intrigue
from tests.engine.laurin import positions as laurin

RICH = "farmer craftsman guard hunter"
MARK = court.finale(queen=2, king=2, mark="4x5")
GARDEN = "1 5/3 f5, 1 3/2 f4, 2 5/3 c4, 2 3/2 c5"
AUCTION = laurin.layout("auction", dwarfs=GARDEN, movement="h1a v3a v2a", scores=(20, 20, 20), rounds=3)
POSITIONS: dict[str, tuple[str, Any, str, str, float]] = {
    "seven alike pay for the King": (
        *("court", court.layout(RICH, aside="5555555"), "take knight", "take king", 1.0),
    ),
    "three fives bring a die": ("court", court.layout(active="555"), "keep 5", "keep 5 5 5", 0.05),
    "fives do not beat fives": (
        *("court", court.layout("farmer", active="5566", final=MARK), "keep 5 5", "keep 6 6", 0.1),
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
    assert game.analyst is not None
    return [one for one in game.analyst.findings([decision], chance_of) if isinstance(one, Finding)][-1]


@pytest.mark.parametrize("name", POSITIONS)
def test_a_blunder_is_found_with_what_was_better_and_why(name: str) -> None:
    """And it costs clearly more than its standard error."""
    key, state, blunder, best, least = POSITIONS[name]
    found = finding(key, state, blunder)
    assert (found.played, found.best) == (blunder, best)
    assert found.loss >= least
    assert found.loss > 3 * (found.error or 0)
    assert found.reason is not None


@pytest.mark.parametrize("name", POSITIONS)
def test_the_obvious_move_costs_nothing(name: str) -> None:
    """No better one is told."""
    key, state, _, best, _ = POSITIONS[name]
    found = finding(key, state, best)
    assert (found.played, found.best, found.loss, found.reason) == (best, best, 0.0, None)


def test_a_reason_names_the_card_that_a_better_move_made_likelier() -> None:
    """With both chances."""
    found = finding("court", court.layout(active="555"), "keep 5")
    assert found.reason is not None
    assert float(found.reason.data["better"]) > float(found.reason.data["played"])
    crown = finding("court", court.layout(RICH, aside="5555555"), "take knight").reason
    assert crown == Reason("take", {"card": "king"})
