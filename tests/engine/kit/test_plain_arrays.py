"""Without numpy everything is as with it, only slower."""

import json
import subprocess
import sys
from collections.abc import Callable
from math import isclose
from typing import Any

import numpy as np
import pytest

from engine.kit import plain_arrays
from tests.engine.kit.asked_of_court import answers

WITHOUT = """
import json, sys
sys.modules["numpy"] = None
from engine.kit import arrays, plain_arrays
from tests.engine.kit.asked_of_court import answers
assert arrays.np is plain_arrays
print(json.dumps(list(answers())))
"""


def test_odds_masters_and_values_are_the_same_without_numpy() -> None:
    """A host that was installed without it answers the same."""
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert_alike(json.loads(done.stdout), [*answers()])


def assert_alike(found: Any, wanted: Any) -> None:
    """Equal but for rounding: what one solution takes from another is up to a hundred million times as much
    (`engine.court.value.turn_values.SHARE`).
    """
    if isinstance(wanted, list):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert_alike(one, other)
    elif isinstance(wanted, float):
        assert isclose(found, wanted, abs_tol=1e-6)
    else:
        assert found == wanted


TABLE = [[0.5, 4.0, -1.0], [2.0, 0.25, 3.0]]

CALLS: dict[str, Callable[[Any], Any]] = {
    "a cell": lambda kit: kit.array(TABLE)[1, 2],
    "from the end": lambda kit: kit.array(TABLE)[-1][-2],
    "a row": lambda kit: kit.array(TABLE)[1],
    "a column": lambda kit: kit.array(TABLE)[:, -1],
    "rows": lambda kit: kit.array(TABLE)[kit.array([1, 0, 1])],
    "columns": lambda kit: kit.array(TABLE)[:, kit.array([2, 0])],
    "one column, as a table": lambda kit: kit.array(TABLE)[:, kit.array([2])],
    "columns by a list": lambda kit: kit.array(TABLE)[:, [0, 1]],
    "columns of a table with one": lambda kit: kit.array([[1.0], [2.0]])[:, kit.array([0, 0])],
    "rows and columns": lambda kit: kit.array(TABLE)[kit.array([1, 0])[:, None], kit.array([2, 1])],
    "cells by places": lambda kit: kit.array(TABLE)[kit.array([1, 0]), kit.array([2, 1])],
    "rows of one column": lambda kit: kit.array(TABLE)[kit.array([1, 0]), 2],
    "by a table of places": lambda kit: kit.array([3, 1, 2])[kit.array([[0, 2], [1, 1]])],
    "by flags": lambda kit: kit.array([3, 1, 2])[kit.array([3, 1, 2]) > 1],
    "rows by flags": lambda kit: kit.array(TABLE)[kit.array([False, True])],
    "all but the last": lambda kit: kit.array([3, 1, 2])[:-1],
    "between two axes": lambda kit: kit.arange(24).reshape(2, 3, 4)[1, kit.array([2, 0, 1]), 3],
    "planes": lambda kit: kit.arange(24).reshape(2, 3, 4)[0, :, 1:3],
    "another axis": lambda kit: kit.array([1.0, 2.0])[None, :],
    "over both axes": lambda kit: kit.array(TABLE) + kit.array([[1.0], [2.0]]) * kit.array([1.0, 2.0, 3.0]),
    "over one cell": lambda kit: kit.array([[5.0]]) - kit.array(TABLE),
    "a number before": lambda kit: 1 - kit.array(TABLE) / 2,
    "bits": lambda kit: (kit.array([6, 1]) >> 1 & 1) | 8,
    "whole parts": lambda kit: kit.array([7, 5]) // 2,
    "flags": lambda kit: ~(kit.array([7, 5]) >= 6) & (kit.array([1, 2]) != kit.array([1, 1])),
    "rows times columns": lambda kit: kit.array(TABLE) @ kit.array(TABLE).T,
    "rows times a column": lambda kit: kit.array(TABLE) @ kit.array([1.0, 2.0, 3.0]),
    "sums, most and means": lambda kit: [
        kit.array(TABLE).sum(0),
        kit.array(TABLE).max(1),
        kit.array(TABLE).mean(0),
    ],
    "any and all": lambda kit: [(kit.array(TABLE) > 0).all(axis=1), (kit.array(TABLE) > 3).any(axis=0)],
    "the most of none": lambda kit: kit.max(kit.zeros(0), initial=0),
    "of several": lambda kit: [
        kit.max([kit.array([1, 5]), kit.array([4, 2])], axis=0),
        kit.prod([[2, 3], [4, 5]], axis=0),
    ],
    "product of none": lambda kit: kit.prod(()),
    "so far, within, where": lambda kit: [
        kit.cumsum(kit.array([1, 2, 3])),
        kit.clip(kit.array(TABLE), 0.0, 1.0),
        kit.where(kit.array([1, 5]) > 2, kit.array([1.0, 2.0]), 0.0),
    ],
    "powers": lambda kit: [kit.exp(kit.array([0.0, 1.0])), kit.tanh(kit.array(TABLE))],
    "weighed": lambda kit: kit.einsum("i,ij->j", kit.array([0.25, 0.75]), kit.array(TABLE)),
    "the larger": lambda kit: kit.maximum(kit.array(TABLE), 1),
    "together": lambda kit: [
        kit.hstack([kit.array(TABLE), kit.array([[1.0], [2.0]])]),
        kit.stack([kit.array([1, 2]), kit.array([3, 4])], axis=1),
        kit.concatenate([kit.array([1]), kit.array([2, 3])]),
        kit.tile(kit.array([1, 2]), (3, 1)),
        kit.repeat(kit.array([4, 5, 6]), [0, 2, 1]),
    ],
    "apart": lambda kit: [kit.delete(kit.array(TABLE), 0, 0), *kit.split(kit.arange(5), [2, 3])],
    "different ones": lambda kit: list(
        kit.unique(kit.array([5, 2, 5, 9]), return_index=True, return_inverse=True)
    ),
    "places": lambda kit: kit.flatnonzero(kit.array([0, 3, 0, 1])),
    "a diagonal": lambda kit: kit.eye(1, 4, 2)[0],
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_gives_what_numpy_gives(call: Callable[[Any], Any]) -> None:
    """Numbers and shapes."""
    assert_alike(plain(call(plain_arrays)), plain(call(np)))


WRITES: dict[str, Callable[[Any, Any], Any]] = {
    "rows": lambda kit, table: table.__setitem__(kit.array([1, 0]), kit.array([[1.0, 2, 3], [4.0, 5, 6]])),
    "a row everywhere": lambda kit, table: table.__setitem__(slice(None), kit.array([7.0, 8.0, 9.0])),
    "a number in some rows": lambda kit, table: table.__setitem__(kit.array([False, True]), 4.0),
    "columns": lambda kit, table: table.__setitem__(
        (slice(None), kit.array([2, 0])), kit.array([[1.0, 2], [3.0, 4]])
    ),
    "cells": lambda kit, table: table.__setitem__(
        (kit.array([0, 1]), kit.array([2, 0])), kit.array([8.0, 9.0])
    ),
    "the larger": lambda kit, table: kit.maximum(table, kit.array([[1.0], [2.0]]), out=table),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_what_is_written_stands_where_numpy_writes_it(write: Callable[[Any, Any], Any]) -> None:
    """And nothing else changes, in a copy neither."""
    found = []
    for kit in (plain_arrays, np):
        table = kit.array(TABLE)  # type: ignore[attr-defined]
        before = table.copy()
        write(kit, table)
        found.append(plain([table, before]))
    assert_alike(*found)


def plain(found: Any) -> Any:
    """Lists of numbers."""
    if isinstance(found, list):
        return [plain(one) for one in found]
    return plain(found.tolist()) if hasattr(found, "tolist") else found
