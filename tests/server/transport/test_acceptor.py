"""Before anybody has logged in the host spends little on them, and nothing on too many."""

from __future__ import annotations

import asyncio
from collections import Counter, deque

import pytest
from msgspec.structs import replace

from server.settings.address import Address
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.transport.connection_limiter import ConnectionLimiter, network_of
from server.transport.proxy import NO_HEADER, SIGNATURE, VERSION_1
from tests.server.running_host import LIMITS, running_host
from tests.waiting import WITHIN

NETWORKS = {
    "192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8::1": "2001:0db8:0000:0000",
    "2001:db8:0:0:ffff::9": "2001:0db8:0000:0000", "fe80::1%eth0": "fe80:0000:0000:0000",
    "somewhere": "somewhere",
}  # fmt: skip


@pytest.mark.parametrize(("address", "network"), NETWORKS.items())
def test_a_network_counts_as_one_client(address: str, network: str) -> None:
    """An IPv4 address by itself, an IPv6 address by its first 64 bits."""
    assert network_of(address) == network


def test_admission_counts_per_address_and_in_all() -> None:
    """Who is too much has to wait; leaving makes room."""
    door = ConnectionLimiter(
        CurrentLimits(Limits(logging_in=4, logging_in_kept=0, logging_in_per_address=2)), now=0.0
    )
    assert [door.enter("a", 0.0) for _ in range(3)] == [True, True, False]
    assert [door.enter(name, 0.0) for name in ("b", "c", "d")] == [True, True, False]
    door.leave("c")
    assert door.enter("d", 0.0)


def test_admission_counts_per_second() -> None:
    """Of the handshakes a second strangers leave a quarter to those who are known; time makes more."""
    door = ConnectionLimiter(CurrentLimits(Limits(new_per_second=8)), now=0.0)
    assert [door.enter(name, 0.0) for name in "abcdefgh"] == [True] * 6 + [False] * 2
    assert not door.enter("g", 0.1)
    assert door.enter("g", 0.126)


def test_one_address_has_a_share_of_the_handshakes() -> None:
    """The others' handshakes go on while one address has used up its own."""
    door = ConnectionLimiter(
        CurrentLimits(Limits(new_at_once_per_address=2, new_per_second_per_address=1)), now=0.0
    )
    assert [door.enter("a", 0.0) for _ in range(3)] == [True, True, False]
    assert door.enter("b", 0.0)
    assert not door.enter("a", 0.9)
    assert door.enter("a", 1.0)


