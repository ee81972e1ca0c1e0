"""An SSH client made of libssh2, through ssh2-python, which has no way to tell a terminal's size."""

from __future__ import annotations

import os
import socket
import sys

from ssh2.error_codes import LIBSSH2_ERROR_EAGAIN
from ssh2.session import Session

from tests.clients.line import Destination, carry


class Libssh2Channel:
    """A session of libssh2."""

    def __init__(self, to: Destination) -> None:
        self._socket = socket.create_connection((to.host, to.port))
        self._session = Session()
        self._session.handshake(self._socket)
        if to.key:
            self._session.userauth_publickey_fromfile(to.user, str(to.key))
        else:
            self._session.userauth_keyboardinteractive(to.user, "")
        self._channel = self._session.open_session()
        if to.words:
            self._channel.execute(to.words)
        else:
            self._channel.pty(os.environ["TERM"])
            self._channel.shell()
        self._session.set_blocking(False)

    def fileno(self) -> int:
        return self._socket.fileno()

    def read(self) -> bytes | None:
        size, data = self._channel.read(65536)
        assert size >= 0 or size == LIBSSH2_ERROR_EAGAIN
        return data or (None if self._channel.eof() else b"")

    def write(self, data: bytes) -> None:
        self._session.set_blocking(True)
        self._channel.write(data)
        self._session.set_blocking(False)

    def resize(self, columns: int, rows: int) -> None:
        """Do nothing: the binding has no call for it."""

    def status(self) -> int:
        self._session.set_blocking(True)
        self._channel.wait_eof()
        self._channel.close()
        self._channel.wait_closed()
        status = self._channel.get_exit_status()
        self._session.disconnect()
        return status


if __name__ == "__main__":
    sys.exit(carry(Libssh2Channel))
