"""What a running host has besides its players' door: the operators' door, the monitors', and
whatever is done now and then. What it lives on is real here: files, threads, the clock.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from server.admin.backup import copy_database
from server.admin.listener import AdminListener
from server.admin.protocol import SOCKET_FILE
from server.admin.service import AdminService
from server.host.host import Host
from server.sessions.listener import SshListener
from server.settings.config import Config
from server.storage.data_folder import DataFolder, StartupError
from server.telemetry.garbage_collection import run_collector
from server.telemetry.logs import count_errors
from server.telemetry.metrics_listener import MetricsListener

if TYPE_CHECKING:
    from server.telemetry.metrics import PrometheusMetrics

log = logging.getLogger(__name__)

BACKUP_PATTERN = "backup-*.tmp"
"""Copies on their way to an operator, in the data folder."""


async def start_services(
    until: AsyncExitStack,
    config: Config,
    folder: DataFolder,
    host: Host,
    door: SshListener,
    metrics: PrometheusMetrics | None,
    stop: Callable[[], None],
) -> None:
    """Begins all of it; `until` ends it. Raises StartupError."""
    _beside(until, run_collector(door, asyncio.sleep, time.monotonic))
    _beside(until, host.bans.keep(asyncio.sleep))
    await _open_office(until, config, folder, host, door, stop)
    if metrics:
        metrics.watch(lambda: len(door.sessions), lambda: (table.state.stage for table in host.lobby.tables))
        until.enter_context(count_errors(metrics.failed))
        await _open_metrics(until, config, metrics)


def _beside(until: AsyncExitStack, work: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(work)
    until.callback(task.cancel)


async def _open_office(
    until: AsyncExitStack,
    config: Config,
    folder: DataFolder,
    host: Host,
    door: SshListener,
    stop: Callable[[], None],
) -> None:
    for left in folder.path.glob(BACKUP_PATTERN):
        left.unlink()
    office = AdminService(
        host,
        visitors=lambda: door.sessions,
        copy=partial(_copied, folder),
        stop=stop,
        message=config.notice,
    )
    admin = AdminListener(folder.path, office.serve)
    try:
        await admin.open()
    except OSError as error:
        place = folder.path / SOCKET_FILE
        raise StartupError(f"Operators cannot be served at {place}: {error.strerror or error}.") from error
    until.push_async_callback(office.close)
    until.push_async_callback(admin.close)


async def _copied(folder: DataFolder) -> Path:
    """A copy of the database as it is now, made beside the event loop."""
    target = folder.path / BACKUP_PATTERN.replace("*", secrets.token_hex(4))
    try:
        await asyncio.to_thread(copy_database, folder.database, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return target


async def _open_metrics(until: AsyncExitStack, config: Config, metrics: PrometheusMetrics) -> None:
    place = config.metrics_address
    door = MetricsListener(metrics.text)
    try:
        if place:
            port = await door.open(*place)
            log.info("metrics listening", extra={"at": f"{place[0]}:{port}"})
    except OSError as error:
        raise StartupError(f"Cannot serve metrics at {config.metrics}: {error.strerror or error}.") from error
    until.callback(door.close)
