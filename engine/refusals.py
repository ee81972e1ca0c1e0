"""The refusal codes that do not depend on the game, each with the names of its parameters.

The TUI words them. `COMMON_PARAMS` are those that the rules of any game use; every game includes them
in the codes of its own `refusals` module.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from engine.game import Param, Refused

CommonCode = Literal[
    # Before a game, and around a move
    "seats-not-possible",
    "option-not-possible",
    "not-asked",  # the question was answered already, or is somebody else's
    "game-over",
    # Notation
    "unreadable",
    "unknown-card",
    "wrong-form",
]
GeneralCode = Literal[
    # The course of a game
    "already-resigned",
    "nothing-to-undo",  # no own step, or something was drawn or revealed, or somebody was asked since
    # Choosing options, seats and bots
    "option-unknown",
    "bot-unknown",
    "bot-without-option",
    # A text that is no record
    "no-record",
    "record-version",
    "header-line",
    "header-missing",
    "game-unknown",
    "rules-not-here",
    "seed-needs",
    # A broken record, at a step
    "unreadable-step",
    "wrong-number",
    "wrong-seat",
    "draw-missing",
    "draw-impossible",
    "draw-left-over",
    "draw-not-of-seed",
    "seed-not-committed",  # the seed does not fit the commitment
    "added-after-void",
    "not-dealt",  # a record to look at stops before its deal
    "result-early",  # the game is not over
    "result-wrong",
    "after-result",
    # Analysis
    "no-analysis",  # the game has none
    "not-over",  # a game to analyse is still running
]
"""What is refused around games: options, bots, undo, records."""
Code = Literal[CommonCode, GeneralCode]


def params_of(codes: Any, named: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """The names of each code's parameters, by those of the codes that have any."""
    return MappingProxyType({**dict.fromkeys(get_args(codes), ()), **named})


COMMON_PARAMS: Mapping[str, tuple[str, ...]] = params_of(
    CommonCode,
    {
        "seats-not-possible": ("seats", "least", "most"),
        "option-not-possible": ("option", "value", "accepted"),
        "unreadable": ("text",),  # no move begins like this
        "unknown-card": ("card",),  # card: what was typed
        "wrong-form": ("text", "form"),  # form: an example of how it is written
    },
)
PARAMS: Mapping[str, tuple[str, ...]] = params_of(
    GeneralCode,
    {
        **COMMON_PARAMS,
        "already-resigned": ("seat",),
        "option-unknown": ("option", "options"),  # options: the names there are
        "bot-unknown": ("bot", "bots"),  # bots: the names there are
        "bot-without-option": (
            "bot",
            "option",
        ),  # option: one that the bot would play as if it were not there
        "record-version": ("found", "wanted"),  # found: its first line; wanted: what it would be here
        "header-line": ("line", "text"),  # line: its number in the file
        "header-missing": ("word",),  # word: game or seats
        "game-unknown": ("game",),
        "rules-not-here": ("rules", "present"),  # the rules version asked for, and the one there is
        "seed-needs": ("word",),  # word: the header line (table, rules) that a seed cannot be checked without
        "unreadable-step": ("text",),
        "wrong-number": ("found",),  # found: the number the line has instead
        "wrong-seat": ("seat", "asked"),  # asked: the seats that are
        "draw-missing": ("token", "expected"),  # expected: what could have come, separated by blanks
        "draw-impossible": ("token", "expected"),
        "draw-left-over": ("token", "expected"),  # token: the first one too many
        "draw-not-of-seed": ("token", "expected"),  # expected: what the seed gives
        "added-after-void": ("seat",),  # a seat that voided a deal added to the next one
        "result-wrong": ("found", "expected"),  # places by seat
        "after-result": ("text",),
    },
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code; its parameters are those that PARAMS names."""
    return Refused(code, params)
