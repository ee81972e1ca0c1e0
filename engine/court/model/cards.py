"""The cards of court: kinds by row, how many of each there are, what a result must show for each.

Sources: the rulebook's overview, "Spielvorbereitung" and "Erklärung der Charakterkarten".
`engine.court.rules.powers` says what the cards' powers do to dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.court.model.dice import FACES, best_group
from engine.court.model.state import Dice, Kind

ROWS: tuple[tuple[Kind, ...], ...] = (
    ("jester", "charlatan"),
    ("farmer", "maid", "philosopher", "craftsman", "guard"),
    ("hunter", "astronomer", "merchant"),
    ("lady", "magician", "pawnbroker", "knight"),
    ("bishop", "alchemist", "nobleman", "general"),
    ("king", "queen"),
)
"""Row 0 and rows I-V."""
KINDS: tuple[Kind, ...] = tuple(kind for row in ROWS for kind in row)

COPIES: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {2: (2, 2, 1, 1, 1, 1), 3: (3, 2, 2, 2, 2, 1), 4: (4, 3, 3, 2, 2, 1), 5: (5, 4, 3, 3, 3, 1)}
)
"""Cards of a kind in each row, by number of players."""

MOST_DICE = 12
"""The number of dice in the box; no turn has more."""
FIRST_DICE = 3
EXTRA_DICE: Mapping[Kind, int] = MappingProxyType({"farmer": 1, "charlatan": 1, "general": 2})
"""Dice that a card adds to the hand at the start of every turn of its owner."""

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def stock(players: int, edition: str) -> dict[Kind, int]:
    """The cards in the middle before a game, by kind. Kinds that never run out are not listed."""
    endless = {"charlatan"} if edition == "de" else {"charlatan", "jester"}
    return {
        kind: count
        for row, count in zip(ROWS, COPIES[players], strict=True)
        for kind in row
        if kind not in endless
    }


def hand_size(cards: Iterable[Kind]) -> int:
    """How many dice the owner of these cards takes in hand (court.md, "A turn" 1)."""
    return min(MOST_DICE, FIRST_DICE + sum(EXTRA_DICE.get(kind, 0) for kind in cards))


def in_rows(cards: Iterable[Kind]) -> tuple[Kind, ...]:
    """Cards in the order of the rows."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def meets(kind: Kind, dice: Dice) -> bool:
    """True if a result meets this card's condition (the Queen's is never met)."""
    return kind in pays_for(tuple(sorted(dice)))


@lru_cache(maxsize=1 << 13)
def pays_for(dice: Dice) -> tuple[Kind, ...]:
    """Every kind whose condition this result (ascending) meets, in the order of the rows."""
    return tuple(kind for kind, condition in CONDITIONS.items() if condition(dice))


def _alike(least: int) -> Callable[[Dice], bool]:
    return lambda dice: best_group(dice)[0] >= least


def _groups(least: int, size: int) -> Callable[[Dice], bool]:
    return lambda dice: sum(dice.count(face) // size for face in set(dice)) >= least


def _total(least: int) -> Callable[[Dice], bool]:
    return lambda dice: sum(dice) >= least


def _straight(*runs: range) -> Callable[[Dice], bool]:
    return lambda dice: any(set(run) <= set(dice) for run in runs)


def _remainders(remainder: int) -> Callable[[Dice], bool]:
    return lambda dice: bool(dice) and all(face % 2 == remainder for face in dice)


def _three_and_two(dice: Dice) -> bool:
    most, second, *_ = sorted((dice.count(face) for face in FACES), reverse=True)
    return most >= 5 or (most >= 3 and second >= 2)


def _always(_dice: Dice) -> bool:
    return True


CONDITIONS: Mapping[Kind, Callable[[Dice], bool]] = MappingProxyType(
    {
        "jester": _always,
        "charlatan": _always,
        "farmer": _alike(2),
        "maid": _remainders(1),
        "philosopher": _remainders(0),
        "craftsman": _total(15),
        "guard": _alike(3),
        "hunter": _alike(4),
        "astronomer": _groups(2, size=2),
        "merchant": _total(20),
        "lady": _three_and_two,
        "magician": _straight(range(1, 6), range(2, 7)),
        "pawnbroker": _total(30),
        "knight": _alike(5),
        "bishop": _groups(3, size=2),
        "alchemist": _straight(range(1, 7)),
        "nobleman": _groups(2, size=3),
        "general": _alike(6),
        "king": _alike(7),
    }
)
"""The condition that all dice of a result must meet. The Queen is never taken by herself."""
