"""The places of asyncssh that we lean on are still there, and the bounds we set hold."""

from __future__ import annotations

import asyncio
import inspect
import zlib
from typing import Any

import asyncssh
import pytest
from asyncssh import compression
from asyncssh.channel import SSHServerChannel
from asyncssh.packet import String
from msgspec.structs import replace

from server.transport.hardened import CIPHERS, PLACES
from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_session import terminal


@pytest.mark.parametrize(
    ("owner", "name", "reason"), PLACES, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_place_we_lean_on_is_still_there(owner: Any, name: str, reason: str) -> None:
    """Each place of asyncssh that `server.transport.hardened` uses exists, or the sentence says what
    breaks.
    """
    classes = [cls for cls in getattr(owner, "__mro__", ()) if cls is not object]
    there = hasattr(owner, name) or any(f"self.{name}" in inspect.getsource(cls) for cls in classes)
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
        await asyncio.wait_for(connection.wait_closed(), 10)
