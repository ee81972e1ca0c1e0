import random

from engine.chance import QuickChance
from engine.intrigue.bots.value import FEATURES, softmax
from training.intrigue.__main__ import Example, learn, losses, play


def test_learning_tells_games_apart_that_it_has_not_seen() -> None:
    luck = random.Random(3)
    taught = [one for _ in range(150) for one in play(QuickChance(luck.random), luck)]
    held = [one for _ in range(40) for one in play(QuickChance(luck.random), luck)]
    found = losses(held, learn(taught, luck))
    assert set(found) == {1, 2, 3, 4, 5}
    assert found[1][0] < 0.8 * found[1][1]


def test_what_wins_gets_a_greater_weight() -> None:
    examples = [Example(1, [[(0, 1.0)], [(0, 0.0)]], (1.0, 0.0))] * 200
    weights = learn(examples, random.Random(1))
    assert weights[1][0] > 0.5
    assert len(weights[1]) == FEATURES
    assert softmax([weights[1][0], 0.0])[0] > 0.6
