"""A running host reads its limits again: by `crownhouse admin reload`, or SIGHUP without a terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.host import SCRIPT
from tests.forked import Forked, run
from tests.waiting import WITHIN


class ReloadedHost:
    """A real host with a configuration file; `terminal`: it is started with a controlling terminal."""

    def __init__(self, folder: Path, *, terminal: bool = False) -> None:
        self.folder = folder
        self.config = folder / "crownhouse.toml"
        self.configure(2)
        self._log = (folder / "host.log").open("ab")
        self._master, self._terminal = pty.openpty()
        given = ["serve", "--listen", "127.0.0.1:0", "--data", str(folder / "data")]
        if terminal:
            popen, command = (
                subprocess.Popen,
                ["setsid", "--ctty", SCRIPT],
            )  # it begins a session, and then is the host
        else:
            popen, command = Forked, ["crownhouse"]
        self.process = popen(
            [*command, *given, "--config", str(self.config)],
            stdin=self._terminal if terminal else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=not terminal,
        )
        assert self.process.stdout
        first = self.process.stdout.readline().decode()
        self.process.stdout.readline()
        self.process.stdout.readline()
        self.port = int(first.split()[-1])

    def configure(self, channels: object) -> None:
        self.config.write_text(f"[limits]\nchannels = {channels}\n")

    @property
    def log(self) -> str:
        return (self.folder / "host.log").read_text()

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + WITHIN
        while not condition():
            assert time.monotonic() < end, self.log
            time.sleep(0.02)

    def admin(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = ["crownhouse", "admin", *words, "--data", str(self.folder / "data")]
        done: subprocess.CompletedProcess[str] = run(command)
        return done

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        for end in (self._master, self._terminal):
            os.close(end)
        self._log.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ReloadedHost]:
    made = ReloadedHost(tmp_path)
    yield made
    made.close()


async def sessions(connection: asyncssh.SSHClientConnection, most: int) -> int:
    """How many sessions the host opens at once over a connection, at most so many; they are closed again."""
    channels = []
    with suppress(asyncssh.ChannelOpenError):
        for _ in range(most):
            channel, _ = await connection.create_session(
                asyncssh.SSHClientSession, term_type="xterm", encoding=None
            )
            channels.append(channel)
    for channel in channels:
        channel.close()
        await channel.wait_closed()
    return len(channels)


def connected(host: ReloadedHost) -> asyncssh.connection._ACMWrapper:
    return asyncssh.connect(
        "127.0.0.1", host.port, known_hosts=None, config=None, username="Ada", client_keys=None,
        agent_path=None, password="",
    )  # fmt: skip


async def test_sighup_changes_a_limit_for_who_is_connected(host: ReloadedHost) -> None:
    """The process goes on, and the log tells what holds now. A broken file keeps the old limits, and the
    log says so.
    """
    async with connected(host) as ada:
        assert await sessions(ada, 5) == 2
        host.configure(4)
        host.process.send_signal(signal.SIGHUP)
        await asyncio.to_thread(host.until, lambda: "limits.channels 2 -> 4" in host.log)
        assert await sessions(ada, 5) == 4
        host.configure('"many"')
        host.process.send_signal(signal.SIGHUP)
        await asyncio.to_thread(host.until, lambda: "limits not reloaded" in host.log)
        assert "the old limits stay" in host.log
        assert await sessions(ada, 5) == 4
    assert host.process.poll() is None


async def test_an_operator_changes_a_limit_by_a_command(host: ReloadedHost) -> None:
    """Status 0 and what holds now; status 1 and one sentence where the configuration is wrong."""
    async with connected(host) as ada:
        assert await sessions(ada, 5) == 2
        host.configure(3)
        done = await asyncio.to_thread(host.admin, "reload")
        assert (done.returncode, done.stdout) == (0, "These hold now: limits.channels 2 -> 3.\n")
        assert await sessions(ada, 5) == 3
        host.configure(0)
        for words in (("reload",), ("reload", "--config", str(host.config))):
            failed = await asyncio.to_thread(host.admin, *words)
            assert failed.returncode in {1, 2}
            assert failed.stderr == (
                "The configuration was not read again, and the old limits stay: "
                f"{host.config}: limits.channels: expected a whole number >= 1.\n"
            )
        assert await sessions(ada, 5) == 3


def test_sighup_ends_a_host_in_a_terminal(tmp_path: Path) -> None:
    """It was started there, and the terminal is closed: as before."""
    host = ReloadedHost(tmp_path, terminal=True)
    try:
        host.process.send_signal(signal.SIGHUP)
        assert host.process.wait(WITHIN) == 0
        assert "stopping" in host.log
    finally:
        host.close()
