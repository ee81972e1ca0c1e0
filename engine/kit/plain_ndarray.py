"""An array in plain Python: one list and a shape. `engine.kit.plain_arrays` has the functions.

What numpy gives as a view of another array is a copy here, or shares its list (`ravel`, `reshape`): nobody
may write to either of the two.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from itertools import repeat as again
from operator import add, and_, eq, floordiv, ge, gt, itemgetter, le, lt, mul, ne, or_, rshift, sub, truediv
from typing import Any

Cell = Any
Shape = tuple[int, ...]


Operator = Callable[["ndarray", Any], "ndarray"]


def _forward(what: Callable[[Any, Any], Any]) -> Operator:
    return lambda one, other: each(what, one, other)


def _backward(what: Callable[[Any, Any], Any]) -> Operator:
    return lambda one, other: each(what, other, one)


def _in_place(what: Callable[[Any, Any], Any]) -> Operator:
    def done(one: ndarray, other: Any) -> ndarray:
        one.cells = each(what, one, other).cells
        return one

    return done


class ndarray:  # noqa: N801  (it has numpy's name)
    """Numbers or flags by place."""

    __slots__ = ("cells", "shape")

    def __init__(self, cells: list[Cell], shape: Shape) -> None:
        self.cells, self.shape = cells, shape

    # what it has

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(self.shape[0]))

    def __float__(self) -> float:
        (cell,) = self.cells
        return float(cell)

    @property
    def T(self) -> ndarray:  # noqa: N802
        rows, columns = self.shape
        return ndarray(
            [cell for column in range(columns) for cell in self.cells[column::columns]], (columns, rows)
        )

    def tolist(self) -> list[Any]:
        return list(self.cells) if len(self.shape) == 1 else [row.tolist() for row in self]

    def copy(self) -> ndarray:
        """Another one with the same cells."""
        return ndarray(self.cells[:], self.shape)

    def ravel(self) -> ndarray:
        return ndarray(self.cells, (len(self.cells),))

    def reshape(self, *shape: Any) -> ndarray:
        """The same cells in another shape; -1 is as many as there are."""
        wanted: Shape = shape[0] if isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            known = -math.prod(wanted)
            wanted = tuple([len(self.cells) // known if size < 0 else size for size in wanted])
        return ndarray(self.cells, wanted)

    def astype(self, kind: Any) -> ndarray:
        """The same numbers as another kind."""
        make = int if kind is int else float
        return ndarray([make(cell) for cell in self.cells], self.shape)

    # cells by place

    def __getitem__(self, key: Any) -> Any:
        cells, shape = self.cells, self.shape
        if len(shape) == 1:
            if isinstance(key, int):
                return cells[key]
            if isinstance(key, slice):
                found = cells[key]
                return ndarray(found, (len(found),))
            if isinstance(key, ndarray) and not _flags(key):
                return ndarray(_picked(cells, key.cells), key.shape)
        elif len(shape) == 2:
            width = shape[1]
            if isinstance(key, ndarray) and len(key.shape) == 1:
                rows = _numbers(key)
                return ndarray(_rows(cells, rows, width), (len(rows), width))
            if isinstance(key, tuple) and isinstance(key[0], slice) and isinstance(key[1], ndarray):
                columns = _numbers(key[1])
                return ndarray(_columns(cells, columns, width), (shape[0], len(columns)))
        places, shape = self._places(key)
        return ndarray(_picked(cells, places), shape) if shape else cells[places[0]]

    def __setitem__(self, key: Any, value: Any) -> None:
        cells, found = self.cells, array(value)
        if len(self.shape) == 2 and isinstance(key, ndarray) and len(found.shape) == 2:
            width = self.shape[1]
            for place, row in enumerate(_numbers(key)):
                cells[row * width : row * width + width] = found.cells[place * width : place * width + width]
            return
        places, shape = self._places(key)
        for place, cell in zip(places, spread(found, shape), strict=True):
            cells[place] = cell

    def _places(self, key: Any) -> tuple[list[int], Shape]:
        """Where in the list a key leads, and the shape of what it names. Arrays in it are gone through
        together, as one axis.
        """
        keys = list(key) if isinstance(key, tuple) else [key]
        keys += [slice(None)] * (len(self.shape) - builtins.sum(one is not None for one in keys))
        parts: list[tuple[list[int], Shape]] = []
        sizes, step, gathered = iter(self.shape), len(self.cells), -1
        for one in keys:
            if one is None:
                parts.append(([0], (1,)))
                continue
            size = next(sizes)
            step = step // size if size else 0
            if isinstance(one, slice):
                run = [place * step for place in range(*one.indices(size))]
                parts.append((run, (len(run),)))
            elif isinstance(one, int):
                parts.append(([one % size * step], ()))
            else:
                part = array(one)
                numbers = _numbers(part)
                steps = ndarray(
                    [number % size * step for number in numbers],
                    (len(numbers),) if _flags(part) else part.shape,
                )
                if gathered < 0:
                    gathered = len(parts)
                    parts.append((steps.cells, steps.shape))
                else:
                    steps = ndarray(*parts[gathered]) + steps
                    parts[gathered] = steps.cells, steps.shape
        places, shape = parts[0]
        for steps_of_axis, more in parts[1:]:
            places = [place + one for place in places for one in steps_of_axis]
            shape += more
        return places, shape

    # arithmetic

    __add__ = _forward(add)
    __radd__ = _backward(add)
    __sub__ = _forward(sub)
    __rsub__ = _backward(sub)
    __mul__ = _forward(mul)
    __rmul__ = _backward(mul)
    __truediv__ = _forward(truediv)
    __floordiv__ = _forward(floordiv)
    __rshift__ = _forward(rshift)
    __and__ = _forward(and_)
    __or__ = _forward(or_)

    def __invert__(self) -> ndarray:
        return ndarray([not cell for cell in self.cells], self.shape)

    __ge__ = _forward(ge)
    __gt__ = _forward(gt)
    __le__ = _forward(le)
    __lt__ = _forward(lt)
    __ne__ = _forward(ne)  # type: ignore[assignment]
    __eq__ = _forward(eq)  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]

    __iadd__ = _in_place(add)
    __itruediv__ = _in_place(truediv)
    __iand__ = _in_place(and_)

    def __matmul__(self, other: ndarray) -> ndarray:
        width = self.shape[1]
        rows = [self.cells[at : at + width] for at in range(0, len(self.cells), width)]
        if len(other.shape) == 1:
            return ndarray([builtins.sum(map(mul, row, other.cells)) for row in rows], (len(rows),))
        columns = [other.cells[at :: other.shape[1]] for at in range(other.shape[1])]
        return ndarray(
            [builtins.sum(map(mul, row, column)) for row in rows for column in columns],
            (len(rows), len(columns)),
        )

    # of a whole axis

    def sum(self, axis: int | None = None) -> Any:
        return along(self, builtins.sum, axis)

    def max(self, axis: int | None = None) -> Any:
        return along(self, builtins.max, axis)

    def mean(self, axis: int) -> Any:
        return along(self, lambda cells: builtins.sum(cells) / len(cells), axis)

    def any(self, axis: int) -> Any:
        """Whether one is true, along an axis."""
        return along(self, builtins.any, axis)

    def all(self, axis: int) -> Any:
        """Whether all are true, along an axis."""
        return along(self, builtins.all, axis)

    def sort(self, axis: int) -> None:
        assert axis == 1  # noqa: S101  (nobody sorts columns)
        width = self.shape[1]
        self.cells = [
            cell for at in range(0, len(self.cells), width) for cell in sorted(self.cells[at : at + width])
        ]


def along(found: ndarray, what: Callable[[Sequence[Cell]], Cell], axis: int | None) -> Any:
    if axis is None:
        return what(found.cells)
    cells, shape = found.cells, found.shape
    after = math.prod(shape[axis + 1 :])
    block = after * shape[axis]
    rows = [
        what(cells[begin + place : begin + block : after])
        for begin in range(0, len(cells), block or 1)
        for place in range(after)
    ]
    return ndarray(rows, shape[:axis] + shape[axis + 1 :])


def _picked(cells: list[Cell], places: list[int]) -> list[Cell]:
    if len(places) > 1:
        return list(itemgetter(*places)(cells))
    return [cells[place] for place in places]


def _rows(cells: list[Cell], rows: list[int], width: int) -> list[Cell]:
    if width == 1:
        return _picked(cells, rows)
    return list(chain.from_iterable([cells[row * width : row * width + width] for row in rows]))


def _columns(cells: list[Cell], columns: list[int], width: int) -> list[Cell]:
    if width == 1:
        return _rows(cells, [row for row in range(len(cells)) for _ in columns], 1)
    if len(columns) == 1:
        return cells[columns[0] :: width]
    pick = itemgetter(*columns)
    return list(chain.from_iterable([pick(cells[at : at + width]) for at in range(0, len(cells), width)]))


def _flags(found: ndarray) -> bool:
    return bool(found.cells) and isinstance(found.cells[0], bool)


def _numbers(found: ndarray) -> list[int]:
    return [place for place, flag in enumerate(found.cells) if flag] if _flags(found) else found.cells


def spread(found: ndarray, shape: Shape) -> Iterable[Cell]:
    """The cells of an array that is as often there as a shape wants."""
    if found.shape == shape:
        return found.cells
    if len(found.cells) == 1:
        return again(found.cells[0], math.prod(shape))
    return [found.cells[place] for place in _spread_places(found.shape, shape)]


@lru_cache(maxsize=256)
def _spread_places(small: Shape, shape: Shape) -> list[int]:
    small = (1,) * (len(shape) - len(small)) + small
    places, step = [0], math.prod(small)
    for size, wanted in zip(small, shape, strict=True):
        step //= size
        steps = [place * step for place in range(size)] if size == wanted else [0] * wanted
        places = [place + more for place in places for more in steps]
    return places


def each(what: Callable[[Any, Any], Any], one: Any, other: Any) -> ndarray:
    first = one if isinstance(one, ndarray) else None
    second = other if isinstance(other, ndarray) else None
    if first is None and second is not None and not isinstance(one, (list, tuple)):
        return ndarray(list(map(what, again(one), second.cells)), second.shape)
    if second is None and first is not None and not isinstance(other, (list, tuple)):
        return ndarray(list(map(what, first.cells, again(other))), first.shape)
    first, second = array(one), array(other)
    if first.shape == second.shape:
        return ndarray(list(map(what, first.cells, second.cells)), first.shape)
    size = builtins.max(len(first.shape), len(second.shape))
    a, b = ((1,) * (size - len(found.shape)) + found.shape for found in (first, second))
    shape = tuple([x if y == 1 else y for x, y in zip(a, b, strict=True)])
    return ndarray(list(map(what, spread(first, shape), spread(second, shape))), shape)


def array(cells: Any, dtype: Any = None) -> ndarray:
    """An array of numbers, or of rows."""
    del dtype
    if isinstance(cells, ndarray):
        return cells
    if not isinstance(cells, (list, tuple)):
        return ndarray([cells], ())
    if cells and isinstance(cells[0], (list, tuple, ndarray)):
        rows = [array(row) for row in cells]
        return ndarray(list(chain.from_iterable(row.cells for row in rows)), (len(rows), *rows[0].shape))
    return ndarray(list(cells), (len(cells),))
