"""The codes with which a move of intrigue is refused, each with the names of its parameters.

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
    # What is asked now
    "card-phase",  # a card has to be played now
    "resolution-phase",  # cards are played again in the next round
    "reveal-or-leave",
    "already-revealed",
    "other-choice",
    # Playing a card
    "not-in-hand",
    "queue-empty",  # the first card opens the queue: there is only the front
    "no-such-place",
    "not-own-stack",
    # Effects
    "not-itself",
    "first-or-last",
    "not-adjacent",
    "decree-stays",
    "same-place",
    "not-same-family",
    "no-such-seat",
    "own-family",  # the Spy
    "family-not-adjacent",
]

PARAMS: Mapping[str, tuple[str, ...]] = params_of(
    Code,
    {
        **COMMON_PARAMS,
        "not-your-turn": ("seat",),  # seat: whose turn it is
        "reveal-or-leave": ("place",),  # place: of the own face-down card being resolved
        "already-revealed": ("card",),  # card: the effect under way
        "other-choice": ("card", "form"),  # this effect is answered otherwise; form: an example
        "not-in-hand": ("card",),
        "no-such-place": ("place", "last"),  # last: the number of the last place
        "not-own-stack": ("place", "seat"),  # seat: whose card lies on top there
        "not-itself": ("card",),  # Assassination, Soldier
        "first-or-last": ("place", "last"),  # Archer
        "not-adjacent": ("place", "card"),  # Soldier, Shapeshifter
        "decree-stays": ("place",),  # the Decree moves other cards
        "same-place": ("place",),
        "not-same-family": ("place", "on"),  # the cards on top are of different families
        "no-such-seat": ("seat",),
        "family-not-adjacent": ("seat",),
    },
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code, with the parameters that PARAMS names."""
    return Refused(code, params)
