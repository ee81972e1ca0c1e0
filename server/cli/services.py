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

from server.admin.backup import copy
from server.admin.listener import AdminListener
from server.admin.protocol import SOCKET_FILE
from server.admin.service import AdminService
from server.host.host import Host
from server.sessions.listener import SshHost
from server.settings.config import Config
from server.storage.data_folder import DataFolder, Unusable
from server.telemetry.garbage_collection import keep_swept
from server.telemetry.logs import counted
from server.telemetry.metrics_listener import MetricsListener

if TYPE_CHECKING:
    from server.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

COPIES = "backup-*.tmp"
"""Copies on their way to an operator, in the data folder."""


async def keep_up(
    until: AsyncExitStack,
    config: Config,
    folder: DataFolder,
    host: Host,
    door: SshHost,
    metrics: Metrics | None,
    stop: Callable[[], None],
) -> None:
    """Begins all of it; `until` ends it. Raises Unusable."""
    _beside(until, keep_swept(door, asyncio.sleep, time.monotonic))
    _beside(until, host.bans.keep(asyncio.sleep))
    await _open_office(until, config, folder, host, door, stop)
    if metrics:
        metrics.watch(lambda: len(door.sessions), lambda: (table.state.stage for table in host.lobby.tables))
        until.enter_context(counted(metrics.failed))
        await _open_metrics(until, config, metrics)


def _beside(until: AsyncExitStack, work: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(work)
    until.callback(task.cancel)


async def _open_office(
    until: AsyncExitStack,
    config: Config,
    folder: DataFolder,
    host: Host,
    door: SshHost,
    stop: Callable[[], None],
) -> None:
    for left in folder.path.glob(COPIES):
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
        raise Unusable(f"Operators cannot be served at {place}: {error.strerror or error}.") from error
    until.push_async_callback(office.close)
    until.push_async_callback(admin.close)


async def _copied(folder: DataFolder) -> Path:
    """A copy of the database as it is now, made beside the event loop."""
    target = folder.path / COPIES.replace("*", secrets.token_hex(4))
    try:
        await asyncio.to_thread(copy, folder.database, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return target


async def _open_metrics(until: AsyncExitStack, config: Config, metrics: Metrics) -> None:
    place = config.metrics_address
    door = MetricsListener(metrics.text)
    try:
        if place:
            port = await door.open(*place)
            log.info("metrics are told", extra={"at": f"{place[0]}:{port}"})
    except OSError as error:
        raise Unusable(f"Metrics cannot be told at {config.metrics}: {error.strerror or error}.") from error
    until.callback(door.close)
