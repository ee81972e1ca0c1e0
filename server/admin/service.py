"""Carries out operators' commands at a running host; `server.admin.listener` receives them.

Answers are sentences in English, like everything that the command line prints. Players are informed in the
usual ways: notices, refusals, the goodbye of a session.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from engine.game import Refused
from server.admin import protocol
from server.admin.access import AccessCommands
from server.admin.commands import BY_REQUEST, Noted
from server.admin.elsewhere import OtherNodeCommands, Told
from server.admin.expulsion import EndableSession
from server.admin.later import POLL_INTERVAL
from server.admin.moving import move_players
from server.admin.people import AWAY, NobodyCalled
from server.cluster.audiences import TableAudience
from server.cluster.sessions import SharedSession
from server.cluster.signals import Signal
from server.host.host import Host
from server.identity.accounts import Player
from server.identity.bans import parse_network, without_addresses
from server.identity.look_alikes import skeleton
from server.settings.reloading import Reloaded
from server.table.table import Table
from server.telemetry.sentences import counted
from tui.host.notice_events import UNKNOWN_HOST
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text

log = logging.getLogger(__name__)

OF_A_HOST = (protocol.ReloadRequest, protocol.DrainRequest)
OF_ALL = "That node is one of several processes: run this on its machine, without --node."
LOST = "The store was lost meanwhile, so it is unknown whether this was done: try again later."


class AdminSession(EndableSession, Protocol):
    """What operators see of a session."""

    @property
    def since(self) -> float:
        """When the player came in, in seconds since the epoch."""


Answered = protocol.AnyAnswer | tuple[protocol.BackupMade, Path]
"""What is answered; a copy of the database comes with its file."""


class AdminService(AccessCommands):
    """Carries out operators' commands at a host.

    `sessions` returns the open sessions; `copy` makes a copy of the database, which is deleted after use;
    `stop` ends the host, `reload` reads its limits again; `leave` tells balancers that players should go to
    the other nodes of the host, None if it has none. `is_one_of_many`: of the processes of this machine.
    """

    def __init__(
        self,
        host: Host,
        *,
        sessions: Callable[[], Iterable[AdminSession]],
        copy: Callable[[], Awaitable[Path]],
        stop: Callable[[], None],
        reload: Callable[[], Reloaded],
        leave: Callable[[], None] | None = None,
        host_keys: Callable[[str, str], Awaitable[Mapping[str, Any]]] | None = None,
        old_copies: Callable[[], Iterable[Path]] = tuple,
        shrink: Callable[[], Awaitable[int]] | None = None,
        is_one_of_many: bool = False,
    ) -> None:
        super().__init__(host, sessions)
        self._pause = host.dependencies.pause
        self._sessions, self._copy, self._stop = sessions, copy, stop
        self._read_limits, self._leave, self._host_keys = reload, leave, host_keys
        self._old_copies, self._shrink = old_copies, shrink
        self._stop_task: asyncio.Task[None] | None = None
        self._move_task: asyncio.Task[int] | None = None
        self._then: list[Callable[[], object]] = []
        """What is done once the outcome of a command is noted: it ends the host."""
        self._is_one_of_many = is_one_of_many
        self._copying = asyncio.Lock()
        self._elsewhere = OtherNodeCommands(host, self.serve)
        self._does: Mapping[type[protocol.AdminRequest], Callable[[Any], Awaitable[Answered]]] = {
            protocol.WhoRequest: self._who,
            protocol.HealthRequest: self._health,
            protocol.AnnounceRequest: self._announce,
            protocol.KickRequest: self.kick,
            protocol.CloseRequest: self.close_table,
            protocol.GuestsRequest: self.admit_guests,
            protocol.BanRequest: self.ban,
            protocol.ModeratorRequest: self.moderator,
            protocol.AuditRequest: self.audit,
            protocol.ReportsRequest: self.reports,
            protocol.AccountsRequest: self.accounts,
            protocol.AccountRequest: self.account,
            protocol.KeyRequest: self.key,
            protocol.RenameRequest: self.rename,
            protocol.MuteRequest: self.mute,
            protocol.TableRequest: self.table,
            protocol.GamesRequest: self.games,
            protocol.VoidRequest: self.void,
            protocol.ExportRequest: self.export,
            protocol.ForgetRequest: self.forget,
            protocol.DrainRequest: self._drain,
            protocol.ReloadRequest: self._reload,
            protocol.HostKeyRequest: self._host_key,
            protocol.PruneRequest: self._prune,
            protocol.BackupRequest: self._backup,
        }

    async def close(self) -> None:
        """Stop waiting for the last game, and moving players."""
        await self._elsewhere.close()
        await self._later.close()
        for task in (self._stop_task, self._move_task):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def serve(
        self, request: protocol.AdminRequest, told: Told | None = None, *, is_noted: bool = True
    ) -> tuple[protocol.AnyAnswer, Path | None]:
        """Carry out a request, note its outcome in the audit log if it was to change something (and
        `is_noted`), and return the answer and, for `BackupMade`, its file. What may end the host is done
        after `told` was told the answer.
        """
        lost = ""
        if isinstance(request, protocol.NodeRequest) and self._is_for_another(request):
            if not self._is_reached():
                return protocol.CommandDeclined(AWAY), None
            there = request.node in self._lobby.nodes.present()
            if there and (answered := await self._elsewhere.ask(request)) is not None:
                return answered, None
            lost = request.node
        command = BY_REQUEST[type(request)]
        noted = command.note(request) if is_noted else None
        if noted and isinstance(request, protocol.NodeRequest) and request.node:
            noted = noted._replace(text=f"{noted.text} at {request.node}".strip())
        about: Player | None = None
        found: Answered
        try:
            if self._is_one_of_many and isinstance(request, OF_A_HOST) and request.node:
                found = protocol.CommandDeclined(OF_ALL)
            elif lost:
                found = self._elsewhere.nobody(lost)
            elif not (self._is_reached() or command.without_store(request)):
                found = protocol.CommandDeclined(AWAY)
            else:
                about = await self._account(noted.about) if noted and self._is_reached() else None
                found = await self._does[type(request)](request)
        except protocol.NoBackup as why:
            found = protocol.CommandDeclined(str(why))
        except NobodyCalled as name:
            found = protocol.CommandDeclined(f"No account is called {name}: admin accounts searches.")
        except Refused as why:
            said = any_refusal_text(texts_in(), why)  # to a moderator
            found = protocol.CommandDeclined(said.replace(": /queue lists", ": admin reports lists"))
        except Exception:
            if self._is_reached():
                await self._note(noted, about, "failed")
                raise
            found = protocol.CommandDeclined(LOST)
        answer, file = found if isinstance(found, tuple) else (found, None)
        await self._note(noted, about, outcome_of(answer))
        if told:
            await told(answer)
        while self._then:
            self._then.pop()()
        return answer, file

    def _is_for_another(self, request: protocol.NodeRequest) -> bool:
        name = self._host.dependencies.nodes.name
        return request.node not in {"", name} and not isinstance(request, protocol.WhoRequest)

    async def note(self, request: protocol.AdminRequest, answer: protocol.AnyAnswer) -> None:
        """Note what came of a request that somebody else has carried out."""
        await self._note(BY_REQUEST[type(request)].note(request), None, outcome_of(answer))

    async def _account(self, name: str) -> Player | None:
        """Return the account of a name, None if there is none."""
        return None if not name or parse_network(name) else await self._accounts.named(skeleton(name))

    async def _note(self, noted: Noted | None, about: Player | None, outcome: str) -> None:
        """Note in the audit log what an operator did; `outcome`: what came of it, if it was not done. Without
        the store it is noted later.
        """
        if noted is None or (noted.is_noted_by_itself and not outcome):
            return
        if noted.ends_it and not outcome:
            noted, about = Noted(noted.what), None
        words = "" if about else noted.about
        text = " ".join(filter(None, (words, noted.text, f"({outcome})" if outcome else "")))
        entry = self._host.moderation.entry(noted.what, about, text)
        await self._later.write(lambda: self._host.moderation.store.note(entry))

    # Looking

    async def _who(self, request: protocol.WhoRequest) -> protocol.AnyAnswer:
        lobby = self._lobby
        if request.node not in {"", lobby.nodes.name, *lobby.nodes.present()}:
            return self._elsewhere.nobody(request.node)
        sessions = [self._session(one, one.player) for one in self._sessions() if one.player]
        sessions += map(self._session_elsewhere, lobby.presence.elsewhere)
        tables = [_table(table, lobby.nodes.audiences.elsewhere(table.opening.id)) for table in lobby.tables]
        return protocol.HostStatus(
            tuple(one for one in sessions if request.node in {"", one.node}),
            tuple(tables),
            lobby.broadcaster.draining,
            lobby.broadcaster.notice,
            self._host.admits_guests,
            self._host.provisional_accounts.count,
            lobby.broadcaster.moving,
            reached=lobby.nodes.is_reached(),
        )

    async def _health(self, _: protocol.HealthRequest) -> protocol.HostHealth:
        lobby, nodes, known = self._lobby, self._lobby.nodes, self._host.dependencies
        return protocol.HostHealth(
            nodes.is_reached(),
            sum(1 for one in self._sessions() if one.player),
            sum(1 for _ in lobby.tables),
            lobby.broadcaster.draining,
            lobby.broadcaster.moving,
            node=nodes.name,
            nodes=tuple(sorted(nodes.present())),
            nameless=bool(known.notice_services) and known.public is None,
        )

    def _session(self, session: AdminSession, player: Player) -> protocol.SessionRow:
        lobby = self._lobby
        at, node = self._table_names(lobby.presence.tables(player.id)), lobby.nodes.name
        return protocol.SessionRow(
            self._name(player), player.key, session.since, session.address, at, node=node
        )

    def _session_elsewhere(self, one: SharedSession) -> protocol.SessionRow:
        at = self._table_names(one.table)
        return protocol.SessionRow(one.name, one.key, one.since, one.address, at, here=False, node=one.node)

    def _table_names(self, tables: str) -> str:
        return ", ".join(at.opening.name for at in map(self._lobby.find, tables.split()) if at)

    def _name(self, player: Player) -> str:
        return self._lobby.members.of(player).player.name

    # Speaking

    async def _announce(self, request: protocol.AnnounceRequest) -> protocol.AnyAnswer:
        text = request.text
        if self._lobby.nodes.name and not self._bans.address_days:  # it is stored for the other nodes
            text = without_addresses(text)
        later = await self._everywhere(Signal("notice", text=text))
        log.info("announced" if text else "announcement ended")
        return protocol.CommandDone(
            (f"Everyone can see it now: {text}" if text else "The message of the day is back.", *later),
            {"notice": text},
        )

    # Configuring

    async def _reload(self, _: protocol.ReloadRequest) -> protocol.AnyAnswer:
        found = self._read_limits()
        if found.failed:
            return protocol.CommandDeclined(" ".join(found.lines))
        return protocol.CommandDone(found.lines, dict(found.facts))

    async def _prune(self, request: protocol.PruneRequest) -> protocol.AnyAnswer:
        analyses = self._host.dependencies.stores.analyses
        number, characters = await analyses.size()
        copies = sorted(self._old_copies())
        found = counted(number, "analysis of an ended game", "analyses of ended games")
        lines = [f"{found}, made again when somebody asks: {_megabytes(characters)}"]
        lines += [f"{one}, from before an upgrade: {_megabytes(one.stat().st_size)}" for one in copies]
        facts = {
            "analyses": number,
            "characters": characters,
            "copies": [{"file": str(one), "bytes": one.stat().st_size} for one in copies],
            "deleted": request.yes,
        }
        if not request.yes:
            return protocol.CommandDone((*lines, "Nothing was deleted: admin prune --yes does that."), facts)
        await analyses.drop()
        for one in copies:
            one.unlink(missing_ok=True)
        if self._shrink and (given := await self._shrink()):
            return protocol.CommandDone(
                (*lines, f"Deleted. The database is {_megabytes(given)} smaller."), facts
            )
        return protocol.CommandDone((*lines, "Deleted. The database uses the room for what comes."), facts)

    async def _host_key(self, request: protocol.HostKeyRequest) -> protocol.AnyAnswer:
        public = self._host.dependencies.public
        if self._host_keys is None:
            return protocol.CommandDeclined("This host has no keys.")
        try:
            keys = await self._host_keys(request.step, public.host if public else UNKNOWN_HOST)
        except ValueError as why:
            return protocol.CommandDeclined(str(why))
        shown = (f"{name:5}{keys[name]}" for name in ("now", "next") if name in keys)
        return protocol.CommandDone((*shown, *keys["sshfp"]), keys)

    async def _backup(self, _: protocol.BackupRequest) -> tuple[protocol.BackupMade, Path]:
        async with self._copying:
            file = await self._copy()
        return protocol.BackupMade(file.stat().st_size), file

    # Ending

    async def _move(self) -> protocol.AnyAnswer:
        if self._leave is None:
            return protocol.CommandDeclined(
                "This host has no other nodes to move its players to: stop it, and their seats are kept, or"
                " run admin drain --stop."
            )
        if self._move_task is None:
            log.info("moving players to other nodes")
            self._move_task = asyncio.ensure_future(move_players(self._host, self._sessions, self._leave))
        moved = await asyncio.shield(self._move_task)
        log.info("players moved", extra={"sessions": moved})
        self._then.append(self._stop)
        said = f"{counted(moved, 'session')} moved to other nodes. This one stops."
        return protocol.CommandDone((said,), {"sessions": moved})

    async def _drain(self, request: protocol.DrainRequest) -> protocol.AnyAnswer:
        if request.move:
            return await self._move()
        on, stop = request.on, request.stop
        if self._move_task:
            return protocol.CommandDeclined("This node is moving its players away and stops after that.")
        later = await self._everywhere(Signal("drain", text="on" if on else "off"))
        if self._stop_task:
            self._stop_task.cancel()
            self._stop_task = None
        log.info("draining" if on else "draining ended")
        if not on:
            return protocol.CommandDone(("New tables can be opened again.", *later), {"draining": False})
        if stop:
            self._then.append(self._stop_later)
        running = self._running()
        then = (
            "The host stops after the last one."
            if stop
            else "Run admin drain --stop to stop the host after them."
        )
        return protocol.CommandDone(
            ("No new tables.", f"{counted(running, 'game')} still running. {then}", *later),
            {"draining": True, "games": running, "stops": stop},
        )

    def _stop_later(self) -> None:
        self._stop_task = asyncio.ensure_future(self._stop_after_the_last_game())

    def _running(self) -> int:
        return sum(table.state.stage == "running" for table in self._lobby.tables)

    async def _stop_after_the_last_game(self) -> None:
        while self._running():
            await self._pause(POLL_INTERVAL)
        log.info("last game ended")
        self._stop()


def outcome_of(answer: protocol.AnyAnswer) -> str:
    """Return why a command was not done, as the audit log has it; "" if it was."""
    return f"not done: {answer.sentence}" if isinstance(answer, protocol.CommandDeclined) else ""


def _table(table: Table, elsewhere: TableAudience) -> protocol.TableRow:
    state, opening = table.state, table.opening
    seats = tuple(holder.name or "-" for holder in state.holders)
    watching = table.audience.watching(state) + elsewhere.watching
    return protocol.TableRow(
        opening.name, opening.game, state.stage, state.since, seats, watching, table.damage
    )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
