"""Makes the parts of a host that send notices, from its dependencies."""

from __future__ import annotations

from server.host.dependencies import HostDependencies
from server.lobby.presence import Presence
from server.nodes.limits import ActionLimit, SharedLimit
from server.notices.confirmation import NoticeDesk
from server.notices.scheduler import NoticeScheduler
from server.settings.address import UNKNOWN_HOST, ssh_host
from server.settings.timeouts import DAY


def notice_scheduler(dependencies: HostDependencies, presence: Presence) -> NoticeScheduler:
    """Return what sends notices of turns."""
    return NoticeScheduler(
        services=dependencies.notice_services,
        settings=dependencies.notice_settings,
        store=dependencies.notices,
        sender=dependencies.sender,
        away_since=presence.away_since,
        profile=dependencies.accounts.profile,
        ssh_host=ssh_host(dependencies.public) if dependencies.public else UNKNOWN_HOST,
        acts_for=dependencies.nodes.duties.acts_for,
        clock=dependencies.clock,
        timer=dependencies.timer,
        pause=dependencies.pause,
    )


def notice_desk(dependencies: HostDependencies, tries: SharedLimit) -> NoticeDesk:
    """Return what players choose their recipients at; `tries` limits the codes that they type."""
    settings = dependencies.notice_settings

    def codes(what: str) -> ActionLimit:
        windows, refused = dependencies.nodes.windows, dependencies.metrics.refused
        return ActionLimit(windows, what, lambda: settings.codes_a_day, DAY, "too-many-codes", refused)

    return NoticeDesk(
        services=dependencies.notice_services,
        store=dependencies.notices,
        sender=dependencies.sender,
        clock=dependencies.clock,
        secret=dependencies.secret,
        valid=settings.code,
        codes=codes("notice codes of a player"),
        recipients=codes("notice codes of a recipient"),
        tries=tries,
    )
