"""A playout makes the same moves as a table: legal ones, with the same consequences."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine import codec
from engine.chance import QuickChance
from engine.game import AnyGame, Setup
from engine.registry import GAMES
from tests.bench._playouts import PLAYOUTS, play_out
from tests.engine.seeded_chance import SeededChance

KEYS = sorted(PLAYOUTS)
FEW = 40
"""Legal moves that all have to come up, where there are no more."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(3))
def test_every_sampled_move_is_legal_and_leads_where_the_rules_say(key: str, seed: int) -> None:
    """From the deal on, for a few hundred moves."""
    game = GAMES[key]
    seats = game.seats[seed % len(game.seats)]
    state = game.start(Setup(seats, game.Options()), SeededChance(seed)).state
    draws = SeededChance(f"moves {seed}")
    for number in range(300):
        seat, asks = PLAYOUTS[game.key].seat(state), game.asks(state)
        if seat is None:
            assert asks == ()
            return
        ask = next(ask for ask in asks if ask.seat == seat)
        move = PLAYOUTS[game.key].sample(state, seat, draws)
        assert game.check(game.view(state, seat), move) is None, game.notate(move)
        after = PLAYOUTS[game.key].step(state, seat, move, SeededChance(number))
        played = game.play(state, ask, move, SeededChance(number)).state
        assert codec.encode(after) == codec.encode(played)
        state = after


@pytest.mark.parametrize("key", KEYS)
def test_every_move_of_a_position_comes_up(key: str) -> None:
    """Where there are few of them."""
    game, tried = GAMES[key], 0
    draws = SeededChance("all")
    state = game.start(Setup(game.seats[-1], game.Options()), SeededChance(1)).state
    while tried < 12:
        seat = PLAYOUTS[game.key].seat(state)
        assert seat is not None
        legal = list(islice(game.legal(game.view(state, seat)), FEW + 1))
        if 1 < len(legal) <= FEW:
            seen = {PLAYOUTS[game.key].sample(state, seat, draws) for _ in range(60 * len(legal))}
            assert seen == set(legal)
            tried += 1
        state = PLAYOUTS[game.key].step(state, seat, PLAYOUTS[game.key].sample(state, seat, draws), draws)


def ended(game: AnyGame, seed: int) -> bytes:
    chance = QuickChance(random.Random(seed).random)
    state = game.start(Setup(game.seats[0], game.Options(rounds=9)), chance).state
    state, plies = play_out(PLAYOUTS[game.key], state, chance)
    assert plies > 10
    assert game.asks(state) == ()
    return codec.encode(state)


def test_the_same_draws_play_the_same_game_to_its_end() -> None:
    """And others another one."""
    game = GAMES["laurin"]
    assert ended(game, 1) == ended(game, 1) != ended(game, 2)


def test_a_playout_stops_where_it_is_told_to() -> None:
    """By a policy of its own, too."""
    game = GAMES["court"]
    state = game.start(Setup(3, game.Options()), SeededChance(4)).state
    state, _ = play_out(
        PLAYOUTS[game.key],
        state,
        SeededChance(5),
        policy=lambda state, seat, _: next(iter(game.legal(game.view(state, seat)))),
        is_over=lambda state: game.round(state) == 3,
    )
    assert game.round(state) == 3


def test_quick_chance_draws_every_face_and_every_option() -> None:
    """About equally often, and nothing else."""
    chance = QuickChance(random.Random(7).random)
    faces, options = chance.dice(6000), [chance.pick("abc") for _ in range(3000)]
    assert {face: 800 < faces.count(face) < 1200 for face in faces} == dict.fromkeys(range(1, 7), True)
    assert {one: 850 < options.count(one) < 1150 for one in options} == dict.fromkeys("abc", True)
