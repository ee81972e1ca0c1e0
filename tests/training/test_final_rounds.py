"""Final rounds of court are solved seat after seat, and what is told once the King is taken is learned so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.court.value.final_round import AT, left_in_round
from engine.court.value.learned import taken_network
from engine.court.value.turn_values import solved
from tests.engine.court.positions import finale, layout
from training.court import final_rounds
from training.court.final_rounds import SolvedRound, add_rounds, kept_rounds, solved_rounds, stages
from training.court.once_taken import by_seats, leads, learned, report
from training.court.turn_endings import between_turns, ended
from training.network import told


@pytest.fixture(scope="module")
def games() -> list[list[SolvedRound]]:
    """Of two and of three seats."""
    with pytest.MonkeyPatch.context() as patch:
        for name, few in (("TAKEN", 0), ("BEGUN", 2), ("MARKS_BEFORE", 1)):
            patch.setattr(final_rounds, name, few)
        return [[*solved_rounds("few", number)] for number in (13, 4)]


def test_games_are_kept_and_others_added(
    games: list[list[SolvedRound]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(final_rounds, "solved_rounds", lambda _, number: iter(games[number]))
    path = tmp_path / "few.jsonl"
    for most in (1, 2):
        assert [*add_rounds(path, most)] == [most - 1]
        assert kept_rounds(path) == games[:most]


@pytest.mark.parametrize("mark", ["7x1", "7x6", "8x3"])
def test_of_two_turns_is_known_what_solving_the_first_says(mark: str) -> None:
    """The second is exact in the engine, too, so nothing is estimated there."""
    own, other = "farmer farmer hunter knight guard magician", "farmer hunter knight bishop queen"
    state = layout(own, seats=2, others=other, final=finale(2, mark=mark))
    here = AT[int(mark[0]), int(mark[2])]
    found = stages(state, AT[8, 6], [here])
    assert found
    assert left_in_round(state) == (1, 2)
    holder, *chances = found[0].before[here]
    turn, now = solved(state)
    assert (chances[0], holder + chances[1]) == pytest.approx(turn.chances(now), abs=2e-3)
    assert 0.02 < chances[0] < 0.9


def test_positions_of_a_game_have_the_chances_that_were_solved(games: list[list[SolvedRound]]) -> None:
    rounds = [one for some in games for one in some]
    assert any(one.turns for one in rounds)
    for one in rounds:
        assert len(one.game.ends) < 100
        for ways, chances in one.final:
            position = [*between_turns(one.game)][-1]
            for end in ways:
                position = ended(position, end)
            assert position.final is not None
            assert position.final.begun
            assert sum(chances) == pytest.approx(1, abs=1e-3)
            assert chances[position.final.king - 1] > 0
        for ways, ends in one.turns:
            assert ways[0].startswith("king")
            assert sum(share for _, share in ends) == pytest.approx(1, abs=1e-3)


def test_what_would_take_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(final_rounds, "EFFORT", 1)
    assert [*solved_rounds("few", 0)] == []


def test_the_network_learns_what_was_solved(games: list[list[SolvedRound]]) -> None:
    every = by_seats(games)
    network = learned(every, all_games=True)
    for one in every:
        before, after = (
            np.square(told(own, one.final) - one.chances).sum() for own in (taken_network(), network)
        )
        assert after < before
        assert leads(one, network).sum(1) == pytest.approx(1, abs=1e-3)
    assert any("final rounds off by" in line for line in report(every, network))
