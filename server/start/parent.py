"""`crownhouse serve --processes N`: the parent of the processes that serve the players, each a node.

It has the data folder, the port, the operators' socket, metrics and readiness; it shows nobody a screen.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, closing

from msgspec.structs import replace

from server.admin import protocol
from server.budget import garbage_collection
from server.sessions.listener import UNDER_WAY
from server.settings.address import Address
from server.settings.config import Config
from server.settings.current_limits import CurrentLimits, LimitsOfNodes
from server.settings.loading import LoadedConfig
from server.settings.reloading import ConfigReloader
from server.start.processes.admin import GroupAdmin
from server.start.processes.group import ProcessGroup
from server.start.processes.process import ProcessOrder, StartedProcess, config_of_process
from server.start.services import in_background, open_admin_socket, open_metrics, open_readiness, tell_manager
from server.store.database.data_folder import DataFolder, StartupError
from server.store.host_keys import KeyChange
from server.telemetry.logs import count_errors
from server.telemetry.merged_metrics import counted, merged
from server.telemetry.metrics import PrometheusMetrics
from server.telemetry.metrics_sink import MetricsSink
from server.telemetry.readiness import Readiness
from server.transport.acceptor import Acceptor

log = logging.getLogger(__name__)

PrintAddresses = Callable[[list[Address], str], None]


async def serve_in_processes(
    config: Config,
    load: Callable[[], LoadedConfig],
    print_addresses: PrintAddresses,
    change: KeyChange,
    *,
    in_terminal: bool,
) -> None:
    """Run a whole host in several processes until SIGTERM or SIGINT; SIGHUP and `change` are as for a host of
    one process (`server.start.serve.serve`). Raises StartupError.
    """
    with closing(DataFolder(config.folder)) as folder:
        stop, on_signal = asyncio.Event(), asyncio.get_running_loop().add_signal_handler
        for number in (signal.SIGTERM, signal.SIGINT):
            on_signal(number, stop.set)
        async with AsyncExitStack() as until:
            readiness = Readiness()
            await open_readiness(until, config, readiness)
            parent = _Parent(config, load, change, stop.set, readiness.end)
            on_signal(signal.SIGHUP, stop.set if in_terminal else parent.reload)
            fingerprint = await parent.start(until, folder)
            print_addresses(parent.listen(until), fingerprint)
            garbage_collection.start()
            readiness.begin(parent.group.is_reached)
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
        load: Callable[[], LoadedConfig],
        change: KeyChange,
        stop: Callable[[], None],
        leaving: Callable[[], None],
    ) -> None:
        self._config, self._stop, self._leaving = config, stop, leaving
        self._change = change
        self._reloader = ConfigReloader(config, load)
        self._limits = CurrentLimits(config.limits)
        self._metrics = PrometheusMetrics() if config.metrics else None
        self._counted_before = b""
        """The metrics of processes that have ended."""
        self._admin: GroupAdmin | None = None
        self.group = ProcessGroup(config.processes, self._process, self._lost)

    async def start(self, until: AsyncExitStack, folder: DataFolder) -> str:
        """Start all but listening, and return the fingerprint of the key of the host. Raises StartupError."""
        if self._metrics:
            until.enter_context(count_errors(self._metrics.failed))
        until.push_async_callback(self.group.close)
        fingerprint = await self.group.start()
        in_background(until, self.group.keep_looking())
        self._admin = GroupAdmin(self.group, self._reloaded, self._stop)
        await open_admin_socket(until, folder, self._admin.serve)
        await open_metrics(until, self._config, self._metrics_text)
        return fingerprint

    def listen(self, until: AsyncExitStack) -> list[Address]:
        """Accept players from now on, and return where. Raises StartupError."""
        config, refused = self._config, (self._metrics or MetricsSink()).refused
        limits = LimitsOfNodes(self._limits, self.group.parts)
        acceptor = Acceptor(limits, self.group.take, proxied=config.proxied, refused=refused)
        until.push_async_callback(acceptor.close, UNDER_WAY)
        try:
            return acceptor.listen(*config.addresses)
        except OSError as error:
            raise StartupError(f"Cannot listen on {error.filename}: {error.strerror or error}.") from error

    def reload(self) -> None:
        """Read the limits of the configuration again."""
        self._reloaded()

    def _process(self) -> StartedProcess:
        """Prepare a process; its limits are those of now."""
        config = config_of_process(self._config)
        config = replace(config, limits=self._limits.now)
        order = ProcessOrder(config, secrets.token_hex(4), self._change)
        return StartedProcess(order, self._stop_by_process, self._leaving)

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
        return protocol.CommandDone(found.lines, dict(found.facts))

    async def _metrics_text(self) -> bytes:
        """Return the metrics of all processes, also of those that have ended, as one host's."""
        serving, asked = self.group.serving, self.group.answering
        texts = await asyncio.gather(*(one.ask("metrics_text") for one in asked), return_exceptions=True)
        for process, text in zip(asked, texts, strict=True):
            if isinstance(text, bytes):
                process.metrics = text
        own = self._metrics.text() if self._metrics else b""
        return merged((own, self._counted_before, *(process.metrics for process in serving)))
