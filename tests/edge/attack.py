"""Hostile clients, in a process of their own:
`python -m tests.edge.attack NAME PORT ADDRESS [OPTION=VALUE ...]`.

Every attack runs against this machine alone, comes from one address of it and is bounded in count and time.
It writes `begun` once it is under way and, at its end, one JSON line: what it did and how the host answered.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import signature
from itertools import cycle
from time import perf_counter
from typing import Any, NamedTuple

import asyncssh
from asyncssh.packet import Boolean, Byte, String, UInt32

HOST = "127.0.0.1"
Report = dict[str, Any]
VERSION = b"SSH-2.0-attack\r\n"
LISTS = (
    b"curve25519-sha256", b"ssh-ed25519", b"aes128-gcm@openssh.com", b"aes128-gcm@openssh.com",
    b"hmac-sha2-256-etm@openssh.com", b"hmac-sha2-256-etm@openssh.com", b"none", b"none", b"", b"",
)  # fmt: skip
MSG_IGNORE, MSG_KEXINIT, MSG_ECDH_INIT, MSG_GLOBAL_REQUEST, MSG_CHANNEL_REQUEST = 2, 20, 30, 80, 98
GREETING = b"Court"
"""A word of the lobby of a host with tables."""
ANSWER = 700
"""Bytes of the host's version, its lists and its half of a key exchange."""
HELP = 300
"""Bytes that only a new screen has."""
INFLATED = 60_000
"""Bytes of a packet that inflates, but not too far."""
TINY = 2048
"""The fewest bytes that the kernel takes for a client that reads nothing."""
PAUSE = 0.05
"""Seconds between two keys."""
LONGEST = 300.0
"""Seconds after which it has failed, however busy the machine is."""
BURST = 200
"""Packets that are sent before the attacker looks whether the line is still there."""
PERSISTING = 0.5
"""Seconds from one burst to the next of a flood that goes on: more than a client may send for long."""


class AttackedHost(NamedTuple):
    """The host's port, and the address from which it is attacked."""

    port: int
    address: str

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))

    async def client(
        self, make: Callable[[], asyncssh.SSHClient], name: str = "mallory", held: int = 2**16, **options: Any
    ) -> Any:
        """A connection over SSH, logged in. `held`: bytes that the kernel takes before they are read."""
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, held)
        sock.bind((self.address, 0))
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, (HOST, self.port))
        connection, _ = await asyncssh.create_connection(
            make, sock=sock, username=name, client_keys=None, known_hosts=None, config=None,
            agent_path=None, **options,
        )  # fmt: skip
        return connection


def begun() -> None:
    """Tells whoever waits that the attack is under way."""
    sys.stdout.write("begun\n")
    sys.stdout.flush()


class AttackerClient(asyncssh.SSHClient):
    """Remembers how its connection ended."""

    def __init__(self) -> None:
        self.end: str | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.end = str(exc or "closed")


class Session(asyncssh.SSHClientSession[bytes]):
    """A session's output: how much came, and whether it is over."""

    def __init__(self) -> None:
        self.received = 0
        self.seen = b""
        self.closed = False

    def data_received(self, data: bytes, _: asyncssh.DataType) -> None:
        self.received += len(data)
        self.seen = (self.seen + data)[-100_000:]

    def connection_lost(self, _: Exception | None) -> None:
        self.closed = True


