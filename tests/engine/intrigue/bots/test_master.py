"""The search of simulated rounds: legal and repeatable answers from views alone, in bounded work."""

from math import isclose

import pytest

from engine.game import Setup
from engine.intrigue.bots import master
from engine.intrigue.bots.habits import likely_sample, usual_move
from engine.intrigue.bots.learned import WEIGHTS
from engine.intrigue.bots.master import Master
from engine.intrigue.bots.value import FEATURES, chances, features
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS, ROUNDS
from engine.intrigue.model.state import Options
from engine.intrigue.rules.transitions import perform, start
from engine.intrigue.rules.validation import acting_seat
from engine.intrigue.views import view
from tests.engine.intrigue.positions import position
from tests.engine.seeded_chance import luck


def randoms(seed):
    source = luck(seed)
    return lambda: source.pick(range(2**32 - 1)) / 2**32


def states(seats, seed):
    """Every position of a game between seats with the habits of stewards."""
    random = randoms(seed)
    state = start(Setup(seats, Options()), luck(f"{seed} deal")).state
    while (seat := acting_seat(state)) is not None:
        yield state, seat
        state = perform(state, usual_move(state, seat, random)).state


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_habits_are_legal_moves_and_samples_give_the_view_back(seats):
    random = randoms("samples")
    for state, seat in states(seats, f"habits {seats}"):
        seen = view(state, seat)
        assert GAME.check(seen, usual_move(state, seat, random)) is None
        sample = likely_sample(seen, random)
        assert view(sample, seat) == seen
        held = [*sample.hands[0], *sample.out[0], *sample.discards[0]]
        held += [card.kind for stack in sample.queue for card in stack if card.owner == 1]
        assert sorted(held) == sorted(KINDS)


def test_a_card_left_again_and_again_is_likely_an_ambush():
    """Because stewards leave those, and reveal what pays."""
    state = position("2ambush+2 | 1heir^", at=2, now=4)
    random = randoms("left")
    kinds = [likely_sample(view(state, 1), random).queue[0][0].kind for _ in range(300)]
    assert kinds.count("ambush") > 3 * 300 / len(KINDS)


def test_answers_follow_from_view_and_chance_alone(monkeypatch):
    monkeypatch.setattr(master, "TRIES", 60)
    for state, seat in list(states(4, "alike"))[::6]:
        [ask] = GAME.asks(state)
        seen = view(state, seat)
        twin = view(GAME.sample(seen, luck("twin")), seat)
        moves = [Master().choose(GAME, one, ask, luck("same")) for one in (seen, twin)]
        assert moves[0] == moves[1]
        assert GAME.check(seen, moves[0]) is None


@pytest.mark.parametrize("seats", [3, 5])
def test_the_work_is_bounded_by_simulated_rounds(seats, monkeypatch):
    """Above the allowance by one sample a stage at most."""
    count = 0
    promise = master.promise

    def counted(*arguments):
        nonlocal count
        count += 1
        return promise(*arguments)

    monkeypatch.setattr(master, "promise", counted)
    for state, seat in list(states(seats, "bounded"))[::9]:
        [ask] = GAME.asks(state)
        count = 0
        Master().choose(GAME, view(state, seat), ask, luck("bounded"))
        assert count <= master.TRIES


def test_chances_add_up_and_more_influence_is_better():
    for state, _ in states(4, "chances"):
        if state.resolving is None and len(state.waiting) == 4 and state.round > 1:
            even = chances(state, WEIGHTS)
            assert isclose(sum(even), 1.0)
            assert all(0 <= number < FEATURES for seat in features(state) for number, _ in seat)
    assert len(WEIGHTS) == ROUNDS
    assert all(len(row) == FEATURES for row in WEIGHTS)
    assert all(row[0] > 0 for row in WEIGHTS[1:])


def test_the_last_chance_to_take_influence_is_taken():
    state = position("1lord+1 | 2heir", at=1, now=6)
    [ask] = GAME.asks(state)
    assert GAME.notate(Master().choose(GAME, view(state, 1), ask, luck("last"))) == "reveal"
