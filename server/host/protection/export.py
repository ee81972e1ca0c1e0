"""Everything that a host knows of a player, part by part.

A room that stores something of players adds its part to `PARTS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import to_builtins

from server.host.account_removal import stored
from server.host.player_requests import PlayerRequests, PortServices
from server.identity.accounts import Player
from server.table.chat import EVERYTHING

Part = Callable[[PortServices, Player], Awaitable[Any]]
MOST_GAMES = 1_000_000


async def _account(services: PortServices, player: Player) -> Any:
    profile = await services.accounts.profile(player.id)
    facts = (await services.accounts.facts([player.id])).get(player.id)
    return {
        "id": player.id,
        "created": facts.created if facts else None,
        "name": player.name,
        "guest": player.guest,
        "provisional": profile.provisional,
        "moderator": player.id in services.moderation.standing.moderators,
    }


async def _keys(services: PortServices, player: Player) -> Any:
    return [to_builtins(key) for key in await services.accounts.keys(player.id)]


async def _recovery(services: PortServices, player: Player) -> Any:
    code = await services.accounts.recovery(player.id)
    return {"made": code.made} if code else None


async def _settings(services: PortServices, player: Player) -> Any:
    return dict((await services.accounts.profile(player.id)).settings)


async def _ignored(services: PortServices, player: Player) -> Any:
    return sorted((await services.accounts.profile(player.id)).ignored.values())


async def _follows(services: PortServices, player: Player) -> Any:
    followed = await services.people.followed(player.id)
    facts = await services.accounts.facts(followed)
    return sorted(one.name for one in facts.values())


async def _messages(services: PortServices, player: Player) -> Any:
    """Messages and invitations that wait to be read."""
    return [
        {"kind": one.kind, "from": one.name, "sent": one.sent, "table": one.table, "text": one.text}
        for one in await services.people.waiting(player.id)
    ]


async def _notices(services: PortServices, player: Player) -> Any:
    store = services.notices.store
    to = await store.recipient(player.id)
    return {
        "recipient": {"service": to.service, "recipient": to.recipient, "language": to.language}
        if to
        else None,
        "sent": [{"table": table, "at": at} for table, at in await store.sent(player.id)],
    }


async def _ratings(services: PortServices, player: Player) -> Any:
    found = await services.lobby.dependencies.journal.ratings.of([player.id])
    return [
        {"game": game, "ladder": entrant.kind, "rating": to_builtins(rating)}
        for game, entrant, rating in found
    ]


async def _games(services: PortServices, player: Player) -> Any:
    ended = await services.lobby.dependencies.journal.finished(player.id, MOST_GAMES)
    return [
        {
            "id": one.opening.id,
            "table": one.opening.name,
            "game": one.opening.game,
            "opened": one.opening.opened,
            "ended": one.time,
            "result": to_builtins(one.outcome),
        }
        for one in ended
    ]


async def _tables(services: PortServices, player: Player) -> Any:
    tables = services.lobby.tables_of(player.id)
    return [
        {"id": one.opening.id, "table": one.opening.name, "game": one.opening.game, "stage": one.state.stage}
        for one in tables
    ]


async def _talk(services: PortServices, player: Player) -> Any:
    lobby = services.lobby
    places = {"lobby": lobby.broadcaster.talk}
    places |= {table.opening.name: table.audience.talk for table in lobby.tables}
    return [
        {"place": place, "time": line.time, "text": line.text}
        for place, talk in places.items()
        for who, line in talk.heard(EVERYTHING)
        if who == player.id
    ]


async def _letters(services: PortServices, player: Player) -> Any:
    return [to_builtins(one.shown()) for one in await services.moderation.store.letters(player.id)]


async def _reports_made(services: PortServices, player: Player) -> Any:
    return [
        {"about": report.name, "kind": report.kind, "text": complaint.text, "time": complaint.time}
        for report in await services.moderation.store.reports()
        for complaint in report.complaints
        if complaint.who == player.id
    ]


async def _reports_about(services: PortServices, player: Player) -> Any:
    """What was said by the player, and what was decided: not who complained."""
    return [
        {
            "kind": report.kind,
            "time": report.time,
            "talk": [said.line.text for said in report.talk if said.who == player.id],
            "verdict": report.decision.verdict if report.decision else None,
            "reason": report.decision.reason if report.decision else None,
        }
        for report in await services.moderation.store.reports()
        if report.about == player.id
    ]


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "account": _account,
        "keys": _keys,
        "recovery_code": _recovery,
        "settings": _settings,
        "ignored": _ignored,
        "follows": _follows,
        "messages": _messages,
        "notices": _notices,
        "ratings": _ratings,
        "games": _games,
        "tables": _tables,
        "talk": _talk,
        "letters": _letters,
        "reports_made": _reports_made,
        "reports_about": _reports_about,
    }
)
"""Each part, by its key in the JSON."""


class ExportRequests(PlayerRequests):
    """Carries out a player's request for everything that is known of them."""

    async def export(self) -> Mapping[str, Any]:
        """Return everything that the host knows of the player. Raises Refused ("too-many-tries")."""
        player = self._me.player
        await self._services.key_tries.count(player.id, self.now())
        return {name: await stored(part(self._services, player)) for name, part in PARTS.items()}
