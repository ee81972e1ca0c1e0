"""The codes with which a host refuses, whatever the game, each with the parameters it carries; and what it
counts, since others notice it or it can be guessed.

mypy follows a code from `refused` to its sentence in `tui.language.refusals`; codes of one game's rules are
in `engine.<game>.model.refusals`. Texts among the parameters are cleaned.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from engine.game import Param, Refused
from engine.refusals import PARAMS as RULES
from engine.refusals import GeneralCode, params_of
from tui.host.pictures import StageName

HOUR = 3600.0
LimitCode = Literal[
    "too-many-accounts",
    "too-many-odds",
    "too-many-analyses",
    "too-many-lines",
    "too-many-follows",
    "too-many-messages",
    "too-many-invitations",
    "too-many-reports",
    "too-many-names",
    "too-many-codes",
    "too-many-tries",
]
"""Something was done too often; they carry most, seconds and wait (seconds until the next)."""


class Limit(NamedTuple):
    """How often a player may do something."""

    what: str
    """What is counted."""
    setting: str
    """The limit of the configuration; with _per_address behind it that of all players of an address."""
    seconds: float
    """The time that is counted in."""
    code: LimitCode


CHAT = Limit("chat", "chat_lines", 10.0, "too-many-lines")
"""Chat lines, in the lobby and at tables together."""
RENAMES = Limit("renames", "renames", 60.0, "too-many-names")
FOLLOWS = Limit("follows", "follows", HOUR, "too-many-follows")
MESSAGES = Limit("messages", "messages", HOUR, "too-many-messages")
INVITATIONS = Limit("invitations", "invitations", HOUR, "too-many-invitations")
REPORTS = Limit("reports", "reports", HOUR, "too-many-reports")
ANALYSES = Limit("analyses", "analyses", HOUR, "too-many-analyses")
KEY_CODES = Limit("key codes", "code_guesses", 600.0, "too-many-tries")
"""Codes of keys and accounts that are typed, right or wrong, and what is asked for as seldom. They count
against who types them alone: a limit for each account would let a stranger keep its owner out, and 80 bits
need none.
"""
TABLE_CODES = Limit("table codes", "code_guesses", 600.0, "too-many-tries")
NOTICE_CODES = Limit("notice codes", "code_guesses", 600.0, "too-many-tries")
GoneCode = Literal["account-gone", "account-moved"]
"""Why a session has no account any more: it has been deleted, or the key now opens another one."""
PlayingCode = Literal["still-playing", "key-playing"]
"""A player with a seat at a running game, or the other key's, wants to leave it for good."""
Code = Literal[
    GeneralCode,
    LimitCode,
    GoneCode,
    PlayingCode,
    # The host could not
    "busy",
    "not-saved",
    "unsure",  # the store stopped answering: perhaps it is written, perhaps not
    "broken",
    "host-full",
    "draining",  # no new games: the host is about to stop
    "moving",  # no new tables on this node: it is about to stop, others go on
    # Tables and their stages
    "no-table",
    "table-open",
    "table-running",
    "table-over",
    "table-frozen",
    "table-damaged",
    # Opening and seats
    "unknown-game",
    "seats-not-possible",
    "clock-not-possible",
    "rated-without-clock",
    "no-start-time",
    "start-time-past",
    "start-time-far",
    "too-many-tables",
    "too-many-tables-here",
    "nearly-full",
    "sessions-full",  # on all nodes, as many as the host carries
    "too-many-sessions",
    "account-not-saved",  # the disk is full or failing: no new key can be taken in
    "no-guests",  # an operator refuses guests
    "others-play",  # other players sit at a game that one player wants to end
    "table-full",
    "seats-kept",  # the free seats are kept for those who played before
    "seats-empty",
    "reveals-awaited",
    "reveal-early",
    "reveal-differs",  # another text than the one whose hash the seat committed to
    "daily-account",
    "daily-void",  # the host was restored from a backup of today, so some know its luck
    "daily-played",
    "deal-open",  # others may still play it
    "deal-seated",
    "dice-shared",  # other tables play the same deal
    "no-cup",
    "cup-rounds",
    "cup-limit",
    "cup-equal",
    "cup-closed",
    "cup-full",
    "cup-new",
    "cup-out",
    "cup-entered",
    "not-entered",
    "cup-often",
    "cup-address",
    "cup-begun",
    "cup-few",
    "cup-match",
    "cup-over",
    "not-organiser",
    "no-cup-table",
    "cup-own",
    "no-cup-seats",
    "match-tables",
    "no-deal",
    "no-match",
    "dice-voided",  # the seat voided a deal of this table
    "dice-text",
    "no-hash",
    "no-signature",
    "no-result",  # a game that ended without one
    "not-your-key",
    "signs-other",  # another text than the record
    "kicked",
    "programs-unwelcome",
    "not-owner",
    "not-seated",
    "already-seated",
    "no-bot-here",
    "no-such-seat",
    "seat-empty",
    "own-seat",
    # In a game
    "option-not-possible",
    "game-over",
    "not-asked",
    "not-your-turn",
    "lesson-move",
    "not-in-lesson",
    "nothing-to-read",
    "no-lesson",
    "no-such-answer",
    "nothing-planned",  # a plan that says nothing: the player is asked now
    "condition-unclear",
    "answered-twice",
    "plan-too-long",
    "no-odds",
    "odds-off",  # the table has turned odds off
    "odds-failed",  # odds could not be computed just now
    "course-failed",  # an ended game could not be worked out, or its cast not drawn
    # The analysis of finished games
    "analyses-off",  # the host makes none
    "analyses-full",  # as many games wait for theirs as the host lets wait
    "seat-not-away",
    # Talk
    "line-empty",
    "line-long",
    "nobody-called",
    "several-called",
    "too-many-ignored",
    # Other players
    "no-player",
    "yourself",
    "guest-there",
    "not-followable",
    "too-many-followed",
    "not-followed-back",
    "too-many-days-away",
    "live-clock-runs",
    "not-invitable",
    "sits-there",
    "notes-full",
    # Profiles and histories
    "no-account-called",
    "guest-history",  # a guest has neither a profile nor a history
    "profile-hidden",
    "no-page",  # what was handed back as the place of a page is none
    "no-period",
    # Clubs
    "no-club",
    "which-club",
    "club-name-taken",
    "too-many-clubs",
    "club-full",
    "officers-only",
    "last-officer",
    "no-member",
    "member-already",
    "not-invited",
    "founder-stays",
    "calendar-full",
    "no-calendar-entry",
    # Who one is
    "banned",
    "banned-until",
    "banned-why",
    "muted",
    "conduct-first",
    # Reports and moderation
    "report-self",
    "nothing-to-answer",
    "not-moderator",
    "no-report",
    "report-closed",  # another moderator was first
    "own-report",  # a moderator decides no report about themselves
    "own-game",  # nor whether a game counts that they played
    "unrated",
    "time-not-possible",
    "nothing-to-lift",
    "recovery-wrong",  # there is no such account, or the code is wrong or used up
    "no-such-key",
    "last-key",
    "guest-unknown",  # a guest who has left has no address that could be banned
    "name-length",
    "name-characters",
    "name-scripts",
    "name-reserved",
    "name-taken",
    "setting-not-possible",
    # Codes
    "code-unknown",  # wrong, used or too old
    "account-seat",  # an account's seat needs no code
    "no-key",  # a guest's session has no key to add to an account
    "no-account",  # a guest has no account to add a key to
    "account-later",  # a guest whose key got none: too many were made from their network
    "own-key",
    # Notices to players who are away
    "no-notices",  # the host has no service
    "no-service",
    "no-recipient",
    "wrong-recipient",
    "notices-stopped",  # whoever gets messages there wants none
    "too-many-recipients",
    "notice-not-taken",
    # Programs, see docs/api.md
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
]
"""Every code that does not belong to one game alone."""
PARAMS: Mapping[str, tuple[str, ...]] = params_of(
    Code,
    {
        **{code: params for code, params in RULES.items() if code in get_args(GeneralCode)},
        **dict.fromkeys(get_args(LimitCode), ("most", "seconds", "wait")),
        "no-table": ("table",),  # also for a private table whose code is not known
        "unknown-game": ("game", "games"),
        "seats-not-possible": ("seats", "least", "most"),
        "clock-not-possible": ("clock",),
        "no-start-time": ("text",),
        "start-time-far": ("most",),  # days
        "too-many-tables": ("most",),
        "too-many-tables-here": ("most",),
        "too-many-sessions": ("most",),
        "seats-empty": ("empty",),
        "reveals-awaited": (
            "seats",
        ),  # the start was asked for; these seats reveal what they add to the dice
        "daily-account": ("moves",),  # a guest, or an account that has finished no game with so many moves
        "deal-seated": ("table",),  # table: another one with the same luck where the player has a seat
        "no-cup": ("cup",),
        "cup-rounds": ("most",),
        "cup-limit": ("most",),
        "cup-full": ("most",),
        "cup-new": ("games", "moves", "days"),
        "cup-out": ("days",),
        "cup-address": ("most",),
        "cup-few": ("least",),
        "match-tables": ("most",),  # most: the most tables of a duplicate match
        "no-deal": ("game", "date"),  # there was no deal of the day
        "no-match": ("table",),  # the table belongs to no duplicate match
        "dice-text": ("most",),  # most: characters
        "no-such-seat": ("seat", "seats"),
        "seat-empty": ("seat",),
        "option-not-possible": ("option", "value", "accepted"),
        "not-your-turn": (
            "seat",
            "asked",
        ),  # what any board names: asked: the seats that are; seat: the first
        "lesson-move": ("game", "step", "move"),  # allowed by the rules, but the lesson makes another one
        "no-lesson": ("game",),  # there is none for this game
        "no-such-answer": ("word", "words"),  # there is no such standing answer now
        "condition-unclear": ("words", "known"),  # no event that may come is meant, or several kinds are
        "answered-twice": ("words",),  # two answers to the same thing in one place
        "plan-too-long": ("most",),
        "no-odds": ("game",),  # this game has no odds
        "seat-not-away": ("seat",),  # not a seat of a player who has been away long enough
        "line-long": ("most",),  # cells
        "nobody-called": ("name",),
        "several-called": ("name",),
        "too-many-ignored": ("most",),
        "no-player": ("name",),  # neither here nor an account
        "guest-there": ("name",),  # guests cannot be followed
        "not-followable": ("name",),
        "too-many-followed": ("most",),
        "not-followed-back": ("name",),  # who gets messages only from players they follow
        "too-many-days-away": ("days",),
        "live-clock-runs": ("table",),
        "not-invitable": ("name",),  # ignores this player, or is away and does not follow them
        "sits-there": ("name",),
        "notes-full": ("name",),  # so much waits for this player that nothing more is kept
        "no-account-called": ("name",),
        "profile-hidden": ("name",),
        "no-period": ("period",),
        "no-club": ("club",),
        "which-club": ("clubs",),
        "club-name-taken": ("name",),
        "too-many-clubs": ("most",),
        "club-full": ("most",),
        "no-member": ("name",),
        "member-already": ("name",),
        "not-invited": ("club",),
        "founder-stays": ("name",),
        "calendar-full": ("most",),
        "no-calendar-entry": ("number",),
        "banned-until": ("days", "minutes"),
        "banned-why": ("days", "minutes", "reason", "host"),  # 0: for good
        "muted": ("minutes", "reason"),  # minutes: 0 for good
        "no-report": ("report",),
        "time-not-possible": ("most",),  # most: days
        "no-such-key": ("key",),
        "name-length": ("shortest", "longest"),  # cells
        "name-characters": ("character",),
        "setting-not-possible": ("setting", "values"),  # values: what it can be, if there are few
        "no-service": ("service", "services"),
        "no-recipient": ("recipient",),  # not one of the player's own
        "wrong-recipient": ("service", "kind"),  # kind: "mail" or "topic"
        "too-many-recipients": ("most",),
        "notice-not-taken": ("service",),  # the service did not take the code
        "not-json": ("byte",),
        "line-too-long": ("most",),  # bytes
        "bad-id": ("most",),  # characters
        "do-unknown": ("do", "known"),
        "field-missing": ("do", "field"),
        "field-unknown": ("do", "field", "known"),
        "field-wrong": ("do", "field", "expected"),
        "too-fast": ("wait",),  # seconds
        "too-many-watched": ("most",),
        "seq-passed": ("seq",),  # the step the table is at
        "move-wrong": ("why",),  # what a decoder reports about the JSON of a move
    },
)


_WRONG_STAGE: Mapping[StageName, Code] = MappingProxyType(
    {
        "open": "table-open",
        "running": "table-running",
        "over": "table-over",
        "frozen": "table-frozen",
        "damaged": "table-damaged",
    }
)


def refused(code: Code, **params: Param) -> Refused:
    """The refusal with this code; its parameters are those that PARAMS names."""
    return Refused(code, params)


def not_your_turn(asked: tuple[int, ...]) -> Refused:
    """The refusal of a move by a seat that is not asked, while these seats are."""
    return refused("not-your-turn", seat=asked[0], asked=asked) if asked else refused("not-asked")


def wrong_stage(stage: StageName) -> Refused:
    """The refusal of a request that is not possible at a table at this stage."""
    return Refused(_WRONG_STAGE[stage])
