"""`crownhouse serve --processes N`: the parent of the processes that serve the players.

It has the data folder with its database, the port, the operators' socket, metrics and readiness; it shows
nobody a screen.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import NoReturn

from msgspec.structs import replace

from server.admin import protocol
from server.hub.hub import Hub
from server.hub.shared_journal import SharedSqliteJournal
from server.processes.admin import GroupAdmin
from server.processes.group import ProcessGroup
from server.processes.order import ProcessOrder, config_of_process
from server.processes.process import StartedProcess
from server.running.damage_watch import DamageWatch
from server.running.hub_store import stores_of
from server.running.services import (
    in_background,
    open_admin_socket,
    open_metrics,
    open_readiness,
    tell_manager,
    watch_damage,
)
from server.running.store import Store
from server.running.stores import embedded_store, open_database_of
from server.settings.address import Address
from server.settings.config import Config, LoadedConfig
from server.settings.current_limits import CurrentLimits, LimitsOfNodes
from server.settings.reloading import ConfigReloader
from server.storage.data_folder import DataFolder, StartupError
from server.storage.host_keys import KeyChange
from server.telemetry import garbage_collection
from server.telemetry.logs import count_errors
from server.telemetry.merged_metrics import counted, merged
from server.telemetry.metrics import PrometheusMetrics
from server.telemetry.metrics_sink import NoMetrics
from server.telemetry.readiness import Readiness
from server.transport.acceptor import Acceptor

log = logging.getLogger(__name__)

PrintAddresses = Callable[[list[Address], Address | None, str], None]


async def serve_in_processes(
    config: Config,
    load: Callable[[], LoadedConfig],
    print_addresses: PrintAddresses,
    change: KeyChange,
    *,
    in_terminal: bool,
) -> None:
    """Run a whole host in several processes until SIGTERM or SIGINT; SIGHUP and `change` are as for a host of
    one process (`server.cli.serve.serve`). Raises StartupError.
    """
    with closing(DataFolder(config.folder)) as folder:
        stop, on_signal = asyncio.Event(), asyncio.get_running_loop().add_signal_handler
        for number in (signal.SIGTERM, signal.SIGINT):
            on_signal(number, stop.set)
        async with AsyncExitStack() as until:
            readiness = Readiness()
            await open_readiness(until, config, readiness)
            parent = _Parent(config, DamageWatch(folder.database), load, change, stop.set, readiness.end)
            on_signal(signal.SIGHUP, stop.set if in_terminal else parent.reload)
            fingerprint = await parent.start(until, folder)
            print_addresses(parent.listen(until), config.public_address, fingerprint)
            garbage_collection.start()
            readiness.begin(lambda: parent.group.is_reached() and not parent.damage.found)
            manager = tell_manager(until)
            await stop.wait()
            readiness.end()
            manager.stopping()
            log.info("stopping")


class _Parent:
    """The parts of a parent. `stop` ends the host, `leaving` tells balancers that it takes nobody more."""

    def __init__(
        self,
        config: Config,
        damage: DamageWatch,
        load: Callable[[], LoadedConfig],
        change: KeyChange,
        stop: Callable[[], None],
        leaving: Callable[[], None],
    ) -> None:
        self._config, self._stop, self._leaving = config, stop, leaving
        self._change = change
        self.damage = damage
        self._reloader = ConfigReloader(config, load)
        self._limits = CurrentLimits(config.limits)
        self._metrics = PrometheusMetrics() if config.metrics else None
        self._counted_before = b""
        """The metrics of processes that have ended."""
        self._hub: Hub | None = None
        self._private_key = b""
        self._admin: GroupAdmin | None = None
        self.group = ProcessGroup(config.processes, self._process, self._lost)

    async def start(self, until: AsyncExitStack, folder: DataFolder) -> str:
        """Start all but listening, and return the fingerprint of the key of the host. Raises StartupError."""
        copy: Callable[[], Awaitable[Path]] = _no_copy
        if not self._config.store_address:
            store = await self._open_store(until, folder)
            copy = store.copy
        if self._metrics:
            until.enter_context(count_errors(self._metrics.failed))
        until.push_async_callback(self.group.close)
        fingerprint = await self.group.start()
        in_background(until, self.group.keep_looking())
        self._admin = GroupAdmin(self.group, copy, self._reloaded, self._stop)
        if not self._config.store_address:
            watch_damage(until, self.damage, self._metrics)
        await open_admin_socket(until, folder, self.damage.told_to(self._admin.serve))
        await open_metrics(until, self._config, self._metrics_text)
        return fingerprint

    def listen(self, until: AsyncExitStack) -> list[Address]:
        """Accept players from now on, and return where. Raises StartupError."""
        config, refused = self._config, (self._metrics or NoMetrics()).refused
        # without other machines the parent accepts for the whole host
        limits = LimitsOfNodes(self._limits, self.group.parts) if config.store_address else self._limits
        acceptor = Acceptor(limits, self.group.take, proxied=config.proxied, refused=refused)
        until.push_async_callback(acceptor.close)
        try:
            return acceptor.listen(*config.address)
        except OSError as error:
            raise StartupError(f"Cannot listen on {config.listen}: {error.strerror or error}.") from error

    def reload(self) -> None:
        """Read the limits of the configuration again."""
        self._reloaded()

    async def _open_store(self, until: AsyncExitStack, folder: DataFolder) -> Store:
        database, key = await open_database_of(self._config, folder, self._change)
        journal = SharedSqliteJournal(database)
        store = embedded_store(folder, database, journal, key)
        until.push_async_callback(store.close)
        self._hub = hub = Hub(journal, store.outages, stores_of(store), store.clock)
        self._private_key = key.export_private_key()
        in_background(until, hub.keep_looking())
        return store

    def _process(self) -> StartedProcess:
        """Prepare a process; its limits are those of now."""
        config = config_of_process(self._config)
        config = replace(config, limits=self._limits.now)
        name = secrets.token_hex(4)
        member = self._hub.member(name) if self._hub else None
        return StartedProcess(
            ProcessOrder(config, name, self._private_key, self._change),
            member,
            self._stop_by_process,
            self._leaving,
        )

    def _stop_by_process(self) -> None:
        """End the host, as a process wants: its last game has ended, perhaps while a command is answered."""
        if self._admin:
            self._admin.stop()
        else:
            self._stop()

    def _lost(self, process: StartedProcess) -> None:
        self._counted_before = counted((self._counted_before, process.metrics))

    def _reloaded(self) -> protocol.AnyAnswer:
        found = self._reloader.reload(self._limits.now)
        if found.failed:
            log.warning("limits not reloaded", extra={"why": " ".join(found.lines)})
            return protocol.CommandDeclined(" ".join(found.lines))
        self._limits.now = found.limits
        for process in self.group.serving:
            process.tell("limit", found.limits)
        log.info("limits reloaded", extra={"said": " ".join(found.lines)})
        return protocol.CommandDone(found.lines)

    async def _metrics_text(self) -> bytes:
        """Return the metrics of all processes, also of those that have ended, as one host's."""
        serving, asked = self.group.serving, self.group.answering
        texts = await asyncio.gather(*(one.ask("metrics_text") for one in asked), return_exceptions=True)
        for process, text in zip(asked, texts, strict=True):
            if isinstance(text, bytes):
                process.metrics = text
        own = self._metrics.text() if self._metrics else b""
        return merged((own, self._counted_before, *(process.metrics for process in serving)))


async def _no_copy() -> NoReturn:
    raise protocol.NoBackup("Games and accounts are in the database that store names: copy it with pg_dump.")
