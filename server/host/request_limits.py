"""How often a player, and all players of an address, may do what others notice or what can be guessed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from server.lobby.lobby import Lobby
from server.nodes.limits import ActionLimit, SharedLimit
from server.settings.limits import Limits
from tui.host.refusals import LimitCode

CHAT_SECONDS = 10.0
"""The seconds that chat lines are counted in."""
RENAME_SECONDS = 60.0
"""The seconds that new names are counted in."""
GUESS_SECONDS = 600.0
"""The seconds that typed codes are counted in."""
HOUR = 3600.0
"""The seconds that following, messages, invitations, reports and analyses are counted in."""


Most = Callable[[Limits], int]
"""How often something may be done, as the limits of the moment say."""


class RequestLimits(NamedTuple):
    """The limits of a host, over all nodes."""

    chat: SharedLimit
    """Chat lines, in the lobby and at tables together."""
    renames: SharedLimit
    follows: SharedLimit
    messages: SharedLimit
    invitations: SharedLimit
    reports: SharedLimit
    analyses: SharedLimit
    guest_analyses: SharedLimit
    key_codes: SharedLimit
    table_codes: SharedLimit
    notice_codes: SharedLimit


def request_limits(lobby: Lobby) -> RequestLimits:
    """Return the limits of a lobby's players, as the configuration says them at the moment."""
    dependencies = lobby.dependencies
    windows, limits = dependencies.nodes.windows, dependencies.limits
    tell = dependencies.metrics.refused

    def limit(what: str, most: Most, per_address: Most, seconds: float, code: LimitCode) -> SharedLimit:
        """How often one player, and all players of an address together, may do something."""
        own = ActionLimit(windows, what, lambda: most(limits.now), seconds, code, tell)
        shared = ActionLimit(windows, what, lambda: per_address(limits.now), seconds, code, tell)
        return SharedLimit(own, shared, lobby.presence.address_of)

    def codes(what: str) -> SharedLimit:
        return limit(
            what,
            lambda now: now.code_guesses,
            lambda now: now.code_guesses_per_address,
            GUESS_SECONDS,
            "too-many-tries",
        )

    def analyses(most: Callable[[Limits], int]) -> SharedLimit:
        return limit("analyses", most, lambda now: now.analyses_per_address, HOUR, "too-many-analyses")

    return RequestLimits(
        chat=limit(
            "chat",
            lambda now: now.chat_lines,
            lambda now: now.chat_lines_per_address,
            CHAT_SECONDS,
            "too-many-lines",
        ),
        renames=limit(
            "renames",
            lambda now: now.renames,
            lambda now: now.renames_per_address,
            RENAME_SECONDS,
            "too-many-names",
        ),
        follows=limit(
            "follows", lambda now: now.follows, lambda now: now.follows_per_address, HOUR, "too-many-follows"
        ),
        messages=limit(
            "messages",
            lambda now: now.messages,
            lambda now: now.messages_per_address,
            HOUR,
            "too-many-messages",
        ),
        invitations=limit(
            "invitations",
            lambda now: now.invitations,
            lambda now: now.invitations_per_address,
            HOUR,
            "too-many-invitations",
        ),
        reports=limit(
            "reports", lambda now: now.reports, lambda now: now.reports_per_address, HOUR, "too-many-reports"
        ),
        analyses=analyses(lambda now: now.analyses),
        guest_analyses=analyses(lambda now: now.analyses_of_guests),
        key_codes=codes("key codes"),
        table_codes=codes("table codes"),
        notice_codes=codes("notice codes"),
    )
