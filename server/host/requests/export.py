"""Everything that a host knows of a player, part by part.

A room that stores something of players adds its part to `PARTS`; `tests/server/host/test_export.py` names
every table of the database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from math import inf
from types import MappingProxyType
from typing import Any

from msgspec import to_builtins

from server.host.account_removal import stored
from server.host.parts import HostParts
from server.host.requests.player_requests import PlayerRequests
from server.identity.accounts import Player
from server.people.audit import PROPOSED
from server.store.journal.personal import PersonalRecords
from server.store.notices import NoticeRecipient
from server.table.chat import EVERYTHING
from tui.host.refusals import KEY_CODES

Part = Callable[[HostParts, Player], Awaitable[Any]]
MOST_GAMES = MOST_ENTRIES = 1_000_000


async def _account(services: HostParts, player: Player) -> Any:
    profile = await services.stores.accounts.profile(player.id)
    facts = (await services.stores.accounts.facts([player.id])).get(player.id)
    return {
        "id": player.id,
        "created": facts.created if facts else None,
        "name": player.name,
        "guest": player.guest,
        "provisional": profile.provisional,
        "moderator": player.id in services.moderation.standing.moderators,
        "hidden": bool(facts and facts.hidden),
    }


async def _former_names(services: HostParts, player: Player) -> Any:
    """Names that the player gave up and that nobody else gets yet."""
    now = services.lobby.dependencies.clock()
    return [one._asdict() for one in await services.stores.accounts.former_names(player.id, now)]


async def _bans(services: HostParts, player: Player) -> Any:
    ban = services.bans.of_player(player.id, player.key)
    return {"since": ban.since, "until": ban.until, "reason": ban.reason} if ban else None


async def _keys(services: HostParts, player: Player) -> Any:
    return [to_builtins(key) for key in await services.stores.accounts.keys(player.id)]


async def _recovery(services: HostParts, player: Player) -> Any:
    code = await services.stores.accounts.recovery(player.id)
    return {"made": code.made} if code else None


async def _settings(services: HostParts, player: Player) -> Any:
    return dict((await services.stores.accounts.profile(player.id)).settings)


async def _ignored(services: HostParts, player: Player) -> Any:
    return sorted((await services.stores.accounts.profile(player.id)).ignored.values())


async def _follows(services: HostParts, player: Player) -> Any:
    followed = await services.stores.people.followed(player.id)
    facts = await services.stores.accounts.facts(followed)
    return sorted(one.name for one in facts.values())


async def _followers(services: HostParts, player: Player) -> Any:
    facts = await services.stores.accounts.facts(await services.stores.people.followers(player.id))
    return sorted(one.name for one in facts.values())


async def _messages(services: HostParts, player: Player) -> Any:
    """Messages and invitations that wait to be read."""
    return [
        {"kind": one.kind, "from": one.name, "sent": one.sent, "table": one.table, "text": one.text}
        for one in await services.stores.people.waiting(player.id)
    ]


async def _messages_sent(services: HostParts, player: Player) -> Any:
    """Messages and invitations of the player that wait to be read by others."""
    sent = await services.stores.people.sent(player.id)
    facts = await services.stores.accounts.facts(sorted({one.to for one in sent}))
    return [
        {
            "kind": one.kind,
            "to": facts[one.to].name if one.to in facts else None,
            "sent": one.sent,
            "table": one.table,
            "text": one.text,
        }
        for one in sent
    ]


async def _notices(services: HostParts, player: Player) -> Any:
    store = services.recipients.store
    return {
        "recipients": [_recipient(one) for one in await store.recipients(player.id)],
        "pending_recipient": _recipient(await store.pending(player.id)),
        "waiting": [{"event": one.event, "text": one.text.title} for one in await store.waiting(player.id)],
        "sent": [{"table": table, "at": at} for table, at in await store.sent(player.id)],
    }


def _recipient(to: NoticeRecipient | None) -> Any:
    return {"service": to.service, "recipient": to.recipient, "language": to.language} if to else None


async def _ratings(services: HostParts, player: Player) -> Any:
    found = await services.lobby.dependencies.journal.ratings.of([player.id])
    return [
        {"game": game, "ladder": entrant.kind, "rating": to_builtins(rating)}
        for game, entrant, rating in found
    ]


async def _rating_changes(services: HostParts, player: Player) -> Any:
    return [to_builtins(one) for one in (await _records(services, player)).rating_changes]


async def _signatures(services: HostParts, player: Player) -> Any:
    return [to_builtins(one) for one in (await _records(services, player)).signatures]


async def _missed_reveals(services: HostParts, player: Player) -> Any:
    """How often the player did not reveal what was to be added to the dice."""
    return (await _records(services, player)).missed_reveals


async def _joined(services: HostParts, player: Player) -> Any:
    """All tables that the player opened or where they sat, also those whose game never began."""
    return [to_builtins(one) for one in (await _records(services, player)).tables]


async def _records(services: HostParts, player: Player) -> PersonalRecords:
    return await services.lobby.dependencies.journal.personal(player.id)


async def _deals(services: HostParts, player: Player) -> Any:
    """The deals of the day and of matches that the player has begun."""
    return [{"deal": deal, "table": table} for deal, table in await services.deals.store.played(player.id)]


async def _clubs(services: HostParts, player: Player) -> Any:
    """Clubs that the player is in or was in, notes and entries of theirs there, and invitations."""
    memberships, notes, entries = await services.stores.clubs.known(player.id)
    invitations = await services.stores.clubs.invitations(player.id, services.lobby.dependencies.clock())
    return {
        "memberships": [
            {"club": club, "role": role, "since": since, "until": until}
            for club, role, since, until in memberships
        ],
        "notes": notes,
        "calendar": [{"club": club, **to_builtins(planned)} for club, planned in entries],
        "invitations": [{"club": club.name, "until": until} for club, until in invitations],
    }


async def _trophies(services: HostParts, player: Player) -> Any:
    """Each time that a game has given a trophy."""
    found = await services.stores.trophies.of(player.id, -inf, inf)
    return [{"trophy": one.trophy, "table": one.table, "seat": one.seat, "ended": one.ended} for one in found]


async def _cups(services: HostParts, player: Player) -> Any:
    """What stands of the player in the logs of cups."""
    found = await services.cups.store.of_account(player.id)
    return [{"cup": cup, "kind": type(entry).__name__.lower(), "time": entry.at} for cup, entry in found]


async def _games(services: HostParts, player: Player) -> Any:
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


async def _tables(services: HostParts, player: Player) -> Any:
    tables = services.lobby.tables_of(player.id)
    return [
        {"id": one.opening.id, "table": one.opening.name, "game": one.opening.game, "stage": one.state.stage}
        for one in tables
    ]


async def _talk(services: HostParts, player: Player) -> Any:
    lobby = services.lobby
    places = {"lobby": lobby.broadcaster.talk}
    places |= {table.opening.name: table.audience.talk for table in lobby.tables}
    said = [
        {"place": place, "time": line.time, "text": line.text}
        for place, talk in places.items()
        for who, line in talk.heard(EVERYTHING)
        if who == player.id
    ]
    written = [one.line for one in lobby.messages.sent_by(player.id)]
    return [*said, *({"place": line.place, "time": line.time, "text": line.text} for line in written)]


async def _letters(services: HostParts, player: Player) -> Any:
    return [to_builtins(one.shown()) for one in await services.moderation.store.letters(player.id)]


async def _reports_made(services: HostParts, player: Player) -> Any:
    return [
        {"about": report.name, "kind": report.kind, "text": complaint.text, "time": complaint.time}
        for report in await services.moderation.store.reports()
        for complaint in report.complaints
        if complaint.who == player.id
    ]


async def _reports_about(services: HostParts, player: Player) -> Any:
    """What was said by the player, and what was decided: not who complained. A moderator is told of no report
    about themselves before it is decided.
    """
    moderates = player.id in services.moderation.standing.moderators
    return [
        {
            "kind": report.kind,
            "time": report.time,
            "talk": [said.line.text for said in report.talk if said.who == player.id],
            "address": report.address,
            "verdict": report.decision.verdict if report.decision else None,
            "reason": report.decision.reason if report.decision else None,
        }
        for report in await services.moderation.store.reports()
        if report.about == player.id and (report.decision or not moderates)
    ]


async def _quoted(services: HostParts, player: Player) -> Any:
    """What the player has said that is kept with reports about others."""
    return [
        {"time": said.line.time, "text": said.line.text}
        for report in await services.moderation.store.reports()
        for said in report.talk
        if said.who == player.id and report.about != player.id
    ]


async def _decisions(services: HostParts, player: Player) -> Any:
    """What the player has decided as a moderator."""
    return [
        {"about": report.name, "kind": report.kind, **to_builtins(report.decision)}
        for report in await services.moderation.store.reports()
        if report.decision and report.decision.by == player.id
    ]


async def _audit(services: HostParts, player: Player) -> Any:
    """What the audit log says of what was done by the player or to them; not which moderator it was, nor what
    is only proposed.
    """
    return [
        {
            "time": one.time,
            "what": one.what,
            "by_you": one.players[0] == player.id,
            "about_you": one.players[1] == player.id,
            "about": one.about,
            "text": one.text,
        }
        for one in await services.moderation.store.audit(MOST_ENTRIES)
        if player.id in one.players and not (one.what.endswith(PROPOSED) and one.players[1] == player.id)
    ]


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "account": _account,
        "former_names": _former_names,
        "ban": _bans,
        "keys": _keys,
        "recovery_code": _recovery,
        "settings": _settings,
        "ignored": _ignored,
        "follows": _follows,
        "followers": _followers,
        "messages": _messages,
        "messages_sent": _messages_sent,
        "notices": _notices,
        "ratings": _ratings,
        "rating_changes": _rating_changes,
        "games": _games,
        "tables": _tables,
        "tables_joined": _joined,
        "signatures": _signatures,
        "missed_reveals": _missed_reveals,
        "deals": _deals,
        "trophies": _trophies,
        "clubs": _clubs,
        "cups": _cups,
        "talk": _talk,
        "letters": _letters,
        "reports_made": _reports_made,
        "reports_about": _reports_about,
        "quoted_in_reports": _quoted,
        "decisions": _decisions,
        "audit": _audit,
    }
)
"""Each part, by its key in the JSON."""


class ExportRequests(PlayerRequests):
    """Carries out a player's request for everything that is known of them."""

    async def export(self) -> Mapping[str, Any]:
        player = self._me.player
        await self._services.limits.of(KEY_CODES).count(player.id, self.now())
        return {name: await stored(part(self._services, player)) for name, part in PARTS.items()}
