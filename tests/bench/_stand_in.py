"""An SSH server in OpenSSH's stead, where that is not installed:
`python -m tests.bench._stand_in AUTHORIZED_KEYS COMMAND...`.

For each session what sshd does: a pseudo terminal, the command in a process of its own on it, bytes to
and fro. Unlike sshd it serves them all in one process. Prints its port, ends at SIGTERM.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from typing import Any

import asyncssh

READ = 32768
PASSED_ON = ("PATH", "HOME", "USER", "LOGNAME", "SHELL")
"""Of its own environment; sshd makes these anew."""


class PtySession(asyncssh.SSHServerSession[bytes]):
    """A client's terminal and the process on it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._channel: Any = None
        self._main = -1
        self._process: subprocess.Popen[bytes] | None = None

    def connection_made(self, chan: Any) -> None:
        self._channel = chan

    def pty_requested(self, *_: Any) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        columns, rows, *_ = self._channel.get_terminal_size()
        self._main, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            self._command, stdin=there, stdout=there, stderr=there, start_new_session=True,
            env=_environment(self._channel.get_environment(), self._channel.get_terminal_type()),
        )  # fmt: skip
        os.close(there)
        asyncio.get_running_loop().add_reader(self._main, self._read)

    def data_received(self, data: bytes, _: asyncssh.DataType) -> None:
        os.write(self._main, data)

    def connection_lost(self, _: Exception | None) -> None:
        self.end()

    def _read(self) -> None:
        try:
            self._channel.write(os.read(self._main, READ))
        except OSError:  # the process has ended
            self.end()
            self._channel.exit(1)

    def end(self) -> None:
        """Gives the terminal back and ends the process. May be called twice."""
        process, self._process = self._process, None
        if process:
            asyncio.get_running_loop().remove_reader(self._main)
            os.close(self._main)
            process.kill()
            process.wait()


def _environment(sent: Mapping[str, str], term: str) -> dict[str, str]:
    own = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**own, **{name: value for name, value in sent.items() if name == "LANG"}, "TERM": term}


async def serve(authorized: str, command: Sequence[str]) -> None:
    """Until it is told to end."""
    sessions: list[PtySession] = []
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)

    class Door(asyncssh.SSHServer):
        def session_requested(self) -> PtySession:
            sessions.append(PtySession(command))
            return sessions[-1]

    listener = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Door, authorized_client_keys=authorized, encoding=None,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
    )  # fmt: skip
    sys.stdout.write(f"{listener.get_port()}\n")
    sys.stdout.flush()
    await over.wait()
    listener.close()
    for session in sessions:
        session.end()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], sys.argv[2:]))
