"""The chances that bots plan with: exact where they can be counted, in order everywhere."""

import pytest

from engine.court.odds import hits, same_parity, straight, total


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (hits(1, 1), 1 / 6),
        (hits(3, 0), 1),
        (hits(1, 2), 0),
        (hits(2, 2), 1 / 36 + 10 / 36 * 1 / 6),  # both, or one and then the other
        (hits(2, 1), 11 / 36 + 25 / 36 * 1 / 6),  # at once, or with the die that is left
        (hits(2, 2, 6), 1),
        (same_parity(1), 1 / 2),
        (same_parity(2), 1 / 4 + 1 / 2 * 1 / 2),
        (straight(1, 1), 1 / 6),
        (straight(2, 2), 2 / 36 + 18 / 36 * 1 / 6),
        (straight(2, 3), 0),
        (total(1, 6), 11 / 36),
        (total(2, 12), (11 / 36) ** 2),
        (total(2, 13), 0),
        (total(3, 3), 1),
    ],
)
def test_small_cases_can_be_counted_by_hand(chance, expected):
    assert chance == pytest.approx(expected)


@pytest.mark.parametrize("odds", [hits, straight, total])
def test_more_dice_never_harm_and_more_to_do_never_helps(odds):
    for dice in range(12):
        for need in range(1, 8):
            assert 0 <= odds(dice, need) <= odds(dice + 1, need) <= 1
            assert odds(dice, need + 1) <= odds(dice, need)
