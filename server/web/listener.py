"""The HTTP end of a window: h11 with deadlines of its own, so that slow and silent clients hold nothing up.

GET and HEAD alone; no body, cookie or form is read. Every answer has the same headers that keep a browser
from loading, sending or embedding anything else.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import aclosing
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import parse_qsl

import h11

from server.web.kept import Body
from server.web.questions import Busy
from server.web.routes import Request, Routes
from tui.language.texts import LANGUAGES

log = logging.getLogger(__name__)

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
HEAD_TIME, TAKEN_TIME, IDLE_TIME = 5.0, 10.0, 60.0
"""Seconds for the head of a request, for the client to take an answer, and until the next request."""
CONNECTIONS, PER_ADDRESS = 448, 32
"""Connections that ask for pages, and those of one address, its streams included."""
MOST_STREAMS, STREAMS = 512, 8
"""Streams of ticks beside them, which stay open, and those of one address. Without a raised `ulimit -n` a
process has 1024 descriptors.
"""
TAKEN_IN, WAITING = 16, 4096
"""Connections that are taken in before anything else is done, and that may wait for it."""
LONGEST_HEAD, LONGEST_TARGET = 8192, 256
UNSENT = 4096
"""Bytes that a stream may have unsent."""
LONGEST_FORM = 1024
LIVE = re.compile(rb"/live(/[0-9A-Za-z/-]+)?")
STOP = re.compile(rb"/notices/([0-9A-Z-]{4,40})")
ONE_CLICK = re.compile(rb"List-Unsubscribe(=|[\"'][^=]*?\r\n\r\n)One-Click")
"""What one click sends: a form of either kind."""
Headers = list[tuple[str, str]]
Network = IPv4Network | IPv6Network
Connections = Counter[str]


class WebListener:
    """Serves the addresses of a window. `believed` are the networks of proxies whose `Forwarded` says for
    whom they ask.
    """

    def __init__(self, routes: Routes, believed: Sequence[Network] = ()) -> None:
        self._routes, self._believed = routes, believed
        self._server: asyncio.Server | None = None
        self._open: Connections = Counter()
        self._streams: Connections = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self.silent: dict[asyncio.StreamWriter, None] = {}
        """The connections whose next request is waited for, the one that waits for longest first."""

    async def open(self, host: str, port: int) -> int:
        """Start listening and return the port. Raises OSError."""
        self._server = await asyncio.start_server(
            self._connected, host, port, limit=LONGEST_HEAD, backlog=TAKEN_IN
        )
        for sock in self._server.sockets:
            with sock.dup() as same:  # asyncio takes in as many between two other things as may wait
                same.listen(WAITING)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Stop listening and end all connections."""
        if self._server:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = str(writer.get_extra_info("peername")[0])
        network, is_proxy = network_of(peer), self._is_believed(peer)
        has_room = is_proxy or self._open[network] < PER_ADDRESS
        asking = self._open.total() - self._streams.total()
        if not has_room or (asking >= CONNECTIONS and not self._made_room()):
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  (asyncio runs this in a task)
        self._tasks.add(task)
        self._open[network] += 1
        try:
            await Exchange(self, reader, writer, peer).serve()
        except (h11.ProtocolError, OSError, TimeoutError, asyncio.CancelledError):
            pass  # of whoever has left a stream, too: asyncio logs a task of its own that ends as cancelled
        except Exception:
            log.exception("a page could not be served")
        finally:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]
            self._tasks.discard(task)
            if writer.transport.get_write_buffer_size():
                writer.transport.abort()
            else:
                writer.close()

    def _made_room(self) -> bool:
        """End the connection that has been without a whole request for longest. Return whether there was one:
        whoever asks at once has room among many who do not.
        """
        oldest = next(iter(self.silent), None)
        if oldest is None:
            return False
        del self.silent[oldest]
        oldest.transport.abort()
        return True

    def _is_believed(self, peer: str) -> bool:
        try:
            address = ip_address(peer)
        except ValueError:  # a socket of this machine
            return False
        return any(address in network for network in self._believed)

    def client(self, peer: str, headers: dict[bytes, bytes]) -> str:
        """Return the network that a request comes from: what a proxy says, if it is believed."""
        said = headers.get(b"forwarded", b"").decode("latin-1")
        found = re.findall(r'for="?\[?([0-9a-fA-F.:]+)', said)
        return network_of(found[-1] if found and self._is_believed(peer) else peer)

    async def answer(self, target: bytes, headers: dict[bytes, bytes]) -> tuple[int, Headers, bytes]:
        request = read_request(target, headers.get(b"accept-language", b""))
        if request is None:
            return 404, [("content-type", "text/plain; charset=utf-8")], b"Not here.\n"
        try:
            found = await self._routes.answer(request)
        except Busy:
            return 503, [("retry-after", "10"), ("content-type", "text/plain; charset=utf-8")], b"Busy.\n"
        return packed(found, headers)

    async def stop_notices(self, code: str) -> int:
        """Have no more notices sent where the code of one went; return the status of the answer."""
        return await self._routes.stop_notices(code)

    async def stream(
        self, path: str, client: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Send a tick with each change of a page, for as long as it is taken."""
        ticks = self._routes.ticks(path)
        if ticks is None or self._streams[client] >= STREAMS or self._streams.total() >= MOST_STREAMS:
            writer.write(_plain_answer(404 if ticks is None else 503))
            return
        self._streams[client] += 1
        leaving = _end_with(reader)
        if sock := writer.get_extra_info("socket"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        try:
            writer.write(_head(200, STREAM_HEADERS) + b"retry: 5000\n\n")
            async with aclosing(ticks):
                async for tick in ticks:
                    writer.write(b":\n\n" if tick is None else b"data: %d\n\n" % tick)
                    if writer.is_closing() or writer.transport.get_write_buffer_size() >= UNSENT:
                        return
            writer.write(b"data: over\n\n")
        finally:
            leaving.cancel()
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]


def _end_with(reader: asyncio.StreamReader) -> asyncio.Future[bytes]:
    """Cancel the task that runs once a client goes, or sends what nobody waits for: a page that was left
    takes no room from the next. Return what has to be cancelled to let it run on.
    """
    task, leaving = asyncio.current_task(), asyncio.ensure_future(reader.read(1))

    def gone(_: asyncio.Future[bytes]) -> None:
        if task and not leaving.cancelled():
            leaving.exception()  # how a client has gone is all the same
            task.cancel()

    leaving.add_done_callback(gone)
    return leaving


class Exchange:
    """One connection: requests, one after the other."""

    def __init__(
        self, listener: WebListener, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, peer: str
    ) -> None:
        self._listener, self._reader, self._writer, self._peer = listener, reader, writer, peer
        self._connection = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_HEAD)
        self._is_first = True
        writer.transport.set_write_buffer_limits(high=0)  # what was drained was taken

    async def serve(self) -> None:
        """Answer until the client goes, or is too slow."""
        while True:
            self._listener.silent[self._writer] = None
            try:
                request = await self._head()
            except h11.RemoteProtocolError as why:
                await self._send_error(why.error_status_hint)
                return
            finally:
                self._listener.silent.pop(self._writer, None)
            if request is None or not await self._answered(request):
                return
            self._connection.start_next_cycle()

    async def _head(self) -> h11.Request | None:
        connection = self._connection
        if not self._is_first and not connection.trailing_data[0]:
            async with asyncio.timeout(IDLE_TIME):
                connection.receive_data(await self._reader.read(LONGEST_HEAD))
        self._is_first = False
        async with asyncio.timeout(HEAD_TIME):
            size = 0
            while (event := connection.next_event()) is h11.NEED_DATA:
                data = await self._reader.read(LONGEST_HEAD + 1 - size)
                if (size := size + len(data)) > LONGEST_HEAD:
                    raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
                connection.receive_data(data)
        return event if isinstance(event, h11.Request) else None

    async def _answered(self, request: h11.Request) -> bool:
        """Answer a request. Return whether another may follow."""
        headers = dict(request.headers)
        if request.method == b"POST" and (stopped := STOP.fullmatch(request.target)):
            await self._stop_notices(request, stopped[1].decode())
            return False
        if not isinstance(self._connection.next_event(), h11.EndOfMessage):
            await self._send(request, 413, [], b"")
            return False
        if request.method not in {b"GET", b"HEAD"}:
            await self._send(request, 405, [("allow", "GET, HEAD")], b"")
            return False
        if len(request.target) > LONGEST_TARGET:
            await self._send(request, 414, [], b"")
            return False
        if LIVE.fullmatch(request.target):
            client = self._listener.client(self._peer, headers)
            await self._listener.stream(request.target.decode(), client, self._reader, self._writer)
            return False
        await self._send(request, *await self._listener.answer(request.target, headers))
        connection = self._connection
        return connection.our_state is h11.DONE and connection.their_state is h11.DONE

    async def _stop_notices(self, request: h11.Request, code: str) -> None:
        """Do what one click in a program that reads mail asks for (RFC 8058)."""
        said, connection = b"", self._connection
        async with asyncio.timeout(HEAD_TIME):
            while not isinstance(event := connection.next_event(), h11.EndOfMessage):
                if event is h11.NEED_DATA:
                    connection.receive_data(await self._reader.read(LONGEST_FORM))
                elif isinstance(event, h11.Data) and len(said) + len(event.data) <= LONGEST_FORM:
                    said += event.data
                else:
                    await self._send(request, 413, [], b"")
                    return
        status = await self._listener.stop_notices(code) if ONE_CLICK.search(said) else 400
        await self._send(request, status, [("content-type", "text/plain; charset=utf-8")], b"")

    async def _send(self, request: h11.Request, status: int, more: Headers, content: bytes) -> None:
        length = [] if status == 304 else [("content-length", str(len(content)))]
        connection = self._connection
        said = connection.send(h11.Response(status_code=status, headers=length)) or b""
        data = said[:-2] + SAME + _lines(more) + b"\r\n"  # h11 would check the same again for each answer
        if content and request.method == b"GET" and status != 304:
            data += connection.send(h11.Data(data=content)) or b""
        self._writer.write(data + (connection.send(h11.EndOfMessage()) or b""))
        async with asyncio.timeout(TAKEN_TIME):
            await self._writer.drain()

    async def _send_error(self, status: int) -> None:
        self._writer.write(_plain_answer(status))
        async with asyncio.timeout(TAKEN_TIME):
            await self._writer.drain()


STREAM_HEADERS: Headers = [
    ("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no"),
]  # fmt: skip


def _lines(headers: Iterable[tuple[str, str]]) -> bytes:
    return "".join(f"{name}: {value}\r\n" for name, value in headers).encode("ascii")


SAME = _lines(HEADERS)


def _head(status: int, more: Headers) -> bytes:
    return b"HTTP/1.1 %d .\r\n%s%sconnection: close\r\n\r\n" % (status, SAME, _lines(more))


def _plain_answer(status: int) -> bytes:
    return _head(status, [("content-length", "0")])


def read_request(target: bytes, languages: bytes) -> Request | None:
    """Return what a target asks for; None: it is no path of a window."""
    try:
        path, _, query = target.decode("ascii").partition("?")
    except UnicodeDecodeError:
        return None
    if not path.startswith("/") or "//" in path:
        return None
    asked = dict(parse_qsl(query, keep_blank_values=True, max_num_fields=8)) if query.count("&") < 8 else {}
    chosen = asked.get("l", "")
    if chosen not in LANGUAGES:
        return Request(path, accepted(languages.decode("latin-1")), is_open="open" in asked)
    return Request(path, chosen, chosen=True, is_open="open" in asked)


def accepted(languages: str) -> str:
    """Return the language that a browser likes best of those there are; English if it likes none."""
    found: list[tuple[float, int, str]] = []
    for number, one in enumerate(languages.split(",")[:20]):
        name, _, quality = one.partition(";q=")
        try:
            liked = float(quality or 1)
        except ValueError:
            continue
        if (code := name.strip()[:2].lower()) in LANGUAGES and liked > 0:
            found.append((-liked, number, code))
    return min(found)[2] if found else "en"


def packed(found: Body, headers: dict[bytes, bytes]) -> tuple[int, Headers, bytes]:
    """Return something kept as an answer: packed where that is taken, nothing where it is known."""
    more: Headers = [("cache-control", f"max-age={found.age}" if found.age else "no-cache")]
    if found.location:
        return found.status, [*more, ("location", found.location)], b""
    vary = "accept-encoding, accept-language" if found.by_language else "accept-encoding"
    more += [("etag", found.etag), ("vary", vary)]
    if found.status == 200 and found.etag.encode() in headers.get(b"if-none-match", b""):
        return 304, more, b""
    more.append(("content-type", found.kind))
    if found.status == 503:
        more.append(("retry-after", "10"))
    if found.attachment:
        more.append(("content-disposition", f'attachment; filename="{found.attachment}"'))
    if found.packed and b"gzip" in headers.get(b"accept-encoding", b""):
        return found.status, [*more, ("content-encoding", "gzip")], found.packed
    return found.status, more, found.plain


def network_of(address: str) -> str:
    """Return the address, or of IPv6 the network of 64 bits, that limits count."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 6 and parsed.ipv4_mapped is None:
        return str(ip_network(f"{parsed}/64", strict=False))
    return str(parsed)
