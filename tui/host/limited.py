"""What a host counts, since others notice it or it can be guessed: by what, and how it is refused."""

from __future__ import annotations

from typing import NamedTuple

from tui.host.refusals import LimitCode

HOUR = 3600.0


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
"""Codes of keys and accounts that are typed, right or wrong, and what is asked for as seldom."""
TABLE_CODES = Limit("table codes", "code_guesses", 600.0, "too-many-tries")
NOTICE_CODES = Limit("notice codes", "code_guesses", 600.0, "too-many-tries")
