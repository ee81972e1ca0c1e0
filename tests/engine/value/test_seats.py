"""How seats play: weights add up, and policies are drawn by them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.chance import QuickChance
from engine.value.seats import Seats, alike, seated, way


def test_each_seat_plays_by_its_own() -> None:
    chance = QuickChance(Random(1).random)
    assert alike("steward", 3).drawn(chance) == ("steward",) * 3
    assert seated(("page", "master")).drawn(chance) == ("page", "master")


def test_policies_are_drawn_by_their_weights() -> None:
    seats = Seats((way({"page": 1, "steward": 3}), way({"master": 2})))
    chance = QuickChance(Random(1).random)
    drawn = Counter(seats.drawn(chance) for _ in range(2000))
    assert sum(weight for _, weight in seats.ways[0]) == pytest.approx(1)
    assert drawn["steward", "master"] / 2000 == pytest.approx(0.75, abs=0.03)
    assert drawn["page", "master"] + drawn["steward", "master"] == 2000
