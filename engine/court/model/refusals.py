"""The codes with which a move of court is refused, each with the names of its parameters.

The board words them; tests keep both complete. A code names the rule that was broken, so that a player
learns the game from being refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from engine.game import Param, Refused
from engine.refusals import COMMON_PARAMS, CommonCode

Code = Literal[
    CommonCode,
    "not-your-turn",
    "no-power",
    "not-before-first-roll",
    "only-before-first-roll",
    "must-keep-first",
    "no-active-dice",
    "dice-still-active",
    "no-dice-named",
    "not-sorted",
    "not-active",
    "no-such-face",
    "not-owned",
    "already-used",
    "no-choice",
    "adds-after-first-roll",
    "no-die-left",
    "face-not-chosen",
    "queen-needs-face",
    "queen-rolls-it",
    "jester-one-die",
    "maid-adds-one-to-three",
    "needs-two-dice",
    "needs-pips",
    "die-would-pass-six",
    "die-below-one",
    "astronomer-needs-aside",
    "face-not-aside",
    "already-shows",
    "alchemist-two-or-three",
    "sum-must-stay",
    "nothing-changes",
    "final-round-no-cards",
    "not-final-round",
    "queen-never-alone",
    "king-taken",
    "no-unflipped-jester",
    "already-own",
    "sold-out",
    "condition-not-met",
]

PARAMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **COMMON_PARAMS,
        "not-your-turn": ("seat",),  # seat: whose turn it is
        # Notation
        "no-power": ("card",),  # Farmer, Charlatan, General, King: nothing to use
        # The course of a turn
        "not-before-first-roll": (),  # nothing is active and nothing set aside yet
        "only-before-first-roll": (),  # giving up the final turn
        "must-keep-first": (),  # a die has to be set aside between two rolls
        "no-active-dice": (),
        "dice-still-active": ("dice",),  # a turn ends when every die is set aside
        "no-dice-named": (),
        "not-sorted": ("dice",),  # data, not a person's move: faces in the order of the notation
        "not-active": ("dice",),  # dice: the faces that are not there
        "no-such-face": ("face",),
        # Using a card
        "not-owned": ("card",),
        "already-used": ("card",),  # once per turn
        "no-choice": ("card",),  # no active die allows it now
        "adds-after-first-roll": ("card",),  # edition en
        "no-die-left": ("card",),  # twelve dice are in this turn
        "face-not-chosen": ("card",),  # only the Queen chooses her die's face
        "queen-needs-face": (),
        "queen-rolls-it": (),  # before the first roll her die goes into the hand
        "jester-one-die": (),
        "maid-adds-one-to-three": (),
        "needs-two-dice": ("card",),  # Philosopher, Alchemist
        "needs-pips": (),  # the Philosopher moves at least one pip
        "die-would-pass-six": ("card", "face"),  # face: of the die that would
        "die-below-one": ("card", "face"),
        "astronomer-needs-aside": (),
        "face-not-aside": ("face",),
        "already-shows": ("card", "face"),
        "alchemist-two-or-three": (),
        "sum-must-stay": ("before", "after"),
        "nothing-changes": ("card",),
        # The end of a turn
        "final-round-no-cards": (),
        "not-final-round": (),
        "queen-never-alone": (),  # she comes with the King
        "king-taken": ("seat",),  # seat: who took King and Queen
        "no-unflipped-jester": (),  # what a Charlatan is made of
        "already-own": ("card",),
        "sold-out": ("card",),
        "condition-not-met": ("card",),
    }
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code, with the parameters that PARAMS names."""
    return Refused(code, params)
