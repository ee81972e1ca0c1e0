"""Whole games through the public contract alone."""

import pytest

from engine.court.game import GAME
from engine.court.model.state import Options
from engine.game import Setup
from tests.engine.seeded_chance import SeededChance


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("edition", ["de", "en"])
def test_random_legal_play_ends_with_a_standing_for_every_seat(seats, edition):
    """Any legal game goes from the deal to standings within the house limit."""
    chance = SeededChance(f"{seats} {edition}")
    state = GAME.start(Setup(seats, Options(edition=edition, rounds=12)), chance).state
    while asks := GAME.asks(state):
        [ask] = asks
        moves = list(GAME.legal(GAME.view(state, ask.seat)))
        assert ask.timeout_move in moves
        state = GAME.play(state, ask, chance.pick(moves), chance).state
    assert sorted(standing.seat for standing in GAME.standings(state)) == list(range(1, seats + 1))
    assert GAME.round(state) <= 13
