"""The stock way to have people play over SSH: a server that starts a process for each session.

OpenSSH's sshd where it is installed: with a key, a configuration and a port of its own, on
127.0.0.1, as whoever runs the benchmark. Elsewhere `_stand_in` does the same.

Who runs it as root needs sshd's user, as for any sshd; its empty directory is made where the system has not
made it. Who runs it otherwise may not be allowed to read the memory of its processes, which then count for
nothing.
"""

from __future__ import annotations

import asyncio
import getpass
import os
import re
import shlex
import shutil
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh
import psutil

EMPTY = Path("/run/sshd")
"""Where sshd begins with a client, as root; a system makes it when it starts its own."""
CONFIGURATION = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
AcceptEnv LANG
PrintMotd no
PrintLastLog no
MaxStartups 100
LogLevel INFO
ForceCommand cd {root} && exec {command}
"""
LISTENING = re.compile(r"^Server listening on 127\.0\.0\.1 port (\d+)|^(\d+)$", re.MULTILINE)
"""What sshd says, or the stand-in."""
GOODBYE = 5.0
"""Seconds in which all of them may end."""


def sshd() -> str | None:
    """Where OpenSSH's server is. It wants to be called by its whole path."""
    return shutil.which(
        "sshd", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    )


class Family:
    """A process and all that it started, seen from outside."""

    def __init__(self, process: int) -> None:
        self._first = psutil.Process(process)

    @property
    def members(self) -> list[psutil.Process]:
        return [self._first, *self._first.children(recursive=True)]

    @property
    def cpu(self) -> float:
        """Seconds of a core that those who live used so far, to the nanosecond."""
        return sum(map(_cpu, self.members))

    @property
    def memory(self) -> float:
        """MB that they have for themselves."""
        return sum(map(_memory, self.members))


def _cpu(member: psutil.Process) -> float:
    threads = Path(f"/proc/{member.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def _memory(member: psutil.Process) -> float:
    try:
        return float(member.memory_full_info().pss) / 2**20
    except psutil.AccessDenied:  # sshd's own, where it is not root's
        return 0.0


class StockHost(NamedTuple):
    """Where it listens, whom it lets in, and what it consists of."""

    port: int
    name: str
    key: asyncssh.SSHKey
    family: Family


@contextmanager
def _empty_directory() -> Iterator[None]:
    """Has the directory there that sshd wants, and leaves it as it was."""
    if os.geteuid() or EMPTY.exists() or not sshd():
        yield
        return
    EMPTY.mkdir(0o755)
    try:
        yield
    finally:
        with suppress(OSError):  # another one may need it by now
            EMPTY.rmdir()


@asynccontextmanager
async def stock_host(root: Path, *command: str) -> AsyncIterator[StockHost]:
    """Runs this command in a folder for each session, until it is left. Raises RuntimeError with what the
    server said where it does not start.
    """
    key = asyncssh.generate_private_key("ssh-ed25519")
    with tempfile.TemporaryDirectory() as name, _empty_directory():
        folder = Path(name)
        key.write_public_key(str(folder / "authorized_keys"))
        server = await asyncio.create_subprocess_exec(
            *_server(folder, root, command), cwd=root, stdout=PIPE, stderr=asyncio.subprocess.STDOUT
        )
        family = Family(server.pid)
        try:
            yield StockHost(await _port(server), getpass.getuser(), key, family)
        finally:
            await _end(server, family)


def _server(folder: Path, root: Path, command: Sequence[str]) -> list[str]:
    found = sshd()
    if not found:
        return [sys.executable, "-m", "tests.bench._stand_in", str(folder / "authorized_keys"), *command]
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(str(folder / "host_key"))
    (folder / "host_key").chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (folder / "sshd_config").write_text(
        CONFIGURATION.format(
            port=port, folder=folder, root=shlex.quote(str(root)), command=shlex.join(command)
        ),
        encoding="utf-8",
    )
    return [found, "-D", "-e", "-f", str(folder / "sshd_config")]


async def _port(server: Process) -> int:
    """Once it listens."""
    said = ""
    assert server.stdout is not None
    while not (listening := LISTENING.search(said)):
        line = await server.stdout.readline()
        if not line:
            raise RuntimeError(f"the stock server did not start: {said}")
        said += line.decode()
    return int(listening[1] or listening[2])


async def _end(server: Process, family: Family) -> None:
    """All of them, whatever became of the first."""
    with suppress(psutil.NoSuchProcess):
        members = family.members[1:]
        server.terminate()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await server.wait()
        for member in members:
            with suppress(psutil.NoSuchProcess):
                member.kill()
    if server.returncode is None:
        server.kill()
    await server.wait()
