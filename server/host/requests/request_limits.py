"""How often a player, and all players of an address, may do what others notice or what can be guessed."""

from __future__ import annotations

from typing import NamedTuple

from server.cluster.limits import ActionLimit, SharedLimit
from server.lobby.lobby import Lobby
from server.settings.timeouts import DAY
from tui.host import limited
from tui.host.limited import Limit
from tui.host.refusals import LimitCode


class RequestLimits(NamedTuple):
    """The limits of a host, over all nodes."""

    accounts: ActionLimit
    """New accounts of an address."""
    chat: SharedLimit
    """Chat lines, in the lobby and at tables together."""
    renames: SharedLimit
    follows: SharedLimit
    """Players whom one begins to follow."""
    messages: SharedLimit
    """Lines to one player."""
    invitations: SharedLimit
    reports: SharedLimit
    """Reports, and answers to decisions."""
    analyses: SharedLimit
    """Analyses of players with an account."""
    guest_analyses: SharedLimit
    key_codes: SharedLimit
    """Codes of keys, and recovery codes. They count against who types them alone: a limit for each account
    would let a stranger keep its owner out, and 80 bits need none.
    """
    table_codes: SharedLimit
    """Codes of seats and of private tables."""
    notice_codes: SharedLimit


def request_limits(lobby: Lobby) -> RequestLimits:
    """Return the limits of a lobby's players, as the configuration says them at the moment."""
    dependencies = lobby.dependencies
    windows, limits = dependencies.nodes.windows, dependencies.limits
    tell = dependencies.metrics.refused

    def most(what: str, setting: str, seconds: float, code: LimitCode) -> ActionLimit:
        return ActionLimit(windows, what, lambda: getattr(limits.now, setting), seconds, code, tell)

    def shared(one: Limit, setting: str = "") -> SharedLimit:
        """How often one player, and all players of an address together, may do something."""
        own = most(one.what, setting or one.setting, one.seconds, one.code)
        of_all = most(one.what, f"{one.setting}_per_address", one.seconds, one.code)
        return SharedLimit(own, of_all, lobby.presence.address_of_asker)

    return RequestLimits(
        accounts=most("accounts", "accounts_per_address", DAY, "too-many-accounts"),
        chat=shared(limited.CHAT),
        renames=shared(limited.RENAMES),
        follows=shared(limited.FOLLOWS),
        messages=shared(limited.MESSAGES),
        invitations=shared(limited.INVITATIONS),
        reports=shared(limited.REPORTS),
        analyses=shared(limited.ANALYSES),
        guest_analyses=shared(limited.ANALYSES, "analyses_of_guests"),
        key_codes=shared(limited.KEY_CODES),
        table_codes=shared(limited.TABLE_CODES),
        notice_codes=shared(limited.NOTICE_CODES),
    )
