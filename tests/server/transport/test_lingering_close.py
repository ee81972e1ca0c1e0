"""Who has to go can read why, also while they still send; and nobody holds many sockets that way."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String
from msgspec.structs import replace

from server.transport.lingering_close import MOST, MOST_OF_A_NETWORK, LingeringSockets
from tests.server.running_host import LIMITS, running_host
from tests.waiting import WITHIN

SENTENCE = "Too many packets: at most 100 a second are handled"


class FloodingClient(asyncssh.SSHClient):
    """Remembers how its connection ended."""

    def __init__(self) -> None:
        self.end = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        self.end.set_result(str(exc))


async def test_who_still_sends_reads_why_they_have_to_go() -> None:
    """Input that was never read, and input that comes when all is over, take nothing away."""
    limits = replace(LIMITS, packets=100, packets_per_second=100.0, packets_time=0.05)
    async with running_host(limits) as at:
        connection, client = await asyncssh.create_connection(
            FloodingClient, "127.0.0.1", at.port, username="ada", password="", known_hosts=None, config=None,
            agent_path=None, client_keys=None,
        )  # fmt: skip
        await connection.create_session(asyncssh.SSHClientSession, term_type="xterm", encoding=None)
        transport: Any = connection._transport
        transport.pause_reading()

        def send(count: int) -> None:
            with suppress(OSError):
                for _ in range(count):
                    connection.send_packet(2, String(b"\0" * 100))  # MSG_IGNORE

        send(2000)
        await at.until(lambda: not at.ssh._connections, "the host has ended it")
        send(50)
        transport.resume_reading()
        assert await asyncio.wait_for(client.end, WITHIN) == SENTENCE


@pytest.fixture
async def lines() -> AsyncIterator[list[tuple[asyncio.Transport, socket.socket]]]:
    """More transports than are kept, and their clients."""
    made = []
    loop = asyncio.get_running_loop()
    for _ in range(MOST + 4):
        ours, theirs = socket.socketpair()
        transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, ours)
        made.append((transport, theirs))
    yield made
    for transport, theirs in made:
        transport.abort()
        theirs.close()
    await asyncio.sleep(0)


def is_open(client: socket.socket) -> bool:
    """Whether somebody still has the other end."""
    try:
        client.send(b"x")
    except BrokenPipeError:
        return False
    return True


async def test_few_sockets_are_kept(lines: list[tuple[asyncio.Transport, socket.socket]]) -> None:
    """Of an address and in all; the host closes them when it ends."""
    lingering = LingeringSockets()
    for transport, _ in lines[: MOST_OF_A_NETWORK + 2]:
        lingering.keep(transport, "192.0.2.1")
    assert len(lingering) == MOST_OF_A_NETWORK
    for number, (transport, _) in enumerate(lines[MOST_OF_A_NETWORK + 2 :]):
        lingering.keep(transport, f"198.51.{number}.1")
    assert len(lingering) == MOST
    for transport, _ in lines:
        transport.abort()
    await asyncio.sleep(0.01)
    assert is_open(lines[0][1])
    lingering.close()
    assert not any(is_open(client) for _, client in lines)
    assert len(lingering) == 0


async def test_a_socket_is_kept_for_a_moment(
    lines: list[tuple[asyncio.Transport, socket.socket]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is closed, and its place is free again. A line on which something waits is not kept."""
    monkeypatch.setattr("server.transport.lingering_close.LASTS", 0.01)
    lingering = LingeringSockets()
    transport, client = lines[0]
    lingering.keep(transport, "192.0.2.1")
    transport.abort()
    while len(lingering):  # noqa: ASYNC110  (a timer ends it)
        await asyncio.sleep(0.005)
    assert not is_open(client)
    assert not lingering._by_network
    waiting, _ = lines[1]
    waiting.write(bytes(10_000_000))
    lingering.keep(waiting, "192.0.2.1")
    assert len(lingering) == 0