class AttackerGuest:
    """A connected guest with one session on a terminal."""

    def __init__(self, connection: Any, client: AttackerClient) -> None:
        self.connection, self.client = connection, client
        self.channel: Any = None
        self.session = Session()

    async def until(self, condition: Callable[[], object], seconds: float = LONGEST) -> bool:
        """Waits until something is true or the connection is gone, at most so long; whether it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (condition() or self.client.end):  # noqa: ASYNC110  (any condition)
                    await asyncio.sleep(0.01)
        return bool(condition())

    async def ended(self, seconds: float = LONGEST) -> str | None:
        """How the connection ended, None where it did not."""
        await self.until(lambda: self.client.end, seconds)
        return self.client.end


async def enter(target: AttackedHost, window: int = 2**21, **options: Any) -> AttackerGuest:
    """A guest in the lobby."""
    client = AttackerClient()
    guest = AttackerGuest(await target.client(lambda: client, password="", **options), client)
    guest.channel, session = await guest.connection.create_session(
        Session, term_type="xterm-256color", term_size=(80, 24, 0, 0), encoding=None, window=window,
        env={"LANG": "en_US.UTF-8"},
    )  # fmt: skip
    guest.session = session
    await guest.until(lambda: GREETING in session.seen)
    return guest


# --- before login


async def silent(target: AttackedHost, count: int, enough: int, seconds: float = LONGEST) -> Report:
    """Sockets that say nothing, until so many of them are closed, or for so long."""
    closed, done = 0, asyncio.Event()

    async def one() -> None:
        nonlocal closed
        with suppress(OSError):
            reader, writer = await target.dial()
            while await reader.read(100):
                pass
            closed += 1
            if closed == enough:
                done.set()
            writer.close()

    async def arrive() -> list[asyncio.Task[None]]:
        tasks = []
        for number in range(count):
            tasks.append(asyncio.create_task(one()))
            if number % 50 == 0:
                await asyncio.sleep(0)
        return tasks

    tasks = await arrive()
    begun()
    await asyncio.wait([asyncio.create_task(done.wait())], timeout=seconds)
    return {"sent": len(tasks), "closed": closed}


def packet(payload: bytes) -> bytes:
    """A packet as it is sent before there are keys."""
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    return struct.pack(">IB", len(payload) + padding + 1, padding) + payload + bytes(padding)


def handshake(*first: bytes, follows: bool = False) -> bytes:
    """All that a client has to say for the host to compute a key exchange; computed once, at no cost.
    `first`: its first lists, if others; `follows`: its half comes as a guess of what will be chosen.
    """
    lists = b"".join(String(names) for names in first + LISTS[len(first) :])
    offer = Byte(MSG_KEXINIT) + os.urandom(16) + lists + Boolean(follows) + UInt32(0)
    return VERSION + packet(offer) + packet(Byte(MSG_ECDH_INIT) + String(os.urandom(32)))


async def handshakes(target: AttackedHost, per_second: int, seconds: float) -> Report:
    """Key exchanges that the host computes and the client throws away."""
    said, answered, refused = handshake(), 0, 0

    async def one() -> None:
        nonlocal answered, refused
        try:
            reader, writer = await target.dial()
            writer.write(said)
            async with asyncio.timeout(10):
                got = b""
                while len(got) < ANSWER and (more := await reader.read(4096)):
                    got += more
            writer.close()
            answered += len(got) >= ANSWER
            refused += not got
        except (OSError, TimeoutError):
            refused += 1

    loop, tasks = asyncio.get_running_loop(), []
    began = loop.time()
    begun()
    for number in range(int(per_second * seconds)):
        await asyncio.sleep(max(0.0, began + number / per_second - loop.time()))
        tasks.append(asyncio.create_task(one()))
    await asyncio.wait(tasks, timeout=1)
    for task in tasks:
        task.cancel()
    spent = round(loop.time() - began, 2)
    return {"sent": len(tasks), "answered": answered, "refused": refused, "seconds": spent}


async def passwords(target: AttackedHost, count: int) -> Report:
    """One connection that tries to log in again and again."""
    tried = 0

    class Trying(AttackerClient):
        def kbdint_auth_requested(self) -> str | None:
            nonlocal tried
            tried += 1
            return "" if tried < count else None

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            return ["no such answer"]

    begun()
    end = ""
    try:
        await target.client(Trying, preferred_auth=["keyboard-interactive"])
    except (asyncssh.Error, OSError) as error:
        end = str(error)
    return {"tried": tried, "end": end}


# --- packets


def _window_change(guest: AttackerGuest, number: int) -> None:
    sizes = ((100_000, 100_000), (1, 1), (0, 0), (80 + number % 2, 24))
    guest.channel.change_terminal_size(*sizes[number % 4])


def _byte(guest: AttackerGuest, _: int) -> None:
    guest.channel.write(b"x")


def _ignore(guest: AttackerGuest, _: int) -> None:
    guest.connection.send_packet(MSG_IGNORE, String(b""))


def _global(guest: AttackerGuest, _: int) -> None:
    guest.connection.send_packet(MSG_GLOBAL_REQUEST, String(b"attack@example.org"), Boolean(False))


def _channel(guest: AttackerGuest, _: int) -> None:
    guest.channel._send_request(b"attack@example.org")


def _inflate(guest: AttackerGuest, _: int) -> None:
    guest.connection.send_packet(MSG_IGNORE, String(bytes(INFLATED)))


PACKETS = {
    "inflate": _inflate,
    "sizes": _window_change,
    "bytes": _byte,
    "ignore": _ignore,
    "global": _global,
    "channel": _channel,
}


async def flood(target: AttackedHost, kind: str, count: int, seconds: float, stay: float) -> Report:
    """Tiny packets of one kind, evenly spread; then more of them, until the host has had enough or for `stay`
    seconds. A host that is slow to read may take the first ones as slowly as it allows.
    """
    guest = await enter(target, **({"compression_algs": ["zlib@openssh.com"]} if kind == "inflate" else {}))
    send, loop = PACKETS[kind], asyncio.get_running_loop()
    began, sent = loop.time(), 0
    begun()
    while not guest.client.end and loop.time() < began + seconds + stay:
        with suppress(OSError):
            for _ in range(BURST):
                send(guest, sent)
                sent += 1
        pause = began + seconds * sent / count - loop.time() if sent < count else PERSISTING
        await guest.until(lambda: False, max(0.0, pause))
    return {"sent": sent, "end": guest.client.end, "seconds": round(loop.time() - began, 2)}


def _environment(guest: AttackerGuest, number: int) -> None:
    guest.channel._send_request(b"env", String(f"LC_{number % 7}"), String(b"x" * 90), want_reply=False)


async def _subsystem(guest: AttackerGuest, _: int) -> None:
    await guest.channel._make_request(b"subsystem", String(b"sftp"))


async def _keepalive(guest: AttackerGuest, number: int) -> None:
    asked = guest.channel._make_request if number % 2 else guest.connection._make_global_request
    await asked(b"keepalive@openssh.com")


def _resize(guest: AttackerGuest, number: int) -> None:
    guest.channel.change_terminal_size(80 + number % 40, 24 + number % 16)


def _opened(**asked: Any) -> Callable[[AttackerGuest, int], Awaitable[None]]:
    """Opens a channel, asks for something there and closes it."""

    async def open_one(guest: AttackerGuest, _: int) -> None:
        with suppress(asyncssh.Error, OSError):
            channel, session = await guest.connection.create_session(Session, encoding=None, **asked)
            await guest.until(lambda: session.received or session.closed, 1)
            channel.close()

    return open_one


STORMS: dict[str, Callable[[AttackerGuest, int], Awaitable[None] | None]] = {
    "resize": _resize,
    "env": _environment,
    "subsystem": _subsystem,
    "keepalive": _keepalive,
    "sftp": _opened(subsystem="sftp"),
    "command": _opened(command="help"),
    "screen": _opened(term_type="xterm", term_size=(80, 24, 0, 0)),
}


async def storm(
    target: AttackedHost, kinds: str, guests: int = 20, per_second: int = 50, seconds: float = 6
) -> Report:
    """Guests who each ask for something so many times a second, of what takes an answer for three at once:
    the kinds are dealt out to them.
    """
    here = await asyncio.gather(*(_let_in(target) for _ in range(guests)))
    loop, asked, ends = asyncio.get_running_loop(), 0, dict[str, str]()
    began = loop.time()
    begun()

    async def one(guest: AttackerGuest, kind: str) -> None:
        nonlocal asked
        under_way = set[asyncio.Future[None]]()
        for number in range(int(per_second * seconds)):
            await asyncio.sleep(max(0.0, began + number / per_second - loop.time()))
            if guest.client.end or loop.time() > began + seconds:
                break
            if len(under_way) < 3:
                with suppress(OSError):
                    if going := STORMS[kind](guest, number):
                        under_way.add(task := asyncio.ensure_future(going))
                        task.add_done_callback(under_way.discard)
                asked += 1
        if under_way:
            await asyncio.wait(under_way, timeout=2)
        if guest.client.end:
            ends[kind] = guest.client.end

    await asyncio.gather(*map(one, here, cycle(kinds.split("+"))))
    return {"asked": asked, "ends": ends}


async def rekeys(target: AttackedHost, count: int, seconds: float) -> Report:
    """One key exchange after another, for so long and until one is done."""
    guest = await enter(target)
    loop = asyncio.get_running_loop()
    began, done = loop.time(), 0
    begun()
    while done < count and (loop.time() < began + seconds or not done) and not guest.client.end:
        with suppress(OSError):
            guest.connection._kexinit_sent = True
            guest.connection._send_kexinit()
        left = began + seconds - loop.time() if done else LONGEST
        done += await guest.until(lambda: guest.connection._kex_complete, left)
    return {"done": done, "end": guest.client.end, "seconds": round(loop.time() - began, 2)}


async def half_exchange(target: AttackedHost, stay: float) -> Report:
    """A guest who begins a key exchange, never goes on with it, and types."""
    guest = await enter(target)
    guest.connection._packet_handlers = guest.connection._packet_handlers | {MSG_KEXINIT: lambda *_: True}
    guest.connection._send_kexinit()
    guest.connection._kex_complete = True
    return await _pressing(guest, stay)


async def channels(target: AttackedHost, count: int) -> Report:
    """One connection that opens session after session."""
    guest = await enter(target)
    begun()
    tries = (guest.connection.create_session(Session, term_type="xterm") for _ in range(count - 1))
    answers = await asyncio.gather(*tries, return_exceptions=True)
    reasons = {str(answer) for answer in answers if isinstance(answer, asyncssh.ChannelOpenError)}
    opened = 1 + sum(isinstance(answer, tuple) for answer in answers)
    refused = reasons.pop()
    return {"opened": opened, "refused": refused}


# --- output that is not taken


async def closed_window(target: AttackedHost, keys: int, seconds: float, reading: int) -> Report:
    """A guest who goes on typing behind a closed window and then reads what is left; or who reads always."""
    guest = await enter(target, 4096)
    if not reading:
        guest.channel.pause_reading()
    report = await _typing(guest, keys, seconds)
    guest.channel.resume_reading()
    await asyncio.sleep(0.5)
    return report | {"received": guest.session.received}


async def shut_window(target: AttackedHost, stay: float) -> Report:
    """A guest who closes the window and keeps it closed, but reads the connection: how long, and its end."""
    guest = await enter(target, 4096)
    guest.channel.pause_reading()
    return await _pressing(guest, stay)


async def huge_window(target: AttackedHost, keys: int, seconds: float, stay: float = 0) -> Report:
    """A guest who allows two gigabytes and types, but reads nothing; then one who goes on for `stay`
    seconds, or until the host ends the connection.
    """
    guest = await enter(target, 2**31 - 1, held=TINY)
    guest.connection._transport.pause_reading()
    return await _typing(guest, keys, seconds) | await _pressing(guest, stay)


async def _typing(guest: AttackerGuest, keys: int, seconds: float) -> Report:
    """Keys that are answered by a good part of the screen."""
    typed = 0
    begun()
    while typed < keys and not guest.client.end:
        _press(guest)
        typed += 1
        await asyncio.sleep(seconds / keys)
    return {"typed": typed}


async def _pressing(guest: AttackerGuest, stay: float) -> Report:
    """Keys until the connection ends: who reads nothing only notices it by writing."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    begun()
    while loop.time() < began + stay and not guest.client.end:
        _press(guest)
        await guest.until(lambda: False, PAUSE)
    return {"end": guest.client.end, "stayed": round(loop.time() - began, 2)}


