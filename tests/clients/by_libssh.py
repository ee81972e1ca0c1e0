"""An SSH client made of libssh, through ssh-python."""

from __future__ import annotations

import os
import sys

from ssh import options
from ssh.exceptions import EOF
from ssh.key import import_privkey_file
from ssh.session import SSH_AUTH_AGAIN, Session

from tests.clients.line import Destination, carry

AUTH_INFO = 3
"""What libssh returns while keyboard-interactive has questions, even if it has none."""


class LibsshChannel:
    """A session of libssh."""

    def __init__(self, to: Destination) -> None:
        self._session = Session()
        self._session.options_set(options.HOST, to.host)
        self._session.options_set(options.USER, to.user)
        self._session.options_set_port(to.port)
        self._session.connect()
        self._log_in(to)
        self._channel = self._session.channel_new()
        self._channel.open_session()
        if to.words:
            self._channel.request_exec(to.words)
        else:
            self._channel.request_pty_size(os.environ["TERM"], *os.get_terminal_size())
            self._channel.request_shell()

    def _log_in(self, to: Destination) -> None:
        if to.key:
            self._session.userauth_publickey(import_privkey_file(str(to.key)))
            return
        while self._session.userauth_kbdint(to.user, "") in {AUTH_INFO, SSH_AUTH_AGAIN}:
            assert not self._session.userauth_kbdint_getnprompts()

    def fileno(self) -> int:
        return self._session.get_fd()

    def read(self) -> bytes | None:
        try:
            _, data = self._channel.read_nonblocking(65536)
        except EOF:
            return None
        return data or (None if self._channel.is_eof() else b"")

    def write(self, data: bytes) -> None:
        self._channel.write(data)

    def resize(self, columns: int, rows: int) -> None:
        self._channel.change_pty_size(columns, rows)

    def status(self) -> int:
        status = self._channel.get_exit_status()
        self._session.disconnect()
        return status


if __name__ == "__main__":
    sys.exit(carry(LibsshChannel))
