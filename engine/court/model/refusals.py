"""The codes with which a move of court is refused, each with the names of its parameters.

The board words them; tests keep both complete. A code names the rule that was broken, so that a player
learns the game from being refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.game import Param, Refused
from engine.refusals import COMMON_PARAMS, CommonCode, params_of

Code = Literal[
    CommonCode,
    "not-your-turn",
    # Notation
    "no-power",
    # The course of a turn
    "not-before-first-roll",  # nothing is active and nothing set aside yet
    "only-before-first-roll",  # giving up the final turn
    "must-keep-first",  # a die has to be set aside between two rolls
    "no-active-dice",
    "dice-still-active",
    "no-dice-named",
    "not-sorted",
    "not-active",
    "no-such-face",
    # Using a card
    "not-owned",
    "already-used",
    "no-choice",
    "adds-after-first-roll",
    "no-die-left",
    "face-not-chosen",
    "queen-needs-face",
    "queen-rolls-it",  # before the first roll her die goes into the hand
    "jester-one-die",
    "maid-adds-one-to-three",
    "needs-two-dice",
    "needs-pips",  # the Philosopher moves at least one pip
    "die-would-pass-six",
    "die-below-one",
    "astronomer-needs-aside",
    "face-not-aside",
    "already-shows",
    "alchemist-two-or-three",
    "sum-must-stay",
    "nothing-changes",
    # The end of a turn
    "final-round-no-cards",
    "not-final-round",
    "queen-never-alone",  # she comes with the King
    "king-taken",
    "no-unflipped-jester",  # what a Charlatan is made of
    "already-own",
    "sold-out",
    "condition-not-met",
]

PARAMS: Mapping[str, tuple[str, ...]] = params_of(
    Code,
    {
        **COMMON_PARAMS,
        "not-your-turn": ("seat",),  # seat: whose turn it is
        "no-power": ("card",),  # Farmer, Charlatan, General, King: nothing to use
        "dice-still-active": ("dice",),  # a turn ends when every die is set aside
        "not-sorted": ("dice",),  # data, not a person's move: faces in the order of the notation
        "not-active": ("dice",),  # dice: the faces that are not there
        "no-such-face": ("face",),
        "not-owned": ("card",),
        "already-used": ("card",),  # once per turn
        "no-choice": ("card",),  # no active die allows it now
        "adds-after-first-roll": ("card",),  # edition en
        "no-die-left": ("card",),  # twelve dice are in this turn
        "face-not-chosen": ("card",),  # only the Queen chooses her die's face
        "needs-two-dice": ("card",),  # Philosopher, Alchemist
        "die-would-pass-six": ("card", "face"),  # face: of the die that would
        "die-below-one": ("card", "face"),
        "face-not-aside": ("face",),
        "already-shows": ("card", "face"),
        "sum-must-stay": ("before", "after"),
        "nothing-changes": ("card",),
        "king-taken": ("seat",),  # seat: who took King and Queen
        "already-own": ("card",),
        "sold-out": ("card",),
        "condition-not-met": ("card",),
    },
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code, with the parameters that PARAMS names."""
    return Refused(code, params)
