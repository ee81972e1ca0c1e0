"""A session's channel of asyncssh, which bounds the environment variables of its client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

import asyncssh
from asyncssh.packet import SSHPacket, String

from server.settings.limits import Limits
from server.transport.packets import DirectChannel
from tui.host.session import ENVIRONMENT

WINDOW = 32 * 1024
"""Bytes that a client may send on a channel before they are read."""


def readable(text: bytes) -> str:
    """Return what a client sent as a text, from whatever encoding its terminal has: UTF-8, else Latin-1."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


class VariableLimits(Protocol):
    """What a channel needs of its connection: the limits that hold now, and the counter of refusals."""

    refused: Callable[[str], None]

    @property
    def limits(self) -> Limits:
        """The limits that hold now."""


class HardenedChannel(DirectChannel):
    """A session's channel: it keeps only the environment variables that the host uses, and few of them."""

    _sent_variables = 0

    def _process_pty_req_request(self, packet: SSHPacket) -> bool:
        """Take a terminal of whatever name: asyncssh would end the connection at one that is not ASCII."""
        name = packet.get_string()
        named = name if name.isascii() else b"dumb"
        return super()._process_pty_req_request(SSHPacket(String(named) + packet.get_remaining_payload()))

    def _process_exec_request(self, packet: SSHPacket) -> bool:
        """Start a command, in whatever encoding: asyncssh would refuse one that is not UTF-8."""
        command = packet.get_string()
        packet.check_end()
        return self._start_session(command=readable(command))

    def _process_env_request(self, packet: SSHPacket) -> bool:
        key, value = packet.get_string(), packet.get_string()
        packet.check_end()
        connection = cast(VariableLimits, self._conn)
        limits = connection.limits
        self._sent_variables += 1
        long = max(len(key), len(value)) > limits.environment_bytes
        if long or self._sent_variables > limits.environment:
            connection.refused("environment")
            raise asyncssh.DisconnectError(asyncssh.DISC_PROTOCOL_ERROR, "Environment too large")
        if key.decode("ascii", "replace") in ENVIRONMENT:
            self._env[key] = value
        return True
