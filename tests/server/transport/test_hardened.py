"""The places of asyncssh that we lean on are still there, and the bounds we set hold."""

from __future__ import annotations

import asyncio
import inspect
import socket
import zlib
from functools import cache
from typing import Any

import asyncssh
import pytest
from asyncssh import compression
from asyncssh.channel import SSHServerChannel
from asyncssh.packet import String
from asyncssh.public_key import get_public_key_algs
from msgspec.structs import replace

from server.transport.hardened import AUTHENTICATION
from server.transport.inflation import PacketDeflate
from server.transport.ssh_options import CIPHERS, SIGNATURES
from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_session import terminal
from tests.server.transport.private_places import PLACES
from tests.waiting import WITHIN

source_of = cache(inspect.getsource)


@pytest.mark.parametrize(
    ("owner", "name", "reason"), PLACES, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_place_we_lean_on_is_still_there(owner: Any, name: str, reason: str) -> None:
    """Each place of asyncssh that `server.transport` uses exists, or the sentence says what
    breaks.
    """
    classes = [cls for cls in getattr(owner, "__mro__", ()) if cls is not object]
    there = hasattr(owner, name) or any(f"self.{name}" in source_of(cls) for cls in classes)
    assert there, f"{owner.__name__}.{name} has moved in this version of asyncssh: {reason}."


CHANNEL = ["conn", "loop", "allow_pty", "line_editor", "line_echo", "line_history", "max_line_length",
           "encoding", "errors", "window", "max_pktsize"]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (asyncssh.SSHServerConnection.send_packet, ["pkttype", "args", "handler"]),
        (asyncssh.SSHServerConnection.reload_config, []),
        (SSHServerChannel._process_env_request, ["packet"]),
        (SSHServerChannel.__init__, CHANNEL),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_a_method_takes_what_it_took(method: Any, parameters: list[str]) -> None:
    """What we override or call still has the signature we count on."""
    found = list(inspect.signature(method).parameters)[1:]
    assert found == parameters, f"{method.__qualname__} takes other arguments in this version of asyncssh."
    assert method is not asyncssh.SSHServerConnection.reload_config or inspect.iscoroutinefunction(method)
    assert set(compression._cmp_decompressors) >= {b"zlib@openssh.com", b"none"}


def test_only_ciphers_that_do_not_chain_are_offered() -> None:
    """No packet needs an empty one before it: `send_packet` leaves those out."""
    assert all("gcm" in cipher or "poly1305" in cipher for cipher in CIPHERS)


async def test_a_key_is_answered_in_one_packet() -> None:
    """Nothing is sent besides what is shown."""
    sent: list[bytes] = []
    async with running_host() as at, at.connect() as connection:
        seen = await terminal(connection)
        (ours,) = at.ssh._connections
        send = ours._send
        ours._send = lambda data: (sent.append(data), send(data))
        seen.type("e")
        await seen.see("key 'e'")
        assert len(sent) == 1


async def test_a_compressed_line_works() -> None:
    """A client that asks for compression gets it."""
    async with running_host() as at, at.connect(compression_algs=["zlib@openssh.com"]) as connection:
        seen = await terminal(connection)
        seen.type("e")
        await seen.see("key 'e'")
        assert connection.get_extra_info("recv_compression") == "zlib@openssh.com"


async def test_a_packet_that_inflates_too_far_ends_its_line() -> None:
    """Some kilobytes that would become megabytes are not inflated: the line is dropped."""
    async with running_host(replace(LIMITS, inflated_packet=64 * 1024)) as at:
        connection = await at.connect(compression_algs=["zlib@openssh.com"])
        await terminal(connection)
        bounded = compression._cmp_decompressors[b"zlib@openssh.com"]()
        bomb = zlib.compress(b"\0" * 50_000_000)
        assert bounded is not None
        assert bounded.decompress(bomb) is None
        connection.send_packet(2, String(b"\0" * 200_000))  # MSG_IGNORE
        with pytest.raises(asyncssh.Error):
            await terminal(connection)
        await asyncio.wait_for(connection.wait_closed(), WITHIN)


async def test_what_packets_inflate_to_is_charged() -> None:
    """Packets that inflate to 40 KB each cost as much as ten others: 100 of them are too many at once."""
    limits = replace(LIMITS, packets=300, packets_per_second=100.0, packets_time=0.05)
    async with running_host(limits) as at:
        for size, ends in ((400, False), (40_000, True)):
            connection = await at.connect(compression_algs=["zlib@openssh.com"])
            seen = await terminal(connection)
            for _ in range(100):
                connection.send_packet(2, String(b"\0" * size))  # MSG_IGNORE
            if ends:
                await asyncio.wait_for(connection.wait_closed(), WITHIN)
            else:
                seen.type("e")
                await seen.see("key 'e'")
                connection.close()


async def test_what_others_of_an_address_send_ends_nobodys_connection() -> None:
    """Who keeps to the own limit is slowed where the address sends too much, and is answered."""
    limits = replace(LIMITS, packets_per_address=100, packets_per_second_per_address=500.0, packets_time=0.05)
    async with running_host(limits) as at, at.connect() as sending, at.connect() as neighbour:
        both = await terminal(neighbour), await terminal(sending)
        for _ in range(300):
            sending.send_packet(2, String(b"x"))  # MSG_IGNORE
        for seen in both:
            seen.type("e")
            await seen.see("key 'e'")


async def test_key_exchanges_are_charged_from_the_second_on() -> None:
    """Before a session as well: who exchanges keys again and again is slowed, then ended."""
    limits = replace(LIMITS, packets=100, packets_per_second=100.0, packets_time=0.05)
    async with running_host(limits) as at, at.connect() as connection:
        for _ in range(10):
            if connection.is_closed():
                break
            connection._send_kexinit()
            connection._kexinit_sent = True
            await at.until(lambda: connection._kex_complete or connection.is_closed(), "an exchange is over")
        await asyncio.wait_for(connection.wait_closed(), WITHIN)


async def test_authentication_may_be_requested_again_before_it_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """paramiko requests the service again before each method; once it is logged in, nobody may."""
    tries: list[bool] = []
    try_next = asyncssh.SSHClientConnection.try_next_auth

    def requesting_again(connection: asyncssh.SSHClientConnection, *, next_method: bool = False) -> None:
        tries.append(next_method)
        if len(tries) % 2:  # the service was accepted just now
            try_next(connection, next_method=next_method)
        else:  # a method was refused
            if next_method:
                connection._auth_methods.pop(0)
            connection.send_service_request(AUTHENTICATION)

    monkeypatch.setattr(asyncssh.SSHClientConnection, "try_next_auth", requesting_again)
    async with running_host() as at, at.connect() as connection:
        assert len(tries) >= 3
        seen = await terminal(connection)
        seen.type("e")
        await seen.see("key 'e'")
        connection.send_service_request(AUTHENTICATION)
        await asyncio.wait_for(connection.wait_closed(), WITHIN)


def test_each_way_to_sign_is_named_once() -> None:
    """libssh2 1.11 writes past its memory where `server-sig-algs` names one that it knows twice."""
    assert len(set(SIGNATURES)) == len(SIGNATURES)
    known = {name.decode() for name in get_public_key_algs()}
    assert set(SIGNATURES) <= known


async def test_a_client_is_told_how_to_sign() -> None:
    """Exactly so, with no name twice."""
    async with running_host() as at, at.connect() as connection:
        await terminal(connection)
        (ours,) = at.ssh._connections
        assert ours._sig_algs == [name.encode() for name in SIGNATURES]
        assert connection._server_sig_algs == set(ours._sig_algs)


async def test_answers_that_are_not_read_are_bounded() -> None:
    """Who requests and requests, but reads no answer, is cut off."""
    async with running_host(replace(LIMITS, backlog=1000, packets=100_000)) as at:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.connect(("127.0.0.1", at.port))
        connection = await asyncssh.connect(
            sock=sock, username="ada", password="", client_keys=None, known_hosts=None, config=None
        )
        await terminal(connection)
        (ours,) = at.ssh._connections
        connection._transport.pause_reading()
        sent = 0
        while not ours._cut and sent < 50_000:
            connection.send_packet(
                80, String(b"what@example.org"), b"\1"
            )  # MSG_GLOBAL_REQUEST, answer wanted
            sent += 1
            if sent % 32 == 0:
                await asyncio.sleep(0)
        await at.until(lambda: not at.ssh._connections, "the connection is gone")


async def test_what_waits_for_a_key_exchange_counts_as_unsent() -> None:
    """A client that never ends a key exchange does not keep up."""
    async with running_host() as at, at.connect() as connection:
        await terminal(connection)
        (ours,) = at.ssh._connections
        line = at.screens[0].line
        await at.until(line.keeps_up, "everything is taken")
        ours._kex_complete = False
        line.write(b"x" * 1000)
        assert ours.unsent >= 1000
        assert not line.keeps_up()


def test_small_packets_are_compressed_in_few_bytes() -> None:
    """Fewer than asyncssh's own; each can be read as soon as it has come."""
    frames = [f"\x1b[{row};8Hrolls {row % 6} 5 4, sets aside {row % 6}.".encode() for row in range(1, 200)]
    asyncssh_own, ours, reader = compression._ZLibCompress(), PacketDeflate(), zlib.decompressobj()
    usual = few = 0
    for frame in frames:
        usual += len(asyncssh_own.compress(frame) or b"")
        packet = ours.compress(frame)
        few += len(packet)
        assert reader.decompress(packet) == frame
    assert few <= usual - 2 * len(frames)
