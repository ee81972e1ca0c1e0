"""What a host of one process has instead of other nodes."""

from __future__ import annotations

from collections import Counter

import pytest

from server.cluster.duties import highest_weight
from server.cluster.nodes import Nodes

THREE = frozenset({"one", "two", "three"})


def test_answers_come_without_yielding_to_anything_else() -> None:
    claim = Nodes().names.claim({"ada"}, 0.0)
    with pytest.raises(StopIteration) as done:
        claim.send(None)
    assert done.value.value is True


def test_duties_fall_to_all_nodes_alike() -> None:
    found = Counter(highest_weight(THREE, f"table {number}") for number in range(3000))
    assert all(800 < found[node] < 1200 for node in THREE)


def test_a_lost_node_moves_its_own_duties_only() -> None:
    duties = [f"table {number}" for number in range(300)]
    before = {duty: highest_weight(THREE, duty) for duty in duties}
    after = {duty: highest_weight(THREE - {"two"}, duty) for duty in duties}
    assert all(after[duty] == node for duty, node in before.items() if node != "two")
