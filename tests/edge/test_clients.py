"""Clients that are not what they seem: with another's public key, a wrong guess, no terminal, or no life."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator

import asyncssh
import pytest
from asyncssh.packet import SSHPacket
from msgspec import json

from tests.bench._host import furnish
from tests.bench._player import connect
from tests.e2e.host import QUICK, LiveHost
from tests.edge.attack import MSG_KEXINIT, VERSION, handshake
from tests.edge.quiet_player import GREETING
from tests.terminal import PtyTerminals

MSG_NEWKEYS, MSG_ECDH_REPLY = 21, 31
DROPBEAR = (
    b"curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,kexguess2@matt.ucc.asn.au",
    b"ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-256",
)
"""What `dbclient` 2022.83 names of key exchanges and host keys; it guesses that the first are taken."""
SIZES = ((100_000, 100_000), (4000, 4000), (1, 1), (0, 0))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHost]:
    """A host that soon asks whether a client is still there."""
    terminals = PtyTerminals()
    settings = QUICK | {"CROWNHOUSE_LIMITS_KEEPALIVE": "1"}
    path = tmp_path_factory.mktemp("clients")
    furnish(path / "data", 1, [])
    host = LiveHost(path, terminals, settings)
    host.start()
    yield host
    host.close()
    terminals.close()


def _hello(house: LiveHost, name: str) -> dict[str, object]:
    """Whom the host takes a stock client for."""
    with house.pipe(name, "api") as client:
        out, _ = client.communicate(timeout=30)
    found: dict[str, object] = json.decode(out.splitlines()[0])["hello"]
    return found


async def test_another_players_public_key(house: LiveHost) -> None:
    """Who has only the `.pub` of a player is a guest; the player is recognised, before and after."""
    owner = await asyncio.to_thread(_hello, house, "Owner")
    house.key("Owner").with_suffix(".pub").rename(house.folder / "Thief")
    thief = await asyncio.to_thread(_hello, house, "Thief")
    again = await asyncio.to_thread(_hello, house, "Owner")
    assert (owner["guest"], thief["guest"], again["guest"]) == (False, True, False)
    assert owner["name"] == again["name"] != thief["name"]


def test_a_guess_of_the_key_exchange(house: LiveHost) -> None:
    """A client that guesses as Dropbear does, and sends its half at once, is answered: its guess is right."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
        line.sendall(handshake(*DROPBEAR, follows=True))
        stream = line.makefile("rb")
        assert stream.readline().startswith(b"SSH-2.0-crownhouse")
        assert VERSION.startswith(b"SSH-2.0-")
        offer, *answers = [_packet(stream) for _ in range(3)]
    assert [offer[0], *(answer[0] for answer in answers)] == [MSG_KEXINIT, MSG_ECDH_REPLY, MSG_NEWKEYS]
    lists = SSHPacket(offer[17:])
    kinds, keys = lists.get_namelist(), lists.get_namelist()
    assert (kinds[0], keys[0]) == (DROPBEAR[0].split(b",")[0], DROPBEAR[1].split(b",")[0])


def _packet(stream: object) -> bytes:
    """The payload of a packet before there are keys."""
    read = stream.read  # type: ignore[attr-defined]
    length = int.from_bytes(read(4), "big")
    packet: bytes = read(length)
    return packet[1 : length - packet[0]]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_windows_of_any_size(house: LiveHost, size: tuple[int, int]) -> None:
    """Something is drawn, no larger than any screen, and a key is answered."""
    guest = await connect(house.port, size=size)
    await guest.sees(b"crownhouse")
    await guest.quiet()
    assert guest.count < 300 * 100 * 4
    assert await guest.answered(b"?")
    guest.leave()


async def test_without_a_terminal(house: LiveHost) -> None:
    """Plain mode, where lines are answered."""
    async with asyncssh.connect(
        "127.0.0.1", house.port, username="ada", password="", client_keys=None, known_hosts=None, config=None
    ) as connection:
        process = await connection.create_process(encoding="utf-8")
        process.stdin.write("nonsense\n")
        async with asyncio.timeout(20):
            while "nonsense" not in await process.stdout.readline():
                pass
        process.stdin.write_eof()


async def test_a_dead_client(house: LiveHost) -> None:
    """Who answers no keepalive is gone, though the line still takes bytes."""
    guest = await connect(house.port, name="sleeper")
    await guest.sees(GREETING)
    guest.connection._transport.pause_reading()
    ended = re.compile("connection ended.*sleeper")
    async with asyncio.timeout(60):
        while not ended.search(house.log):  # noqa: ASYNC110  (another process writes it)
            await asyncio.sleep(0.05)
    guest.leave()
