"""The features of a position."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from engine.intrigue.bots import value
from engine.intrigue.bots.value import features
from engine.intrigue.model.state import Card


def test_influence_on_a_covered_card_counts_for_its_owner() -> None:
    """Besides the card itself; without influence, the card alone."""
    stack = (Card(1, 1, "lord", influence=3), Card(1, 2, "spy", up=True))
    bare = (Card(2, 1, "lord"), Card(2, 2, "spy", up=True))
    position = cast("Any", SimpleNamespace(influence=(0, 0), waiting=(), hands=((), ()), queue=(stack, bare)))
    first, second = features(position)
    assert (value.ON_COVERED, 3.0) in first
    assert value.ON_COVERED not in dict(second)