def _press(guest: AttackerGuest) -> None:
    """The help appears or goes, a kilobyte each time."""
    with suppress(OSError):
        guest.channel.write(b"?")


async def bomb(target: AttackedHost, megabytes: int, times: int) -> Report:
    """A packet of some kilobytes that inflates to so many megabytes, in one connection after another."""
    text, ends = String(bytes(megabytes * 1_000_000)), []
    for number in range(times):
        guest = await enter(target, compression_algs=["zlib@openssh.com"])
        if not number:
            begun()
        with suppress(OSError):
            guest.connection.send_packet(MSG_IGNORE, text)
        ends.append(await guest.ended())
    return {"ends": ends}


# --- input


async def paste(target: AttackedHost, kilobytes: int, times: int) -> Report:
    """Pastes, one a second, and the key `?` after each until it counts: how often too much was told, and help
    was shown.
    """
    guest = await enter(target)
    text = b"lorem ipsum " * (kilobytes * 1000 // 12)
    told = helped = 0
    begun()
    for _ in range(times):
        guest.session.seen = b""
        guest.channel.write(b"\x1b[200~" + text + b"\x1b[201~")
        told += await guest.until(lambda: b"too much at once" in guest.session.seen)
        await asyncio.sleep(0.5)
        guest.session.seen, end = b"", asyncio.get_running_loop().time() + LONGEST
        while not (is_shown := len(guest.session.seen) > HELP) and asyncio.get_running_loop().time() < end:
            guest.channel.write(b"?")  # one that comes with the rest of the paste is dropped, too
            await guest.until(lambda: len(guest.session.seen) > HELP, 1)
        helped += is_shown
        guest.channel.write(b"\x1b")
        await asyncio.sleep(0.5)
    return {"told": told, "helped": helped}


async def burst(
    target: AttackedHost, keys: str, count: int, guests: int = 1, times: int = 1, every: float = 0.5,
    opens: str = "", stay: float = 3.0,
) -> Report:  # fmt: skip
    """Guests who each send so many keys in one write, again and again. `opens`: what they are at, instead of
    the lobby; then `stay` seconds.
    """
    here = await asyncio.gather(*(_at(target, opens) for _ in range(guests)))
    said, ends = keys.encode().decode("unicode_escape").encode() * count, 0
    begun()
    for _ in range(times):
        for guest in here:
            with suppress(OSError):
                guest.channel.write(said)
        await asyncio.sleep(every)
    await asyncio.sleep(stay)
    ends = sum(guest.client.end is not None for guest in here)
    return {"received": sum(guest.session.received for guest in here), "ended": ends}


async def _at(target: AttackedHost, opens: str) -> AttackerGuest:
    """A guest in the lobby, or at the table of a game."""
    guest = await _let_in(target)
    if opens:
        guest.channel.write(f"/open {opens}\r/start\r".encode())
        await asyncio.sleep(2)
    return guest


async def _let_in(target: AttackedHost) -> AttackerGuest:
    """A guest, whose first tries come too early for a host that lets in a few a second."""
    while True:
        try:
            return await enter(target)
        except (asyncssh.Error, OSError):
            await asyncio.sleep(0.5)


async def _programs(target: AttackedHost, guests: int) -> list[Any]:
    """Guests' programs, each at once: a guest's connection ends that has no session for 20 s."""
    return [
        await (await target.client(AttackerClient, password="")).create_process("api", encoding=None)
        for _ in range(guests)
    ]


async def positions(target: AttackedHost, guests: int, tables: str, seconds: float) -> Report:
    """Programs that ask for positions of ended games, one after the other, each as soon as it is answered.
    `tables`: their ids, with commas between them.
    """
    programs = await _programs(target, guests)
    answered = refused = 0

    async def ask(program: Any, number: int) -> None:
        nonlocal answered, refused
        await program.stdout.readline()
        for asked, table in enumerate(cycle(tables.split(",")), number):
            request = {"id": asked, "do": "replay", "table": table, "position": asked * 37 % 300}
            program.stdin.write(json.dumps(request).encode() + b"\n")
            answer = await program.stdout.readline()
            answered += b'"ok"' in answer
            refused += b'"ok"' not in answer

    begun()
    asking = [asyncio.create_task(ask(program, number)) for number, program in enumerate(programs)]
    await asyncio.wait(asking, timeout=seconds)
    until = perf_counter()
    await asyncio.sleep(0.5)  # all of them leave at once
    return {"answered": answered, "refused": refused, "until": until}


async def casts(target: AttackedHost, guests: int, table: str, seconds: float) -> Report:
    """Connections that ask for two casts of an ended game each: how many came, and how many were refused."""
    programs = await _programs(target, guests)
    ended: list[int] = []

    async def ask(program: Any) -> None:
        done = await program.channel.get_connection().run(f"cast {table}", encoding=None)
        ended.append(done.exit_status)

    begun()
    asking = [asyncio.create_task(ask(one)) for one in programs for _ in range(2)]
    await asyncio.wait(asking, timeout=seconds)
    return {"ended": len(ended), "refused": sum(status != 0 for status in ended)}


async def analyses(target: AttackedHost, guests: int, tables: str, seconds: float) -> Report:
    """Programs that have ended games analysed, as many each: how many were refused, and why."""
    ids = tables.split(",")
    each = len(ids) // guests
    programs = await _programs(target, guests)
    refused: dict[str, int] = {}

    async def ask(program: Any, own: list[str]) -> None:
        await program.stdout.readline()
        for number, table in enumerate(own):
            program.stdin.write(json.dumps({"id": number, "do": "analyse", "table": table}).encode() + b"\n")
            answer: dict[str, Any] = {}
            while answer.get("id") != number:
                answer = json.loads(await program.stdout.readline())
            if "refused" in answer:
                code = answer["refused"]["code"]
                refused[code] = refused.get(code, 0) + 1

    wishes = (ids[first : first + each] for first in range(0, each * guests, each))
    await asyncio.gather(*map(ask, programs, wishes))
    begun()
    await asyncio.sleep(seconds)
    return {"asked": each * guests, "refused": refused}


Attack = Callable[..., Awaitable[Report]]
ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (silent, handshakes, passwords, flood, rekeys, half_exchange, channels, closed_window,
                   storm, shut_window, huge_window, bomb, paste, burst, positions, casts, analyses)
}  # fmt: skip


def main(name: str, port: str, address: str, *options: str) -> None:
    logging.disable()  # a line that the host has closed is no news
    chosen = dict(option.split("=") for option in options)
    wanted = signature(ATTACKS[name]).parameters
    values = {
        key: value if wanted[key].annotation == "str" else json.loads(value) for key, value in chosen.items()
    }
    report = asyncio.run(ATTACKS[name](AttackedHost(int(port), address), **values))
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()
    os._exit(0)  # nothing is left to be said to the host


if __name__ == "__main__":
    main(*sys.argv[1:])
