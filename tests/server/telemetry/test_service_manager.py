"""A service manager hears that the host is ready, alive, and about to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.telemetry.service_manager import ServiceManager
from tests.forked import Forked
from tests.waiting import WITHIN


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    """The manager's own socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(tmp_path / "notify"))
        sock.settimeout(WITHIN)
        yield sock


async def test_what_runs_is_heard_again_and_again(heard: socket.socket) -> None:
    """Twice in the time that the manager waits."""
    manager = ServiceManager({"NOTIFY_SOCKET": heard.getsockname(), "WATCHDOG_USEC": "100000"})
    manager.ready()
    alive = asyncio.ensure_future(manager.keep_alive())
    assert heard.recv(100) == b"READY=1"
    for _ in range(3):
        assert await asyncio.to_thread(heard.recv, 100) == b"WATCHDOG=1"
    alive.cancel()


@pytest.mark.parametrize(
    "watched",
    [{}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "100000", "WATCHDOG_PID": str(os.getpid() + 1)}],
)
async def test_a_manager_that_does_not_watch_hears_no_signs_of_life(
    heard: socket.socket, watched: dict[str, str]
) -> None:
    """Nor one that watches another process."""
    manager = ServiceManager({"NOTIFY_SOCKET": heard.getsockname()} | watched)
    await manager.keep_alive()
    manager.stopping()
    assert heard.recv(100) == b"STOPPING=1"


async def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    """Nor with one that has gone."""
    for place in ("", str(tmp_path / "gone")):
        manager = ServiceManager({"NOTIFY_SOCKET": place, "WATCHDOG_USEC": "100000"})
        manager.ready()
        await manager.keep_alive()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_host_tells_its_manager(
    heard: socket.socket, tmp_path: Path, postgres_url: str, processes: str
) -> None:
    """From the first moment at which players can come to the last."""
    manager = {"NOTIFY_SOCKET": heard.getsockname(), "WATCHDOG_USEC": "200000"}
    command = ["crownhouse", "serve", "--listen", "127.0.0.1:0", "--data", str(tmp_path / "data")]
    store = ["--store", postgres_url] if processes == "2" else []
    with Forked(
        [*command, "--processes", processes, *store],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **manager},
    ) as host:  # fmt: skip
        assert heard.recv(100) == b"READY=1"
        assert heard.recv(100) == b"WATCHDOG=1"
        host.send_signal(signal.SIGTERM)
        while (said := heard.recv(100)) == b"WATCHDOG=1":
            continue
        assert said == b"STOPPING=1"
        assert host.wait(WITHIN) == 0
