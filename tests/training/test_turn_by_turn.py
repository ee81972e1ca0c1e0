"""Court's networks are learned on from solved turns: these end as they are solved, and corrections shrink."""

from __future__ import annotations

import numpy as np
import pytest

from engine.court.model.state import State
from engine.court.value.boundary import boundary
from engine.court.value.learned import open_network, taken_network
from engine.court.value.turn_values import solved
from engine.value.network import Network
from training.court import solved_turns
from training.court.solved_turns import SolvedGame, add_games, ends_of, kept_games
from training.court.turn_by_turn import beginnings, by_seats, corrections, learned_on, report, worths
from training.court.turn_endings import between_turns, ended, mixed
from training.network import mixed_network


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[SolvedGame, ...]:
    path = tmp_path_factory.mktemp("games") / "few.jsonl"
    [*_] = add_games(path, 1, mixed)
    begun = kept_games(path)
    [*_] = add_games(path, 2, mixed)
    assert kept_games(path)[:1] == begun
    return tuple(kept_games(path))


def _told(state: State) -> np.ndarray:
    told_of: np.ndarray = np.sum(
        [share * np.array(boundary(ended(state, end))) for end, share in ends_of(state)], axis=0
    )
    return told_of


def test_a_turn_ends_as_it_is_solved(games: tuple[SolvedGame, ...]) -> None:
    states = [*between_turns(games[0].game)][:-1]
    for state, ends in zip(states[::5], games[0].turns[::5], strict=True):
        if not ends:
            continue
        assert sum(share for _, share in ends) == pytest.approx(1, abs=1e-4)
        whole, turn = solved(state)
        assert whole.chances(turn) == pytest.approx(_told(state), abs=0.01)


def test_marks_put_together_say_nearly_the_same(
    games: tuple[SolvedGame, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = next(
        state
        for state, ends in zip(between_turns(games[0].game), games[0].turns, strict=False)
        if sum(end.startswith("king") for end, _ in ends) > 3
    )
    exact = _told(state)
    monkeypatch.setattr(solved_turns, "EFFORT", 0)
    assert ends_of(state)
    assert _told(state) == pytest.approx(exact, abs=0.03)
    monkeypatch.setattr(solved_turns, "GROUPED", 0)
    assert ends_of(state) == ()


def test_corrections_shrink_in_games_learned_from(games: tuple[SolvedGame, ...]) -> None:
    every = by_seats(games)
    learned = learned_on(every, all_games=True)
    now = every[0]
    assert now.solved.any()
    before, after = (
        np.square(corrections(one, worths(one, networks))).sum()
        for networks in ((network, taken_network()) for network in (open_network(), learned))
        for one in [now]
    )
    assert after < before
    assert any("log loss" in line for line in report([*every, *every], learned))


def test_who_begins_is_told_the_chance_of_the_network_and_all_corrections(
    games: tuple[SolvedGame, ...],
) -> None:
    [one] = by_seats(games[:1])
    off, starter = (
        corrections(one, worths(one, (open_network(), taken_network()))).sum(0),
        games[0].game.starter,
    )
    first = open_network().chances(one.rows[0][0])
    [said] = beginnings([one])
    told = [float(part.split()[0]) for part in said.split(": ")[1].split(", ")]
    assert told == pytest.approx([*np.roll(np.array(first) + off, 1 - starter)], abs=2e-4)


def test_a_network_between_others_has_a_part_of_the_weights_of_each() -> None:
    mean, scale, into, *others = open_network().parts
    moved = Network(mean, scale, into + 1.0, *others)
    between = mixed_network([open_network(), moved], [0.75, 0.25])
    assert np.allclose(between.parts[2], into + 0.25)
    assert np.allclose(between.parts[3], others[0])
