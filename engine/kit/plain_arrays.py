"""The part of numpy that the rules call, in plain Python: the same answers, in more time.

For hosts without numpy (`engine.kit.arrays`).
"""

from __future__ import annotations

import builtins
import math
import struct
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import mul
from typing import Any

from engine.kit.plain_ndarray import Cell, Shape, along, array, each, ndarray, spread

float64, intp, bool_ = float, int, bool
"""What cells are, by numpy's names."""


# made


def zeros(shape: int | Shape, dtype: Any = float) -> ndarray:
    wanted = (shape,) if isinstance(shape, int) else shape
    return ndarray([dtype(0)] * math.prod(wanted), wanted)


def zeros_like(found: ndarray) -> ndarray:
    return ndarray([0] * len(found.cells), found.shape)


def arange(begin: int, end: int | None = None, step: int = 1, dtype: Any = None) -> ndarray:
    """Numbers from `begin` to before `end`."""
    del dtype
    cells = list(range(begin) if end is None else range(begin, end, step))
    return ndarray(cells, (len(cells),))


def eye(rows: int, columns: int, place: int) -> ndarray:
    cells = [float(column - row == place) for row in range(rows) for column in range(columns)]
    return ndarray(cells, (rows, columns))


def frombuffer(data: bytes, dtype: str) -> ndarray:
    """Floats as a file has them."""
    assert dtype == "<f4"  # noqa: S101  (nobody has other files)
    cells = list(struct.unpack(f"<{len(data) // 4}f", data))
    return ndarray(cells, (len(cells),))


# put together and taken apart


def concatenate(found: Sequence[Any], axis: int = 0) -> ndarray:
    """Arrays one behind the other."""
    parts = [array(one) for one in found]
    if axis == 0:
        size = builtins.sum(part.shape[0] for part in parts)
        return ndarray([cell for part in parts for cell in part.cells], (size, *parts[0].shape[1:]))
    rows = parts[0].shape[0]
    widths = [part.shape[1] for part in parts]
    cells = [
        cell
        for row in range(rows)
        for part, width in zip(parts, widths, strict=True)
        for cell in part.cells[row * width : (row + 1) * width]
    ]
    return ndarray(cells, (rows, builtins.sum(widths)))


def hstack(found: Sequence[ndarray]) -> ndarray:
    """Tables beside each other."""
    return concatenate(found, axis=1)


def stack(found: Sequence[ndarray], axis: int = 0) -> ndarray:
    """Rows, or columns, as a table."""
    table = array(list(found))
    return table.T if axis else table


def tile(found: Any, times: int | tuple[int, int]) -> ndarray:
    """A row so often; (n, 1): as a table of n rows."""
    row = array(found)
    if isinstance(times, tuple):
        return ndarray(row.cells * times[0], (times[0], len(row.cells)))
    return ndarray(row.cells * times, (len(row.cells) * times,))


def repeat(found: Any, times: Any) -> ndarray:
    """Each cell so often."""
    row = array(found)
    often = [times] * len(row.cells) if isinstance(times, int) else list(times)
    cells = [cell for cell, number in zip(row.cells, often, strict=True) for _ in range(number)]
    return ndarray(cells, (len(cells),))


def delete(found: ndarray, place: int, axis: int) -> ndarray:
    """A table without a row."""
    assert axis == 0  # noqa: S101  (nobody deletes columns)
    width = found.shape[1]
    cells = found.cells[: place * width] + found.cells[(place + 1) * width :]
    return ndarray(cells, (found.shape[0] - 1, width))


def split(found: ndarray, ends: Iterable[int]) -> list[ndarray]:
    """A row in parts, at these places."""
    begins = [0, *ends]
    return [found[begin:end] for begin, end in zip(begins, [*begins[1:], len(found)], strict=True)]


# numbers of numbers


def maximum(one: ndarray, other: Any, out: ndarray | None = None) -> ndarray:
    """The larger of two, place by place."""
    second = other if isinstance(other, ndarray) else array(other)
    if isinstance(one, ndarray) and one.shape == second.shape:
        found = ndarray([x if x > y else y for x, y in zip(one.cells, second.cells, strict=True)], one.shape)  # noqa: FURB136  (faster)
    else:
        found = each(builtins.max, one, other)
    if out is None:
        return found
    out.cells = found.cells
    return out


def max(found: Any, axis: int | None = None, initial: Any = None) -> Any:  # noqa: A001
    """The most; `initial` is the least that it can be."""
    if initial is not None:
        return builtins.max(found.cells, default=initial)
    return array(found).max(axis)


def sum(found: Any, axis: int | None = None) -> Any:  # noqa: A001
    return array(found).sum(axis)


def prod(found: Any, axis: int | None = None) -> Any:
    """The product; of nothing 1."""
    table = array(found)
    return along(table, math.prod, axis)


def cumsum(found: Any) -> ndarray:
    """The sums so far."""
    cells = list(accumulate(array(found).cells))
    return ndarray(cells, (len(cells),))


def clip(found: ndarray, least: float, most: float) -> ndarray:
    """Numbers within bounds."""
    return ndarray([builtins.min(most, builtins.max(least, cell)) for cell in found.cells], found.shape)


def where(flags: ndarray, one: Any, other: Any) -> ndarray:
    """One where it is true, else the other."""
    first, second = (spread(array(found), flags.shape) for found in (one, other))
    chosen = [x if flag else y for flag, x, y in zip(flags.cells, first, second, strict=True)]
    return ndarray(chosen, flags.shape)


def exp(found: ndarray) -> ndarray:
    return ndarray(list(map(math.exp, found.cells)), found.shape)


def tanh(found: ndarray) -> ndarray:
    return ndarray(list(map(math.tanh, found.cells)), found.shape)


def flatnonzero(found: ndarray) -> ndarray:
    """Where it is not zero."""
    cells = [place for place, cell in enumerate(found.cells) if cell]
    return ndarray(cells, (len(cells),))


def unique(found: ndarray, *, return_index: bool = False, return_inverse: bool = False) -> Any:
    """The different numbers, where each is first, and which of them each is."""
    first: dict[Cell, int] = {}
    for place, cell in enumerate(found.cells):
        first.setdefault(cell, place)
    ordered = sorted(first)
    number = {cell: place for place, cell in enumerate(ordered)}
    answers = [array(ordered)]
    if return_index:
        answers.append(array([first[cell] for cell in ordered]))
    if return_inverse:
        answers.append(array([number[cell] for cell in found.cells]))
    return tuple(answers)


def einsum(how: str, weights: ndarray, table: ndarray) -> ndarray:
    """The rows of a table, weighed and added up."""
    assert how == "i,ij->j"  # noqa: S101  (nobody adds up otherwise)
    width = table.shape[1]
    return ndarray(
        [builtins.sum(map(mul, weights.cells, table.cells[at::width])) for at in range(width)], (width,)
    )
