"""Each trophy of intrigue: steps that give it to seat 1, and such that just miss it."""

import pytest

from engine.game import PastStep, Verdict
from engine.intrigue.model.events import Collected, Gained, Idle, Removed, RoundBegan, Stole
from engine.intrigue.trophies import TROPHIES, found
from tests.engine.intrigue.positions import position

WON, LOST = {1: 1, 2: 2, 3: 3}, {1: 2, 2: 1, 3: 3}
NEXT = RoundBegan(3, 1)
BLANK, STOLEN, COPIED = Idle(1, 2, "spy"), Stole(2, 1), "shapeshifter"


def removed(by, owner, kind="lord", lost=0):
    return Removed(by, "soldier", 2, owner, kind, True, lost)


THREE = (removed(1, 2), removed(1, 3), removed(1, 2))
MOST, QUEUE, SHARED = Verdict("influence", (), (15, 7)), Verdict("queue", (2,), (9, 2, 1)), Verdict("shared")
GIVEN = {
    "landslide": ((WON, MOST), (WON, Verdict("influence", (), (15, 8)))),
    "by-the-queue": ((WON, QUEUE), (LOST, QUEUE)),
    "trap": ((LOST, SHARED, removed(2, 1, "ambush")), (LOST, SHARED, removed(1, 1, "ambush"))),
    "hoard": ((LOST, SHARED, Collected(1, "conspiracy", 4)), (LOST, SHARED, Collected(1, "conspiracy", 3))),
    "three-heads": ((LOST, SHARED, *THREE), (LOST, SHARED, *THREE[:2], NEXT, *THREE[2:])),
    "fine-feathers": (
        (LOST, SHARED, Gained(1, COPIED, 2), Gained(1, COPIED, 1)),
        (LOST, SHARED, Gained(1, COPIED, 2), Gained(1, "lord", 3)),
    ),
    "own-goal": ((LOST, SHARED, removed(1, 1, lost=1)), (LOST, SHARED, removed(1, 1), removed(1, 2, lost=1))),
    "three-blanks": ((LOST, SHARED, BLANK, NEXT, BLANK, BLANK), (LOST, SHARED, BLANK, BLANK)),
    "robbed-twice": ((LOST, SHARED, STOLEN, Stole(3, 1)), (LOST, SHARED, STOLEN, NEXT, Stole(3, 1))),
}  # fmt: skip


def test_every_trophy_is_given_here():
    assert tuple(GIVEN) == TROPHIES.names


@pytest.mark.parametrize("trophy", GIVEN)
def test_a_trophy_is_given_and_just_missed(trophy):
    for is_given, (places, verdict, *events) in zip((True, False), GIVEN[trophy], strict=True):
        steps = [PastStep(position(), 1, tuple(events))]
        assert ((1, trophy) in found(steps, places, verdict)) == is_given


def test_feathers_of_two_steps_are_not_fine():
    gain = Gained(1, COPIED, 2)
    assert not found([PastStep(position(), 1, (gain,))] * 2, LOST, SHARED)
