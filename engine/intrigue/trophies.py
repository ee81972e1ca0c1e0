"""What a game of intrigue gives trophies for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from engine.game import PastStep, Trophies, Verdict
from engine.intrigue.model.events import Collected, Gained, Idle, Removed, RoundBegan, Stole

LANDSLIDE, HOARD, FEATHERS = 8, 4, 3
"""Influence: more than the next has, from one card, and by a Shapeshifter."""


def found(steps: Sequence[PastStep], places: Mapping[int, int], verdict: Verdict) -> set[tuple[int, str]]:
    """The trophies of a game, each with its seat."""
    got, idle, removed = set[tuple[int, str]](), Counter[int](), Counter[int]()
    thieves = defaultdict[int, set[int]](set)
    for _before, _seat, events in steps:
        copied = Counter[int]()
        for event in events:
            match event:
                case RoundBegan():
                    removed.clear()
                    thieves.clear()
                case Removed(seat, owner=owner, removed=card) if seat != owner:
                    removed[seat] += 1
                    got |= {(seat, "three-heads")} if removed[seat] == 3 else set()
                    got |= {(owner, "trap")} if card == "ambush" else set()
                case Removed(seat, lost=lost) if lost:
                    got.add((seat, "own-goal"))
                case Gained(seat, "shapeshifter", amount):
                    copied[seat] += amount
                    got |= {(seat, "fine-feathers")} if copied[seat] >= FEATHERS else set()
                case Collected(seat, amount=amount) if amount >= HOARD:
                    got.add((seat, "hoard"))
                case Idle(seat):
                    idle[seat] += 1
                    got |= {(seat, "three-blanks")} if idle[seat] == 3 else set()
                case Stole(seat, victim):
                    thieves[victim].add(seat)
                    got |= {(victim, "robbed-twice")} if len(thieves[victim]) == 2 else set()
    first = {seat for seat, place in places.items() if place == 1}
    if verdict.code == "queue":
        got |= {(seat, "by-the-queue") for seat in first}
    if verdict.code == "influence" and verdict.amounts[0] - verdict.amounts[1] >= LANDSLIDE:
        got |= {(seat, "landslide") for seat in first}
    return got


TROPHIES = Trophies(
    (
        "landslide", "by-the-queue", "trap", "hoard", "three-heads", "fine-feathers", "own-goal",
        "three-blanks", "robbed-twice",
    ),
    found,
)  # fmt: skip
