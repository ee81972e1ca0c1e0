"""How often a player, and all players of an address, may do what others notice or what can be guessed."""

from __future__ import annotations

from typing import NamedTuple

from server.cluster.limits import ActionLimit, SharedLimit
from server.lobby.lobby import Lobby
from tui.host import limited
from tui.host.limited import Limit


class RequestLimits(NamedTuple):
    """The limits of a host, over all nodes."""

    chat: SharedLimit
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

    def shared(one: Limit, setting: str = "") -> SharedLimit:
        """How often one player, and all players of an address together, may do something."""
        most, all_most = setting or one.setting, f"{one.setting}_per_address"
        own = ActionLimit(windows, one.what, lambda: getattr(limits.now, most), one.seconds, one.code, tell)
        of_all = ActionLimit(
            windows, one.what, lambda: getattr(limits.now, all_most), one.seconds, one.code, tell
        )
        return SharedLimit(own, of_all, lobby.presence.address_of)

    return RequestLimits(
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
