"""One of the processes of a host that has several: started by its parent, which accepts connections for it.

What it is given are the numbers of two sockets: the link to its parent, and the door at which connections are
handed over. It ends when its parent is gone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import NoReturn

from server.admin import protocol
from server.admin.service import AdminService
from server.budget import garbage_collection
from server.budget.fair_loop import run_fairly
from server.host.host import Host
from server.sessions.first_use import prepare
from server.sessions.listener import UNDER_WAY, SshListener
from server.settings.limits import Limits
from server.start.dependencies import host_dependencies, make_metrics
from server.start.processes.door import handed_over
from server.start.processes.link import Link, LinkLost
from server.start.processes.process import ProcessOrder
from server.start.services import in_background, keep_host_keys, start_background, watch_metrics
from server.start.store import Store
from server.start.stores import join_postgres
from server.store.database.data_folder import StartupError
from server.telemetry import logs
from server.telemetry.metrics_sink import MetricsSink
from tui.boards import PLAYABLE

log = logging.getLogger(__name__)

FAILED = 1
BEAT = 1.0
"""Seconds between two heartbeats to the parent."""


def main() -> None:
    """Serve until the parent says that it is enough, and exit."""
    os.umask(0o077)
    link, door = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    for sock in (link, door):
        sock.set_inheritable(False)
        sock.setblocking(False)
    with garbage_collection.paused():
        sys.exit(run_fairly(_serve(link, door)))


async def _serve(sock: socket.socket, door: socket.socket) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    serving = ServingProcess(stop.set)
    link = Link({"host": serving}, stop.set)
    await link.open(sock)
    try:
        order: ProcessOrder = await link.call("process", "begin")
        logs.name_node(order.name)
        logs.configure(order.config.log, order.config.log_addresses)
        async with AsyncExitStack() as until:
            await serving.open(until, order, link, door)
            garbage_collection.start()
            await stop.wait()
            serving.hurry(UNDER_WAY)
    except StartupError as why:
        link.tell("process", "failed", str(why))
        return FAILED
    except LinkLost:
        return FAILED
    finally:
        link.close()
    return 0


class ServingProcess:
    """What a process offers to its parent; `stop` ends it."""

    hurry: Callable[[float], None]
    """As of `Store`."""
    _host: Host
    _admin: AdminService

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._metrics = make_metrics()

    async def open(self, until: AsyncExitStack, order: ProcessOrder, link: Link, door: socket.socket) -> None:
        """Serve until `until` ends. Raises StartupError, LinkLost."""
        from tui.app.mode_switch import make_screen

        config = order.config
        address = config.store_address
        assert address is not None  # noqa: S101  (a host of several processes has one)
        store = await join_postgres(config, address, PLAYABLE.values(), order.change)
        until.push_async_callback(store.close)
        self.hurry = store.hurry
        logs.name_node(store.nodes.name)
        metrics = self._metrics if config.metrics else None
        if metrics:
            until.enter_context(logs.count_errors(metrics.failed))
        self._host = host = Host(host_dependencies(config, PLAYABLE, store, metrics or MetricsSink()))
        until.push_async_callback(host.close)
        with store.sentences():
            await host.open()
        prepare()
        listener = SshListener(host, make_screen, store.host_key, proxied=config.proxied)
        until.push_async_callback(listener.close)
        start_background(until, host, listener, store)
        if metrics:
            watch_metrics(config, store, host, listener, metrics)
        self._admin = AdminService(
            host,
            sessions=lambda: listener.sessions,
            copy=store.copy,
            stop=lambda: None if host.lobby.broadcaster.moving else link.tell("process", "stop_all"),
            reload=_reloaded_by_parent,
            leave=lambda: link.tell("process", "move_begins"),
            is_one_of_many=True,
            host_keys=keep_host_keys(until, store, listener),
        )
        until.push_async_callback(self._admin.close)
        loop = asyncio.get_running_loop()
        loop.add_reader(door, _take_connections, door, listener, link)
        until.callback(loop.remove_reader, door)
        until.callback(_take_connections, door, listener, link)  # who is at the door when the host stops
        nodes = store.nodes
        link.tell("process", "started", store.host_key.get_fingerprint(), nodes.name, nodes.part())
        in_background(until, _beat(link, listener, store))

    # --- called by the parent

    def stop(self) -> None:
        """Say goodbye to all players and end."""
        self._stop()

    async def administer(self, request: protocol.AdminRequest, is_noted: bool) -> protocol.AnyAnswer:
        """Carry out an operator's command, and note it in the audit log (`is_noted`)."""
        answer, _ = await self._admin.serve(request, is_noted=is_noted)
        return answer

    async def note(self, request: protocol.AdminRequest, answer: protocol.AnyAnswer) -> None:
        """Note what came of an operator's command that the parent has carried out."""
        await self._admin.note(request, answer)

    def limit(self, limits: Limits) -> None:
        """Apply other limits."""
        self._host.limit(limits)

    def metrics_text(self) -> bytes:
        return self._metrics.text()


def _take_connections(door: socket.socket, listener: SshListener, link: Link) -> None:
    """Serve those who wait at the door."""
    try:
        for sock, number, address in handed_over(door):
            listener.serve(sock, address, partial(link.tell, "process", "left", number))
    except EOFError:
        asyncio.get_running_loop().remove_reader(door)


async def _beat(link: Link, listener: SshListener, store: Store) -> None:
    while True:
        await asyncio.sleep(BEAT)
        nodes = store.nodes
        link.tell("process", "lives", len(listener.sessions), nodes.is_reached(), nodes.part())


def _reloaded_by_parent() -> NoReturn:
    raise AssertionError  # it reads the limits and says what holds
