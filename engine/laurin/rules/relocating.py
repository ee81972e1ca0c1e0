"""Moves of own dwarfs in phase 5: their normal form, their validation, and a search for all of them.

All are lifted first, then all are set down (laurin.md, "A round" 5), so own dwarfs may trade
squares. Equal dwarfs cannot be told apart: one outcome has one form (`moves.Relocate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from engine.game import Refused
from engine.laurin.model.garden import SQUARES, by_square
from engine.laurin.model.moves import Relocate
from engine.laurin.model.names import DwarfKind
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Dwarf

Steps = tuple[tuple[str, str], ...]
_Likeness = tuple[DwarfKind, bool]


def _like(dwarf: Dwarf) -> _Likeness:
    """What own dwarfs that cannot be told apart have in common."""
    return (dwarf.kind, dwarf.turned)


def ordered(dwarfs: Iterable[Dwarf], steps: Iterable[tuple[str, str]]) -> Steps:
    """The same outcome with sources ascending and, among equal dwarfs, targets ascending."""
    there = by_square(dwarfs)
    groups: dict[_Likeness | str, list[tuple[str, str]]] = {}
    for source, target in steps:
        key = _like(there[source]) if source in there else source
        groups.setdefault(key, []).append((source, target))
    pairs: list[tuple[str, str]] = []
    for group in groups.values():
        sources, targets = zip(*group, strict=True)
        pairs += zip(sorted(sources), sorted(targets), strict=True)
    return tuple(sorted(pairs))


# One move


def refusal(dwarfs: Sequence[Dwarf], seat: int, left: int, move: Relocate) -> Refused | None:
    """Why a seat that may lift `left` dwarfs may not do this; None if it may."""
    if not left:
        return refused("already-moved")
    if not move.steps:
        return refused("no-dwarfs-named")
    if len(move.steps) > left:
        return refused("too-many-lifted", most=left)
    why = _lifting(by_square(dwarfs), seat, [source for source, _ in move.steps])
    why = why or _setting_down(by_square(dwarfs), move.steps)
    return why or (None if move.steps == ordered(dwarfs, move.steps) else refused("not-sorted"))


def _lifting(there: Mapping[str, Dwarf], seat: int, sources: Sequence[str]) -> Refused | None:
    for square in sources:
        if square not in there:
            return refused("no-dwarf-there", square=square)
        if there[square].seat != seat:
            return refused("not-your-dwarf", square=square, seat=there[square].seat)
        if sources.count(square) > 1:
            return refused("lifted-twice", square=square)
    return None


def _setting_down(there: Mapping[str, Dwarf], steps: Steps) -> Refused | None:
    lifted = {source: _like(there[source]) for source, _ in steps}
    targets = [target for _, target in steps]
    for source, target in steps:
        if target not in SQUARES:
            return refused("no-such-square", square=target)
        if targets.count(target) > 1:
            return refused("set-down-twice", square=target)
        if target in there and target not in lifted:
            return refused("square-taken", square=target, seat=there[target].seat)
        if lifted.get(target) == lifted[source]:
            return refused("changes-nothing", square=target)
    return None


def targets(
    dwarfs: Sequence[Dwarf], lifted: Sequence[str], source: str, taken: Sequence[str]
) -> tuple[str, ...]:
    """Where the dwarf lifted from `source` may be set down, while these squares were `lifted` from and
    others were set down on those that are `taken`. Ascending.
    """
    there = by_square(dwarfs)
    free = [
        square
        for square in SQUARES
        if square not in there or (square in lifted and _like(there[square]) != _like(there[source]))
    ]
    return tuple(square for square in free if square not in taken)


# All moves


def relocations(dwarfs: Sequence[Dwarf], seat: int, left: int) -> Iterator[Relocate]:
    """Every move of a seat that may lift `left` dwarfs, each outcome once, few dwarfs first.

    There can be more than a million.
    """
    own = [dwarf for dwarf in dwarfs if dwarf.seat == seat]
    taken = by_square(dwarfs)
    empty = [square for square in SQUARES if square not in taken]
    for number in range(1, left + 1):
        for lifted in combinations(own, number):
            for steps in _set_down(lifted, empty):
                yield Relocate(steps)


def _set_down(lifted: tuple[Dwarf, ...], empty: Sequence[str]) -> Iterator[Steps]:
    """Every way to set these down on empty squares or on each other's."""
    choices = []
    for dwarf in lifted:
        others = [other.square for other in lifted if _like(other) != _like(dwarf)]
        choices.append((dwarf.square, _like(dwarf), sorted([*empty, *others])))
    return _targets(choices, (), {})


def _targets(
    choices: Sequence[tuple[str, _Likeness, list[str]]], steps: Steps, last: Mapping[_Likeness, str]
) -> Iterator[Steps]:
    """The ways on from `steps`; `last` is the highest target of the equal dwarfs so far."""
    if len(steps) == len(choices):
        yield steps
        return
    source, like, squares = choices[len(steps)]
    taken, above = {target for _, target in steps}, last.get(like, "")
    for square in squares:
        if square > above and square not in taken:
            yield from _targets(choices, (*steps, (source, square)), {**last, like: square})
