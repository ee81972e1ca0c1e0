"""The services of a running host beside its SSH listener: the admin socket, metrics, and background work.

They use the real disk, threads and clock.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from shutil import disk_usage
from typing import TYPE_CHECKING, Any

from server.admin.listener import AdminListener, ServeRequest
from server.admin.protocol import SOCKET_FILE
from server.admin.service import AdminService
from server.budget.garbage_collection import run_collector
from server.host.host import Host
from server.sessions.listener import SshListener
from server.settings.config import Config
from server.settings.reloading import ConfigReloader, Reloaded
from server.start.damage_watch import DamageWatch
from server.start.host_keys import HostKeys
from server.start.store import Store
from server.start.stores import BACKUP_PATTERN
from server.store.database.data_folder import DataFolder, StartupError
from server.store.journal.rebuild import keep_filling
from server.telemetry.logs import reason
from server.telemetry.metrics_listener import MetricsListener, MetricsText
from server.telemetry.readiness import Readiness, ReadinessListener
from server.telemetry.service_manager import ServiceManager

if TYPE_CHECKING:
    from server.telemetry.metrics import PrometheusMetrics

log = logging.getLogger(__name__)


async def start_services(
    until: AsyncExitStack,
    config: Config,
    folder: DataFolder,
    store: Store,
    host: Host,
    listener: SshListener,
    metrics: PrometheusMetrics | None,
    damage: DamageWatch,
    stop: Callable[[], None],
    reload: Callable[[], Reloaded],
    leave: Callable[[], None] | None,
) -> None:
    """Start all services; `until` ends them. Raises StartupError."""
    start_background(until, host, listener, store)
    if not config.store_address:
        watch_damage(until, damage, metrics)
    await _open_admin(until, folder, store, host, listener, damage, stop, reload, leave)
    if metrics:
        watch_metrics(config, store, host, listener, metrics)
        await open_metrics(until, config, metrics.text)


def tell_manager(until: AsyncExitStack) -> ServiceManager:
    """Tell what started the host that it is ready, and from now on that it is alive."""
    manager = ServiceManager(os.environ)
    manager.ready()
    in_background(until, manager.keep_alive())
    return manager


def start_background(until: AsyncExitStack, host: Host, listener: SshListener, store: Store) -> None:
    """Start what a host does by itself; `until` ends it."""
    in_background(until, run_collector(listener, asyncio.sleep, time.monotonic, host.dependencies.collector))
    in_background(until, host.bans.keep(asyncio.sleep))
    acts_for = host.dependencies.nodes.duties.acts_for
    in_background(until, host.moderation.keep(asyncio.sleep, acts_for, store.settle))
    parts = host.dependencies
    in_background(until, host.trophies.keep_up(asyncio.sleep))
    in_background(until, keep_filling(parts.journal, parts.games, asyncio.sleep, acts_for))


def watch_damage(until: AsyncExitStack, damage: DamageWatch, metrics: PrometheusMetrics | None) -> None:
    """Look for damage in a database of this machine until `until` ends."""
    in_background(until, damage.keep())
    if metrics:
        metrics.watch_damage(lambda: damage.found)


def watch_metrics(
    config: Config, store: Store, host: Host, listener: SshListener, metrics: PrometheusMetrics
) -> None:
    """Let metrics have gauges of the host."""
    metrics.watch(
        lambda: len(listener.sessions),
        lambda: (table.state.stage for table in host.lobby.tables),
        lambda: host.provisional_accounts.count,
        lambda: disk_usage(config.folder).free,
    )
    metrics.watch_room(
        host.room, lambda: host.bots.waited_for, lambda: host.analyses.waiting, lambda: host.games.size
    )
    if store.nodes.name:
        metrics.watch_nodes(store.nodes.count, store.nodes.is_reached)


def reload_limits(host: Host, reloader: ConfigReloader) -> Reloaded:
    """Apply the present limits of the configuration and log the result."""
    found = reloader.reload(host.dependencies.limits.now)
    if found.failed:
        log.warning("limits not reloaded", extra={"why": " ".join(found.lines)})
    else:
        host.limit(found.limits)
        log.info("limits reloaded", extra={"said": " ".join(found.lines)})
    return found


def in_background(until: AsyncExitStack, work: Coroutine[None, None, None]) -> None:
    """Do work until `until` ends."""
    task = asyncio.ensure_future(work)
    until.callback(task.cancel)


async def _open_admin(
    until: AsyncExitStack,
    folder: DataFolder,
    store: Store,
    host: Host,
    listener: SshListener,
    damage: DamageWatch,
    stop: Callable[[], None],
    reload: Callable[[], Reloaded],
    leave: Callable[[], None] | None,
) -> None:
    service = AdminService(
        host,
        sessions=lambda: listener.sessions,
        copy=store.copy,
        shrink=store.shrink,
        stop=stop,
        reload=reload,
        leave=leave,
        host_keys=keep_host_keys(until, store, listener),
        old_copies=lambda: folder.path.glob(f"{folder.database.name}.schema-*"),
    )
    until.push_async_callback(service.close)
    await open_admin_socket(until, folder, damage.told_to(service.serve))


def keep_host_keys(
    until: AsyncExitStack, store: Store, listener: SshListener
) -> Callable[[str, str], Awaitable[Mapping[str, Any]]]:
    """Have a listener use the host's keys as they change, here or on another node, until `until` ends. Return
    what changes them.
    """
    keys = HostKeys(store.keyring, store.host_key, listener.use_keys)
    if store.nodes.name:
        in_background(until, keys.keep_up())
    return keys.turn


async def open_admin_socket(until: AsyncExitStack, folder: DataFolder, serve: ServeRequest) -> None:
    """Answer operators until `until` ends. Raises StartupError."""
    for left in folder.path.glob(BACKUP_PATTERN):
        left.unlink()
    socket = AdminListener(folder.path, serve)
    try:
        await socket.open()
    except OSError as error:
        place = folder.path / SOCKET_FILE
        raise StartupError(f"Cannot open the admin socket at {place}: {reason(error)}.") from error
    until.push_async_callback(socket.close)


async def open_readiness(until: AsyncExitStack, config: Config, readiness: Readiness) -> None:
    """Answer balancers from now on, if the configuration says so. Raises StartupError."""
    if place := config.ready_address:
        server = ReadinessListener(readiness)
        try:
            port = await server.open(*place)
        except OSError as error:
            raise StartupError(f"Cannot answer balancers on {config.ready}: {reason(error)}.") from error
        until.callback(server.close)
        log.info("readiness listening", extra={"at": f"{place.host}:{port}"})


async def open_metrics(until: AsyncExitStack, config: Config, text: MetricsText) -> None:
    """Serve metrics until `until` ends, if the configuration says so. Raises StartupError."""
    place = config.metrics_address
    server = MetricsListener(text, config.metrics_readers)
    try:
        if place:
            port = await server.open(*place)
            log.info("metrics listening", extra={"at": f"{place.host}:{port}"})
    except OSError as error:
        raise StartupError(f"Cannot serve metrics on {config.metrics}: {reason(error)}.") from error
    until.callback(server.close)
