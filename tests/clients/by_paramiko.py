"""An SSH client made of paramiko."""

from __future__ import annotations

import os
import sys

import paramiko

from tests.clients.line import Destination, carry


class ParamikoChannel:
    """A session of paramiko's SSHClient."""

    def __init__(self, to: Destination) -> None:
        self._client = paramiko.SSHClient()
        self._client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        # It logs in with one or the other; an empty password becomes keyboard-interactive.
        login = {"key_filename": str(to.key)} if to.key else {"password": ""}
        self._client.connect(to.host, to.port, to.user, **login)
        transport = self._client.get_transport()
        assert transport
        self._channel = transport.open_session()
        if to.words:
            self._channel.exec_command(to.words)
        else:
            self._channel.get_pty(os.environ["TERM"], *os.get_terminal_size())
            self._channel.invoke_shell()
        self._channel.settimeout(0)

    def fileno(self) -> int:
        return self._channel.fileno()

    def read(self) -> bytes | None:
        try:
            return self._channel.recv(65536) or None
        except TimeoutError:
            return b""

    def write(self, data: bytes) -> None:
        self._channel.sendall(data)

    def resize(self, columns: int, rows: int) -> None:
        self._channel.resize_pty(columns, rows)

    def status(self) -> int:
        status = self._channel.recv_exit_status()
        self._client.close()
        return status


if __name__ == "__main__":
    sys.exit(carry(ParamikoChannel))
