"""Makes the parts of a host that send notices, from its dependencies."""

from __future__ import annotations

from server.cluster.limits import ActionLimit, SharedLimit
from server.host.bans import Bans
from server.host.dependencies import HostDependencies
from server.lobby.lobby import Lobby
from server.lobby.presence import Presence
from server.notices.confirmation import CountCode, NoticeDesk
from server.notices.letters import Letters
from server.notices.scheduler import NoticeScheduler
from server.settings.address import ssh_host
from server.settings.timeouts import DAY
from tui.host.notice_events import UNKNOWN_HOST


def notice_scheduler(dependencies: HostDependencies, lobby: Lobby, bans: Bans) -> NoticeScheduler:
    """Return what tells players who are away of turns, and of what else they want to know."""
    letters = Letters(
        lobby,
        services=dependencies.notice_services,
        settings=dependencies.notice_settings,
        sender=dependencies.sender,
        ban_of=bans.of_player,
        web=dependencies.web,
        pause=dependencies.pause,
        zone=dependencies.zone,
    )
    here = ssh_host(dependencies.public) if dependencies.public else UNKNOWN_HOST
    return NoticeScheduler(lobby, letters, dependencies.notice_settings, here, dependencies.web)


def notice_desk(dependencies: HostDependencies, presence: Presence, tries: SharedLimit) -> NoticeDesk:
    """Return what players choose their recipients at; `tries` limits the codes that they type."""
    settings = dependencies.notice_settings
    return NoticeDesk(
        services=dependencies.notice_services,
        store=dependencies.stores.notices,
        sender=dependencies.sender,
        clock=dependencies.clock,
        secret=dependencies.secret,
        valid=settings.code,
        count_code=_code_limit(dependencies, presence),
        tries=tries,
    )


def _code_limit(dependencies: HostDependencies, presence: Presence) -> CountCode:
    """Return what counts codes: by who asks, by the address that they come from, and by the place that a code
    goes to. One address gets half of the codes to a place: it cannot use up those of the place's owner.
    """
    settings = dependencies.notice_settings

    def limit(what: str, most: int) -> ActionLimit:
        windows, refused = dependencies.nodes.windows, dependencies.metrics.refused
        return ActionLimit(windows, what, lambda: most, DAY, "too-many-codes", refused)

    own = limit("notice codes of a player", settings.codes_a_day)
    of_address = limit("notice codes of an address", settings.codes_a_day_per_address)
    to_place = limit("notice codes of a recipient", settings.codes_a_day)
    half = limit("notice codes of an address to a recipient", (settings.codes_a_day + 1) // 2)

    async def count(player: str, place: str, now: float) -> None:
        address = presence.address_of_asker(player)
        shared = (of_address.window(address), half.window(f"{address} {place}")) if address else ()
        await own.count_in((*shared, own.window(player), to_place.window(place)), now)

    return count
