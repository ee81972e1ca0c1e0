"""The codes with which a move of laurin is refused, each with the names of its parameters.

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
    "not-now",
    # Cards, seats and squares in general
    "not-in-hand",
    "not-sorted",  # data, not a person's move: the order of the notation
    "no-cards-named",
    "no-such-seat",
    "no-such-square",
    # Phases 2 and 3
    "not-on-offer",
    "pays-too-little",
    "pays-too-much",
    "not-drawn",
    "has-card",
    # Phases 4 and 5
    "not-in-stock",
    "square-taken",
    "too-many-points",
    "already-moved",  # all are lifted at once, once in a turn
    "too-many-lifted",
    "no-dwarfs-named",
    "lifted-twice",
    "no-dwarf-there",
    "not-your-dwarf",
    "set-down-twice",
    "changes-nothing",
    # Phase 6
    "not-bid",
    "takes-back-too-many",
    "no-card-there",
    "direction-not-on-card",
    "leaves-board",
    "no-lapse",
    "must-choose",  # who won an auction has to take a card
    "last-card-no-lapse",  # it is declined instead
    # Magic
    "not-owned",
    "magic-not-now",
    "too-few-dwarfs",  # the Exchange needs two in the garden
    "nothing-to-ban",
    "ban-next-only",
    "once-per-kings-move",
    "not-after",
    "revolt-too-short",
    "revolt-straight",
    "revolt-right-angle",
]

PARAMS: Mapping[str, tuple[str, ...]] = params_of(
    Code,
    {
        **COMMON_PARAMS,
        "not-your-turn": ("asked",),  # asked: the seats that are
        "not-now": ("question",),  # another question is open (`engine.laurin.model.names.Question`)
        "not-in-hand": ("cards",),  # treasure that is named and not there
        "no-such-seat": ("seat",),
        "no-such-square": ("square",),
        "not-on-offer": ("card",),
        "pays-too-little": ("card", "price"),
        "pays-too-much": ("card", "price", "spare"),  # spare: a treasure card that could be left out
        "not-drawn": ("card",),
        "has-card": ("seat",),  # everybody gets one movement card
        "not-in-stock": ("dwarf",),
        "square-taken": ("square", "seat"),  # seat: whose dwarf is there
        "too-many-points": ("points", "left"),
        "too-many-lifted": ("most",),
        "lifted-twice": ("square",),
        "no-dwarf-there": ("square",),
        "not-your-dwarf": ("square", "seat"),
        "set-down-twice": ("square",),
        "changes-nothing": ("square",),  # a dwarf set down where it, or one just like it, was lifted
        "not-bid": ("cards",),
        "takes-back-too-many": ("most",),
        "no-card-there": ("seat",),  # no open movement card in front of this seat
        "direction-not-on-card": ("seat", "direction"),
        "leaves-board": ("direction",),
        "no-lapse": ("seat",),  # both directions of this card stay on the board
        "not-owned": ("card",),
        "magic-not-now": ("card",),
        "nothing-to-ban": ("seat",),  # seat: whose turn will be skipped, since nothing can be done in it
        "ban-next-only": ("seat",),  # seat: whose turn comes
        "once-per-kings-move": ("card",),
        "not-after": ("card", "after"),  # after: the card that worked in this King's move
        "revolt-straight": ("most",),  # straight on for 1 to `most` points
        "revolt-right-angle": ("direction",),  # direction: the King's own
    },
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code, with the parameters that PARAMS names."""
    return Refused(code, params)
