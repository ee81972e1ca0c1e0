"""Operators' commands about moderators, the audit log and accounts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import json, to_builtins

from engine.game import Refused
from server.admin import protocol
from server.admin.expulsion import KEY
from server.cluster.signals import Signal
from server.host.host import Host
from server.host.requests.export import PARTS
from server.host.requests.key_moves import move_key
from server.identity.accounts import NameTaken, Player
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.identity.names import clean_name
from server.people.audit import AuditEntry
from server.people.letters import mute_of
from tui.host.moderation import ReportedCase
from tui.host.refusals import refused
from tui.language import moderation_words as words
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.people.conduct_words import case_lines

LOOKED_THROUGH = 10_000
"""Entries that are searched for somebody's."""
SHOWN = ("account", "former_names", "ban", "keys", "ratings", "tables", "letters", "reports_about")
"""The parts of an export that are shown of an account."""
AWAY = "The store is not reached, so this cannot be done now: admin health says when it can."
LATER = "The store is not reached: only this node knows of it, until the store is back."
LONG_AGO = 1e9
"""A number above it is a time, in seconds since the epoch."""


class NobodyCalled(Exception):  # noqa: N818  (the name says what it is)
    """No account has the name that the exception has."""


class PeopleCommands:
    """Carries these commands out at a host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._moderation, self._accounts = host.moderation, host.stores.accounts
        self._is_reached, self._now = host.dependencies.nodes.is_reached, host.dependencies.clock

    async def _named(self, name: str) -> Player:
        """Return the account of a name. Raises NobodyCalled."""
        if found := await self._accounts.named(skeleton(name)):
            return found
        raise NobodyCalled(name)

    async def moderator(self, request: protocol.ModeratorRequest) -> protocol.AnyAnswer:
        """Make an account a moderator, or no longer, or list them."""
        if not request.name:
            names = tuple(sorted(self._moderation.standing.moderators.values()))
            return protocol.CommandDone(names or ("There are no moderators.",), list(names))
        player = await self._named(request.name)
        is_one = player.id in self._moderation.standing.moderators
        if is_one == request.on:
            already = "a moderator already" if is_one else "no moderator"
            return protocol.CommandDeclined(f"{player.name} is {already}.")
        if request.on:  # an account without a move would be deleted after a while
            await self._accounts.played(player.id)
        await self._moderation.set_moderator(player, request.on)
        await self._moderation.write(player, "moderator" if request.on else "no-moderator", "")
        now = "a moderator now" if request.on else "no longer a moderator"
        return protocol.CommandDone((f"{player.name} is {now}.",))

    async def audit(self, request: protocol.AuditRequest) -> protocol.AnyAnswer:
        """List the last entries of the audit log."""
        entries = await self._moderation.store.audit(LOOKED_THROUGH if request.name else request.most)
        if look := skeleton(request.name):
            account = await self._accounts.named(look)
            who = account.id if account else None
            entries = [
                one
                for one in entries
                if who in one.players
                or look in {skeleton(one.by), skeleton(one.about or one.text.partition(" ")[0])}
            ]
        found = entries[-request.most :]
        lines = tuple(map(_line, found)) or ("The audit log has nothing of that.",)
        return protocol.CommandDone(lines, to_builtins(found))

    async def reports(self, request: protocol.ReportsRequest) -> protocol.AnyAnswer:
        """List the open reports, show one, or decide it. Raises Refused."""
        texts, sign, verdict = texts_in(), request.report, request.verdict
        if verdict:
            found = await self._moderation.judge_for_operator(sign, verdict, request.reason, request.minutes)
            return protocol.CommandDone((words.decided(texts, found.name, verdict),))
        cases = await self._moderation.all_reports()
        if not sign:
            lines = tuple(map(_case_line, cases)) or (texts._("No report waits."),)
            return protocol.CommandDone(lines, to_builtins(list(cases)))
        for one in cases:
            if one.id.startswith(sign.upper()):
                rows = (": ".join(filter(None, row)) for row in case_lines(texts, one, _for_operators))
                return protocol.CommandDone(tuple(rows), to_builtins(one))
        raise refused("no-report", report=sign[:20])

    # Accounts

    async def accounts(self, request: protocol.AccountsRequest) -> protocol.AnyAnswer:
        """Search for accounts by a part of a name, a key or an id."""
        found = await self._accounts.search(request.text, request.most)
        lines = [f"{one.name}  {one.id}  since {words.when(one.created)}  keys: {one.keys}" for one in found]
        facts = [one._asdict() for one in found]
        return protocol.CommandDone(tuple(lines) or ("No account is like that.",), facts)

    async def account(self, request: protocol.AccountRequest) -> protocol.AnyAnswer:
        """Show what an operator needs of an account."""
        player = await self._named(request.name)
        facts = {part: await PARTS[part](self._host, player) for part in SHOWN}
        facts["here"] = self._host.lobby.presence.is_here(player.id)
        mute = mute_of(self._moderation.standing.mutes, player.id, "", self._now())
        facts["mute"] = to_builtins(mute.shown()) if mute else None
        return protocol.CommandDone(as_lines(facts), facts)

    async def export(self, request: protocol.ExportRequest) -> protocol.AnyAnswer:
        """Tell everything that the host knows of an account, as its player could ask."""
        player = await self._named(request.name)
        facts = {part: await tell(self._host, player) for part, tell in PARTS.items()}
        lines = json.format(json.encode(facts)).decode().split("\n")
        return protocol.CommandDone(tuple(lines), facts)

    async def key(self, request: protocol.KeyRequest) -> protocol.AnyAnswer:
        """Give an account a key, or take one, and tell its player. Raises Refused."""
        player = await self._named(request.name)
        return await (self._add_key if request.add else self._drop_key)(player, request)

    async def _add_key(self, player: Player, request: protocol.KeyRequest) -> protocol.AnyAnswer:
        owner = await self._accounts.by_key(request.key)
        if owner and owner.id == player.id:
            return protocol.CommandDeclined(f"{player.name} has that key already.")
        if owner and not request.taken:
            return protocol.CommandDeclined(
                f"{owner.name} has that key: add --yes to give it to {player.name}. If it is the only one of"
                f" {owner.name}, that account ends, and its games are {player.name}'s."
            )
        if owner:
            await move_key(self._host, request.key, owner.id, player.id)
            if owner.id in await self._accounts.facts([owner.id]):
                await self._moderation.write(owner, "key-dropped", request.key)
        else:
            await self._accounts.add_key(request.key, player.id, self._now())
            await self._host.signals.everywhere(Signal("profile", player.id))
        await self._moderation.write(player, "key-added", request.key)
        return protocol.CommandDone((f"{player.name} has the key {request.key} now.",))

    async def _drop_key(self, player: Player, request: protocol.KeyRequest) -> protocol.AnyAnswer:
        begun = request.key.removeprefix(KEY)
        keys = [one.fingerprint for one in await self._accounts.keys(player.id)]
        found = [key for key in keys if begun and key.removeprefix(KEY).startswith(begun)]
        if len(found) != 1:
            which = "Several keys" if found else "No key"
            said = f"{which} of {player.name} begin{'' if found else 's'} with {begun}"
            if not begun:
                said = f"Say how one of {player.name}'s keys begins"
            return protocol.CommandDeclined(f"{said}: {', '.join(keys)}.")
        if not await self._accounts.drop_key(player.id, found[0]):
            return protocol.CommandDeclined(f"That is {player.name}'s only key: add another one first.")
        await self._host.signals.everywhere(Signal("profile", player.id))
        await self._end_sessions(found[0])
        await self._moderation.write(player, "key-dropped", found[0])
        said = f"{player.name} no longer has the key {found[0]}."
        return protocol.CommandDone((said,), {"key": found[0]})

    async def _end_sessions(self, key: str) -> None:
        await self._host.signals.everywhere(Signal("kick", key))

    async def rename(self, request: protocol.RenameRequest) -> protocol.AnyAnswer:
        """Give an account another name, and tell its player. Raises Refused."""
        player, name = await self._named(request.name), clean_name(request.to)
        names, lobby = self._host.name_registry, self._host.lobby
        if name == player.name:  # who would be told of a new name
            return protocol.CommandDeclined(f"{name} is called that already.")
        taken = protocol.CommandDeclined(f"Somebody else is called {name}, or keeps that name.")
        if not await names.claim(name, player):
            return taken
        try:
            await self._accounts.rename(player.id, name, self._now())
            await lobby.rename(lobby.members.find(player.id) or KnownPlayer(player), name)
        except NameTaken:
            return taken
        finally:
            names.release(name)
        await self._moderation.write(Player(player.id, name), "renamed", name)
        return protocol.CommandDone((f"{player.name} is called {name} now.",))

    async def mute(self, request: protocol.MuteRequest) -> protocol.AnyAnswer:
        """Let a player not talk for a time, or talk again. Raises Refused."""
        lobby = self._host.lobby
        player = lobby.presence.named(request.name) or await self._named(request.name)
        if request.minutes is None:
            if not await self._moderation.unmute(player, request.reason):
                return protocol.CommandDeclined(f"{player.name} is not muted.")
            return protocol.CommandDone((f"{player.name} can talk again.",))
        address = lobby.presence.address_anywhere(player.id)
        await self._moderation.mute(player, request.minutes, request.reason, address)
        return protocol.CommandDone((words.decided(texts_in(), player.name, "mute"),))

    async def forget(self, request: protocol.ForgetRequest) -> protocol.AnyAnswer:
        """Delete an account, and end its sessions."""
        player = await self._named(request.name)
        keys = await self._accounts.keys(player.id)
        try:
            await self._host.removal.forget(player.id)
        except Refused as why:
            if why.code == "still-playing":
                return protocol.CommandDeclined(
                    f"{player.name} has a seat at a running game: close its table first (admin who)."
                )
            return protocol.CommandDeclined(any_refusal_text(texts_in(), why))
        for key in keys:
            await self._end_sessions(key.fingerprint)
        return protocol.CommandDone((f"The account {player.name} is deleted.",))


def as_lines(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return facts as lines for people: a list has a line for each of what is in it."""
    lines: list[str] = []
    for name, value in facts.items():
        each = value if isinstance(value, list | tuple) else [value]
        lines += [f"{name}: {_words(one)}" for one in each]
    return tuple(lines)


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            f"{name} {_words(one)}" for name, one in value.items() if one not in (None, "", [], {})
        )
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value > LONG_AGO:
        return words.when(value)
    return str(value)


def _for_operators(said: str) -> str:
    """Return a sentence with the command that operators have for what players type in a session."""
    return said.replace("/replay ", "crownhouse admin table ")


def _case_line(case: ReportedCase) -> str:
    """Return an open report in a line; a star marks one that no moderator may decide."""
    mark = "*" if case.for_operator else " "
    return f"{case.id[: words.SHORT_ID]} {mark} {words.summary(texts_in(), case)}"


def _line(entry: AuditEntry) -> str:
    when = datetime.fromtimestamp(entry.time, UTC).strftime("%Y-%m-%d %H:%M")
    about = f" {entry.about}" if entry.about else ""
    return f"{when} UTC  {entry.by}: {entry.what}{about}" + (f": {entry.text}" if entry.text else "")
