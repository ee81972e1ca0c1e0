"""Why a host refuses, whatever the game: every code once, with the parameters it carries.

mypy follows a code from `refused` to its sentence in `tui.language.refusals`; codes of one game's rules
are in `engine.<game>.model.refusals`. Texts among the parameters are cleaned.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from engine.game import Param, Refused
from engine.refusals import PARAMS as RULES
from engine.refusals import GeneralCode
from tui.host.pictures import Stage

Code = Literal[
    GeneralCode,
    "busy",
    "not-saved",
    "broken",
    "host-full",
    "draining",
    "no-table",
    "table-open",
    "table-running",
    "table-over",
    "table-frozen",
    "unknown-game",
    "seats-not-possible",
    "clock-not-possible",
    "too-many-tables",
    "too-many-tables-here",
    "nearly-full",
    "no-guests",
    "too-many-accounts",
    "table-full",
    "seats-kept",
    "seats-empty",
    "kicked",
    "not-owner",
    "not-seated",
    "already-seated",
    "no-bot-here",
    "no-such-seat",
    "seat-empty",
    "own-seat",
    "not-asked",
    "no-such-answer",
    "no-odds",
    "odds-off",
    "too-many-odds",
    "odds-failed",
    "seat-not-away",
    "line-empty",
    "line-long",
    "too-many-lines",
    "nobody-called",
    "too-many-ignored",
    "name-length",
    "name-characters",
    "name-scripts",
    "name-reserved",
    "name-taken",
    "too-many-names",
    "setting-not-possible",
    "account-gone",
    "account-moved",
    "still-playing",
    "code-unknown",
    "too-many-tries",
    "account-seat",
    "no-key",
    "no-account",
    "own-key",
    "key-playing",
    "not-json",
    "not-utf8",
    "line-too-long",
    "no-request",
    "bad-id",
    "do-missing",
    "do-unknown",
    "field-missing",
    "field-unknown",
    "field-wrong",
    "too-fast",
    "too-many-watched",
    "seq-passed",
    "move-wrong",
    "option-not-possible",
    "game-over",
    "not-your-turn",
    "banned",
    "banned-until",
    "several-called",
]
"""Every code that is not of one game alone."""
PARAMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **{code: params for code, params in RULES.items() if code in get_args(GeneralCode)},
        # The host could not
        "busy": (),
        "not-saved": (),
        "broken": (),
        "host-full": (),
        "draining": (),  # no new games: the host is about to stop
        # Which table, and at what stage it is
        "no-table": ("table",),  # also where it is private and its code is not known
        "table-open": (),
        "table-running": (),
        "table-over": (),
        "table-frozen": (),
        # Opening and seats
        "unknown-game": ("game", "games"),
        "seats-not-possible": ("seats", "least", "most"),
        "clock-not-possible": ("clock", "most"),  # most: minutes
        "too-many-tables": ("most",),
        "too-many-tables-here": ("most",),
        "too-many-accounts": ("most", "seconds", "wait"),
        "nearly-full": (),
        "no-guests": (),  # an operator lets nobody in without a key
        "table-full": (),
        "seats-kept": (),  # what is free is kept for those who played before
        "seats-empty": ("empty",),
        "kicked": (),
        "not-owner": (),
        "not-seated": (),
        "already-seated": (),
        "no-bot-here": (),
        "no-such-seat": ("seat", "seats"),
        "seat-empty": ("seat",),
        "own-seat": (),
        # In a game
        "option-not-possible": ("option", "value"),
        "game-over": (),
        "not-asked": (),
        "not-your-turn": ("seat",),
        "no-such-answer": ("word", "words"),  # what can be said beforehand here and now
        "no-odds": ("game",),  # this game has no chances to tell
        "odds-off": (),  # the table agreed on none
        "too-many-odds": ("most", "seconds", "wait"),
        "odds-failed": (),  # they could not be worked out just now
        "seat-not-away": ("seat",),  # nobody's who is here, or not long enough away, or a bot's
        # Talk
        "line-empty": (),
        "line-long": ("most",),  # cells
        "too-many-lines": ("most", "seconds", "wait"),  # wait: seconds until the next
        "nobody-called": ("name",),
        "several-called": ("name",),
        "too-many-ignored": ("most",),
        # Who one is
        "banned": (),
        "banned-until": ("days",),
        "name-length": ("shortest", "longest"),  # cells
        "name-characters": ("character",),
        "name-scripts": (),
        "name-reserved": (),
        "name-taken": (),
        "too-many-names": ("most", "seconds", "wait"),
        "setting-not-possible": ("setting",),
        "account-gone": (),  # this session's account wanted to be forgotten
        "account-moved": (),  # its key opens another account now
        "still-playing": (),  # who sits at a running game cannot be forgotten
        # Codes
        "code-unknown": (),  # wrong, used or too old
        "too-many-tries": ("most", "seconds", "wait"),
        "account-seat": (),  # an account's seat needs no code
        "no-key": (),  # a guest's session has no key to add to an account
        "no-account": (),  # a guest has no account to add a key to
        "own-key": (),
        "key-playing": (),  # the other key's player sits at a running game
        # Programs, see docs/api.md
        "not-json": ("byte",),
        "not-utf8": (),
        "line-too-long": ("most",),  # bytes
        "no-request": (),
        "bad-id": ("most",),  # characters
        "do-missing": (),
        "do-unknown": ("do", "known"),
        "field-missing": ("do", "field"),
        "field-unknown": ("do", "field", "known"),
        "field-wrong": ("do", "field", "expected"),
        "too-fast": ("wait",),  # seconds
        "too-many-watched": ("most",),
        "seq-passed": ("seq",),  # the step the table is at
        "move-wrong": ("why",),  # what a decoder says to the JSON of a move
    }
)


_WRONG_STAGE: Mapping[Stage, Code] = MappingProxyType(
    {"open": "table-open", "running": "table-running", "over": "table-over", "frozen": "table-frozen"}
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code; its parameters are those that PARAMS names."""
    return Refused(code, params)


def wrong_stage(stage: Stage) -> Refused:
    """The refusal of what cannot be done at a table at this stage."""
    return Refused(_WRONG_STAGE[stage])
