"""The HTTP end of a window holds nothing up and gives nothing away, whatever clients send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from ipaddress import ip_network

import pytest

from server.web import listener
from server.web.feed import Feed, WatchedTable
from server.web.listener import WebListener, accepted, network_of, read_request
from server.web.routes import Request, Routes
from tests.waiting import WITHIN

SAME = {
    b"content-security-policy", b"x-content-type-options", b"referrer-policy",
    b"cross-origin-opener-policy", b"cross-origin-resource-policy",
}  # fmt: skip


@pytest.fixture
async def port() -> AsyncIterator[int]:
    feed = Feed()
    server = WebListener(Routes(feed))
    yield await server.open("127.0.0.1", 0)
    await server.close()


async def sent(port: int, data: bytes) -> bytes:
    """What the window answers until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    found = b""
    try:
        async with asyncio.timeout(WITHIN):
            while more := await reader.read(65536):
                found += more
    except ConnectionError:
        pass
    finally:
        writer.close()
    return found


def asked(path: str, more: str = "", method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{more}\r\n".encode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (asked("/style.css"), 200),
        (asked("/style.css", method="HEAD"), 200),
        (asked("/nothing"), 404),
        (asked("/", method="PUT"), 405),
        (asked("/", "content-length: 0\r\n", "POST"), 405),
        (asked("/", "content-length: 2\r\n") + b"ab", 413),
        (asked("/", "transfer-encoding: chunked\r\n") + b"1\r\na\r\n0\r\n\r\n", 413),
        (asked("/" + "a" * 300), 414),
        (asked("/", "x: " + "a" * 9000 + "\r\n"), 431),
        (b"GARBAGE\r\n\r\n", 400),
        (asked("/"), 503),
        (asked("/live/0123456789abcdef"), 404),
        (asked("//evil.example"), 404),
        (asked("/notices/7Q3F-09XK", "content-length: 26\r\n", "POST") + b"List-Unsubscribe=One-Click", 503),
        (asked("/notices/7Q3F-09XK", "content-length: 2\r\n", "POST") + b"ab", 400),
        (asked("/notices/7Q3F-09XK", "content-length: 3000\r\n", "POST") + b"a" * 3000, 413),
        (asked("/notices/../x", "content-length: 2\r\n", "POST") + b"ab", 413),
        (asked("/%00/..%2f"), 404),
    ],
)
async def test_every_answer_has_the_same_headers(port: int, data: bytes, status: int) -> None:
    found = await sent(port, data)
    head, _, body = found.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert lines[0].split()[1] == str(status).encode()
    names = {line.split(b":")[0].lower() for line in lines[1:]}
    assert names >= SAME
    assert b"set-cookie" not in names
    if data.startswith(b"HEAD"):
        assert not body


async def test_what_is_known_is_not_sent_again_and_what_is_sent_is_packed(port: int) -> None:
    plain = await sent(port, asked("/style.css"))
    packed = await sent(port, asked("/style.css", "accept-encoding: gzip\r\n"))
    assert b"content-encoding: gzip" in packed
    assert len(packed) < len(plain) / 2
    tag = next(line for line in plain.split(b"\r\n") if line.startswith(b"etag: "))[6:].decode()
    known = await sent(port, asked("/style.css", f"if-none-match: {tag}\r\n"))
    assert known.startswith(b"HTTP/1.1 304")


async def test_requests_may_follow_each_other(port: int) -> None:
    one = b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n"
    found = await sent(port, one * 3 + asked("/robots.txt"))
    assert found.count(b"HTTP/1.1 200") == 4


async def test_slow_and_silent_clients_are_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as soon:
        soon.setattr(listener, "HEAD_TIME", 0.1)
        assert await sent(port, b"") == b""
        assert await sent(port, b"GET / HT") == b""
    found = await sent(port, asked("/robots.txt"))
    assert found.startswith(b"HTTP/1.1 200")


async def test_an_address_has_so_many_connections(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "PER_ADDRESS", 2)
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
    await asyncio.sleep(0)
    assert await sent(port, asked("/robots.txt")) == b""
    for _, writer in held:
        writer.close()


async def test_who_asks_at_once_has_room_among_many_who_do_not(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "CONNECTIONS", 3)
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(9)]
    for _ in range(3):
        assert (await sent(port, asked("/robots.txt"))).startswith(b"HTTP/1.1 200")
    closed = [await reader.read(1) == b"" for reader, _ in held[:6]]
    assert all(closed)
    for _, writer in held:
        writer.close()


async def test_those_who_listen_take_no_room_from_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """All viewers of a table fetch its page with each tick."""
    monkeypatch.setattr(listener, "CONNECTIONS", 1)
    monkeypatch.setattr(listener, "MOST_STREAMS", 2)
    feed = Feed()
    feed.watched["t1x1"] = WatchedTable(None, 0.0)  # type: ignore[arg-type]
    server = WebListener(Routes(feed))
    port = await server.open("127.0.0.1", 0)
    held = []
    for status in (b"200", b"200", b"503"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(asked("/live/t1x1"))
        assert (await reader.readline()).split()[1] == status
        held.append(writer)
    assert (await sent(port, asked("/robots.txt"))).startswith(b"HTTP/1.1 200")
    for writer in held:
        writer.close()
    await server.close()


async def test_a_page_that_was_left_takes_no_room_from_the_next() -> None:
    """However soon: a browser goes from page to page, and each listens."""
    feed = Feed()
    feed.watched["t1x1"] = WatchedTable(None, 0.0)  # type: ignore[arg-type]
    server = WebListener(Routes(feed))
    port = await server.open("127.0.0.1", 0)
    for _ in range(listener.STREAMS + 2):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(asked("/live/t1x1"))
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()
        await writer.wait_closed()
        while server._streams:  # noqa: ASYNC110
            await asyncio.sleep(0)
    await server.close()


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("", "en"),
        ("de-AT,en;q=0.5", "de"),
        ("fr, it;q=0.3, nl;q=0.9", "nl"),
        ("de;q=0", "en"),
        (";q=x,", "en"),
    ],
)
def test_the_language_that_a_browser_likes_best(said: str, language: str) -> None:
    assert accepted(said) == language


def test_the_query_has_a_language_and_whether_cards_are_open() -> None:
    assert read_request(b"/r/1?l=de&open=&x=1", b"nl") == Request("/r/1", "de", chosen=True, is_open=True)
    assert read_request(b"/?l=xx", b"it") == Request("/", "it")
    assert read_request(b"http://x/", b"") is None
    assert read_request("/ä".encode(), b"") is None


def test_an_address_is_what_a_proxy_says_that_is_believed() -> None:
    said = {b"forwarded": b'for="[2001:db8:1:2:3::9]";proto=https, for=198.51.100.7'}
    routes: Routes = None  # type: ignore[assignment]
    believing = WebListener(routes, [ip_network("10.0.0.0/8")])
    assert believing.client("10.1.2.3", said) == "198.51.100.7"
    assert believing.client("192.0.2.1", said) == "192.0.2.1"
    assert network_of("2001:db8:1:2:3::9") == "2001:db8:1:2::/64"
