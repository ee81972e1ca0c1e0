"""The places of asyncssh that we lean on are still there, and the bounds we set hold."""

from __future__ import annotations

import asyncio
import inspect
import zlib

import asyncssh
import pytest
from asyncssh import compression
from asyncssh.channel import SSHServerChannel
from asyncssh.packet import String
from msgspec.structs import replace

from tests.server.house import LIMITS, house
from tests.server.test_session import terminal


def test_the_places_we_lean_on() -> None:
    """Names and shapes in asyncssh that `server.hardened` overrides or reads."""
    connection = asyncssh.SSHServerConnection
    for name in ("send_userauth_failure", "reload_config", "resume_writing", "connection_made"):
        assert callable(getattr(connection, name))
    assert inspect.iscoroutinefunction(connection.reload_config)
    assert list(inspect.signature(SSHServerChannel._process_env_request).parameters) == ["self", "packet"]
    assert list(inspect.signature(SSHServerChannel.__init__).parameters)[1:] == [
        "conn", "loop", "allow_pty", "line_editor", "line_echo", "line_history", "max_line_length",
        "encoding", "errors", "window", "max_pktsize",
    ]  # fmt: skip
    assert set(compression._cmp_decompressors) >= {b"zlib@openssh.com", b"none"}


async def test_a_compressed_line_works() -> None:
    """A client that asks for compression gets it."""
    async with house() as at, at.connect(compression_algs=["zlib@openssh.com"]) as connection:
        seen = await terminal(connection)
        seen.type("e")
        await seen.see("key 'e'")
        assert connection.get_extra_info("recv_compression") == "zlib@openssh.com"


async def test_a_packet_that_inflates_too_far_ends_its_line() -> None:
    """Some kilobytes that would become megabytes are not inflated: the line is dropped."""
    async with house(replace(LIMITS, inflated_packet=64 * 1024)) as at:
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