def test_room_is_kept_for_addresses_that_were_let_in_before() -> None:
    """Strangers fill the room but for that; a known address still comes in."""
    limits = Limits(logging_in=4, logging_in_kept=2, logging_in_per_address=9, new_per_second=4)
    door = ConnectionLimiter(CurrentLimits(limits), now=0.0)
    assert door.enter("known", 0.0)
    door.leave("known", logged_in=True)
    assert [door.enter("stranger", 9.0) for _ in range(3)] == [True, True, False]
    assert [door.enter("known", 9.0) for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("attackers", [5, 10, 40])
def test_silent_connections_of_many_addresses_leave_room(attackers: int, known: bool) -> None:
    """Ten of each address, also where somebody has logged in once from all of them, keep neither a stranger
    nor a known address out: the oldest of the address with most ends.
    """
    limits = Limits()
    door = ConnectionLimiter(CurrentLimits(limits), now=0.0)
    crowd = [f"attacker {number}" for number in range(attackers)]
    for number, network in enumerate((*(crowd if known else ()), "known")):
        assert door.enter(network, float(number))
        door.leave(network, logged_in=True)
    silent = deque[tuple[float, str]]()

    def end_one() -> bool:
        having = Counter(network for _, network in silent)
        oldest = next(one for one in silent if having[one[1]] == max(having.values()))
        silent.remove(oldest)
        door.leave(oldest[1])
        return True

    turns, came = deque(crowd), dict[str, float]()
    for tick in range(20 * 60):
        now = 50 + tick / 20
        if now == 80:
            turns.extend(("stranger", "known"))
        while silent and silent[0][0] + limits.login_timeout <= now:
            door.leave(silent.popleft()[1])
        for network in tuple(turns):
            if door.enter(network, now, end_one):
                turns.remove(network)
                if network in crowd:
                    silent.append((now, network))
                    turns.append(network)
                else:
                    came[network] = now - 80
    assert came["stranger"] < limits.waiting_time
    assert came["known"] < 1.0


async def silent(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def greeted(reader: asyncio.StreamReader, limit: float = WITHIN) -> bytes:
    """The host's first line; nothing where it closes."""
    try:
        return await asyncio.wait_for(reader.readline(), limit)
    except ConnectionResetError:
        return b""


async def test_silent_connections_are_closed_in_time() -> None:
    """Who does not log in is disconnected."""
    async with running_host(replace(LIMITS, login_timeout=0.2)) as at:
        reader, writer = await silent(at.port)
        assert (await greeted(reader)).startswith(b"SSH-2.0-crownhouse")
        assert await asyncio.wait_for(reader.read(), WITHIN) is not None
        writer.close()


async def test_too_many_from_one_address_wait_and_are_closed() -> None:
    """The third has no turn while two are logging in, and is closed after its time; when one of
    them leaves, the next one comes in.
    """
    limits = replace(LIMITS, logging_in_per_address=2, waiting_time=0.3)
    async with running_host(limits) as at:
        one, two = await silent(at.port), await silent(at.port)
        assert await greeted(one[0])
        assert await greeted(two[0])
        late = await silent(at.port)
        assert await greeted(late[0]) == b""
        at.host.limit(replace(limits, waiting_time=600.0))
        waiting = await silent(at.port)
        one[1].close()
        assert await greeted(waiting[0])
        for _, writer in (two, late, waiting):
            writer.close()


async def test_who_has_logged_in_makes_room() -> None:
    """Logins are counted, players are not."""
    limits = replace(LIMITS, logging_in_per_address=1, logging_in=1)
    async with running_host(limits) as at, at.connect(), at.connect(), at.connect():
        assert len(at.ssh._connections) == 3


async def test_new_connections_come_at_a_rate() -> None:
    """Of a crowd at once some wait, and all of them come in."""
    async with running_host(replace(LIMITS, new_per_second=20)) as at:
        begun = asyncio.get_running_loop().time()
        crowd = [await silent(at.port) for _ in range(25)]
        for reader, _ in crowd:
            assert await greeted(reader)
        assert asyncio.get_running_loop().time() - begun > 0.1
        for _, writer in crowd:
            writer.close()


async def test_a_full_queue_keeps_out_nobody_for_whom_there_is_room() -> None:
    """Others wait for other room than is kept for a known address."""
    async with running_host(replace(LIMITS, waiting=2)) as at:
        at.ssh._acceptor._count = 2
        reader, writer = await silent(at.port)
        assert await greeted(reader)
        at.ssh._acceptor._count = 0
        writer.close()


async def test_more_than_may_wait_are_closed_at_once() -> None:
    """The queue itself is bounded."""
    async with running_host(replace(LIMITS, logging_in=1, waiting=2)) as at:
        first = await silent(at.port)
        assert await greeted(first[0])
        waiting = [await silent(at.port) for _ in range(2)]
        await at.until(lambda: at.ssh._acceptor._count == 2)
        late = await silent(at.port)
        assert await greeted(late[0]) == b""
        for _, writer in (first, *waiting, late):
            writer.close()


async def test_one_address_has_a_share_of_the_queue() -> None:
    """What is more than may wait of one address is closed at once; others still get in."""
    limits = replace(LIMITS, logging_in_per_address=1, waiting_per_address=2, waiting_time=30)
    async with running_host(limits, proxied=True) as at:
        crowd = [await silent(at.port) for _ in range(6)]
        for _, writer in crowd:
            writer.write(header(0x21, 0x11, FOUR))
        closed = [await greeted(reader) for reader, _ in crowd[3:]]
        assert closed == [b"", b"", b""]
        reader, writer = await silent(at.port)
        writer.write(header(0x21, 0x21, SIX))
        assert (await greeted(reader)).startswith(b"SSH-2.0-")
        for _, one in (*crowd, (reader, writer)):
            one.close()


async def test_a_taken_port_is_an_error() -> None:
    """Listening where somebody else does raises OSError, for `serve` to say so."""
    async with running_host() as at:
        with pytest.raises(OSError, match="in use"):
            at.ssh.listen(Address("127.0.0.1", at.port))


def header(command: int, family: int, rest: bytes) -> bytes:
    return SIGNATURE + bytes([command, family]) + len(rest).to_bytes(2, "big") + rest


FOUR = bytes([192, 0, 2, 7, 127, 0, 0, 1]) + b"\0\x16\0\x16"
SIX = bytes.fromhex("20010db8000000010000000000000009") + bytes(16) + b"\0\x16\0\x16"
HEADERS: dict[str, tuple[bytes, str | None]] = {
    "IPv4": (header(0x21, 0x11, FOUR), "192.0.2.7"),
    "IPv6": (header(0x21, 0x21, SIX), "2001:db8:0:1::9"),
    "with extensions": (header(0x21, 0x11, FOUR + b"\x04\0\x03abc"), "192.0.2.7"),
    "the balancer's own check": (header(0x20, 0x00, b""), "127.0.0.1"),
    "an unknown family": (header(0x21, 0x31, bytes(216)), "127.0.0.1"),
    "none at all": (b"SSH-2.0-somebody-else\r\n", None),
    "version 1": (b"PROXY TCP4 192.0.2.7 127.0.0.1 22 22\r\n", None),
    "too short": (header(0x21, 0x21, FOUR), None),
    "too long": (header(0x21, 0x11, bytes(2000)), None),
    "an unknown command": (header(0x22, 0x11, FOUR), None),
}


@pytest.mark.parametrize(("data", "address"), HEADERS.values(), ids=HEADERS.keys())
async def test_a_balancer_says_for_whom_it_connects(data: bytes, address: str | None) -> None:
    """Behind a balancer its header gives the address; whoever sends none is closed."""
    async with running_host(proxied=True) as at:
        reader, writer = await silent(at.port)
        for byte in data[:40]:  # in the smallest portions
            writer.write(bytes([byte]))
        writer.write(data[40:])
        first = await greeted(reader)
        assert first.startswith(b"SSH-2.0-") == (address is not None)
        assert [connection.address for connection in at.ssh._connections] == ([address] if address else [])
        writer.close()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (HEADERS["version 1"][0], VERSION_1),
        (HEADERS["none at all"][0], NO_HEADER),
        (HEADERS["an unknown command"][0], NO_HEADER),
        (HEADERS["too short"][0], "its address is cut short"),
        (b"\r\n", "it ended before one"),
    ],
)
async def test_the_log_says_what_a_balancer_sent_instead(
    data: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    """For an operator whose balancer is set up wrongly."""
    async with running_host(proxied=True) as at:
        reader, writer = await silent(at.port)
        writer.write(data)
        writer.write_eof()
        assert await greeted(reader) == b""
        writer.close()
    assert told_of_headers(caplog) == [why]


async def test_a_balancer_that_says_nothing_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    """The header has to come in time."""
    async with running_host(replace(LIMITS, waiting_time=0.1), proxied=True) as at:
        reader, writer = await silent(at.port)
        assert await greeted(reader) == b""
        writer.close()
    assert told_of_headers(caplog) == ["none came in time"]


def told_of_headers(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Why connections were closed that had no header, as the log has it."""
    headers = [one for one in caplog.records if one.msg == "connection without a PROXY header"]
    return [vars(one)["why"] for one in headers]
