"""What a host counts, since others notice it or it can be guessed: by what, and how it is refused."""

from __future__ import annotations

from typing import Literal, NamedTuple

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
