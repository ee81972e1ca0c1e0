"""A player with a real SSH connection, who only counts and times what arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from random import Random
from time import perf_counter
from typing import Any

import asyncssh

from tests.bench._host import SeatedPlayer

RETURN = (b"is waiting. Go there now?", b"Go there now?")
TABLE = (b"Nobleman", b"Alchemist", b"Magician", b"Philosopher", b"Pawnbroker")
"""Of what is on the screen already not every letter is sent: one of several words is whole."""
LANGUAGE = {"LANG": "en_US.UTF-8"}
KEYS = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ", b"\x1b[D")
"""Of a player of court who chooses dice."""
PERIOD = 2.5
"""Seconds from one key of a player to the next."""
QUIET = 0.03
"""Seconds without a byte that end an answer. In a longer silence something else comes in between, such
as a step of the time that the table tells, and would be taken for the answer's last byte.
"""


class SshPlayer(asyncssh.SSHClientSession[bytes]):
    """What came since `reset`: bytes, and when the first and the last of them."""

    def __init__(self) -> None:
        self.began = perf_counter()
        self.connection: Any = None
        self.count = 0
        self.first = self.last = 0.0
        self._channel: Any = None
        self._watching = True
        self._seen = b""
        self._news = asyncio.Event()

    def connection_made(self, chan: Any) -> None:
        self._channel = chan

    def data_received(self, data: bytes, _: asyncssh.DataType) -> None:
        self.last = perf_counter()
        self.first = self.first or self.last
        self.count += len(data)
        if self._watching:
            self._seen += data
        self._news.set()

    def press(self, keys: bytes) -> float:
        """Types; when that was."""
        self._channel.write(keys)
        return perf_counter()

    def reset(self) -> None:
        self.count, self.first, self.last = 0, 0.0, 0.0

    async def sees(self, *words: bytes, keys: bytes = b"") -> None:
        """Types, and waits until one of these arrives in one piece."""
        if keys:
            self._seen = b""
            self.press(keys)
        async with asyncio.timeout(120):
            while not any(word in self._seen for word in words):
                await self._arrival()

    async def _arrival(self) -> None:
        self._news.clear()
        await self._news.wait()

    async def quiet(self, silence: float = 0.1) -> None:
        """Until nothing has come for a while."""
        while True:
            try:
                async with asyncio.timeout(silence):
                    await self._arrival()
            except TimeoutError:
                return

    async def answered(self, keys: bytes, silence: float = 0.1) -> float | None:
        """Seconds from a key to the last byte of its answer; None: there was none."""
        self.reset()
        pressed = self.press(keys)
        try:
            async with asyncio.timeout(2.0):
                await self._arrival()
        except TimeoutError:
            return None
        await self.quiet(silence)
        return self.last - pressed

    def stop_watching(self) -> None:
        """What comes is only counted from now on."""
        self._watching, self._seen = False, b""

    def leave(self) -> None:
        self.connection.close()


async def connect(
    port: int,
    key: asyncssh.SSHKey | None = None,
    term: str = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    name: str = "ada",
    command: str | None = None,
    **options: Any,
) -> SshPlayer:
    """Somebody at the door; without a key a guest. `command` is what they ask for besides."""
    player = SshPlayer()
    player.connection = await asyncssh.connect(
        "127.0.0.1", port, username=name, password="", client_keys=[key] if key else None, known_hosts=None,
        config=None, agent_path=None, connect_timeout=120, login_timeout=120, **options,
    )  # fmt: skip
    await player.connection.create_session(
        lambda: player, command, term_type=term, term_size=(*size, 0, 0), encoding=None, env=LANGUAGE
    )
    return player


async def sit(
    port: int, who: SeatedPlayer, quiet: float = 0.05, reads: float = 0.0, **options: Any
) -> SshPlayer:
    """Somebody back at their table, once all of it is on their screen: nothing came for a while. On a slow
    line they read the question until it was quiet for so long: behind its words comes what their client
    answers.
    """
    player = await connect(port, who.key, **options)
    await player.sees(*RETURN)
    if reads:
        await player.quiet(reads)
    await player.sees(*TABLE, keys=b"\r")
    await player.quiet(quiet)
    player.stop_watching()
    return player


async def sit_all(port: int, people: Iterable[SeatedPlayer], at_once: int = 10) -> list[SshPlayer]:
    """Many of them, a few at a time."""
    doors = asyncio.Semaphore(at_once)

    async def one(who: SeatedPlayer) -> SshPlayer:
        async with doors:
            return await sit(port, who)

    return await asyncio.gather(*map(one, people))


def share(values: Sequence[float], part: float) -> float:
    """The value that `part` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


async def pressed_in_turn(here: Sequence[SshPlayer], seconds: float) -> list[float]:
    """Every player presses a key each PERIOD, at times of their own; how long answers took, ms."""
    began, times = perf_counter(), list[float]()

    async def play(number: int, player: SshPlayer) -> None:
        await asyncio.sleep(Random(number).random() * PERIOD)
        key = 0
        while perf_counter() < began + seconds:
            pressed = perf_counter()
            took = await player.answered(KEYS[key % len(KEYS)], QUIET)
            key += 1
            if took is not None:
                times.append(1000 * took)
            await asyncio.sleep(max(0.0, pressed + PERIOD - perf_counter()))

    await asyncio.gather(*(play(number, player) for number, player in enumerate(here)))
    return times
