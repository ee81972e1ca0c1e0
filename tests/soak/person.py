"""One person of the soak: comes, plays game after game with a neighbour and bots, goes, and comes again.

Moves come through the API, on one channel; the same table is on a screen, or in plain mode, on the other
channel, where a word is typed every few seconds and has to appear.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import perf_counter
from typing import Any

import asyncssh
from msgspec import Struct

from tests.soak.program import Program, RefusedError, UnansweredError

HOST = "127.0.0.1"
GAMES = ("court", "laurin", "intrigue")
PER_ADDRESS = 4
"""People who share an address."""
STAY = (40.0, 120.0)
"""Seconds from a person's coming to their going."""
ABSENCE = (0.5, 4.0)
THINKING = (0.5, 2.5)
"""Seconds before a move."""
TYPING = (1.5, 4.0)
"""Seconds between two words."""
LONGEST_GAME = 90.0
"""Seconds after which a game is ended by agreement, so that as many games end as begin."""
STUCK = 30.0
"""Seconds without an answer after which a session is stuck."""
LOGIN = 60.0
SPEEDS = ("hand", "once", "calm", "quick")
"""How fast steps are shown to who leads a pair, one pair after the other; the neighbour has the next."""
READING = 1.0
"""Seconds between two looks at the screen of an ended game: by hand, from one step to the next."""
LATEST = 60.0
"""Seconds within which a session has seen the last steps of a game."""
RESULT = "play again"
"""A key of every result, and of no board."""
CONTROL = re.compile(rb"\x1b(\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|.)", re.DOTALL)
CLEAR = b"\x15"
"""Ctrl-U: what was typed is forgotten."""
CLOSE, REDRAW = CLEAR + b"\x7f", b"\x0c"
KEPT = 20_000
"""Bytes of a screen's output that are looked at for a word."""


class Pair:
    """Two neighbours and the table they play at."""

    def __init__(self) -> None:
        self.table: str | None = None
        self.name = ""
        self.began = 0.0
        self.game = -1


class Notes(Struct):
    """What came of it since the last look."""

    answers: list[tuple[float, float]] = []
    """When a word was typed, and the seconds until it appeared."""
    results: list[tuple[str, float]] = []
    """The speed of a session, and the seconds from the end of its game until it saw the result."""
    counts: dict[str, int] = {}
    trouble: list[str] = []
    """What must not happen."""

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1


class PersonTerminal(asyncssh.SSHClientSession[bytes]):
    """A session on a terminal, and what came since something was typed."""

    def __init__(self) -> None:
        self._seen = b""
        self._news = asyncio.Event()
        self.closed = False

    def data_received(self, data: bytes, _: asyncssh.DataType) -> None:
        self._seen = (self._seen + data)[-KEPT:]
        self._news.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.closed = True
        self._news.set()

    def forget(self) -> None:
        self._seen = b""

    async def shows(self, word: str, between: str = ".*") -> bool:
        """Waits until the letters of a word have appeared in order; False: the session ended."""
        letters = re.compile(between.join(word).encode(), re.DOTALL)
        while not self.closed:
            if letters.search(CONTROL.sub(b"", self._seen)):
                return True
            self._news.clear()
            await self._news.wait()
        return False


class Person:
    """Number `number`, who shares a table with the others of `pair`."""

    def __init__(
        self, port: int, number: int, pair: Pair, key: asyncssh.SSHKey | None, notes: Callable[[], Notes]
    ) -> None:
        self._port, self._number, self._pair, self._key, self._notes = port, number, pair, key, notes
        self._luck = random.Random(number)
        self._leads = number % 2 == 0
        self._plain = number % 5 == 4
        self._speed = SPEEDS[(number // 2 + number % 2) % len(SPEEDS)]
        self._seat_code: str | None = None
        self._words = 0
        self._connection: Any = None
        self._program: Any = None
        self._leaving = False

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._leaving = False
            try:
                await self._visit()
            except UnansweredError as error:
                self._trouble(f"stuck: {error}")
            except (asyncssh.Error, OSError, TimeoutError) as error:
                self._trouble(f"lost: {error!r}")
            finally:
                if self._connection:
                    self._connection.abort()
                self._connection = None
            await asyncio.sleep(self._luck.uniform(*ABSENCE))

    def _trouble(self, what: str) -> None:
        self._notes().trouble.append(f"{self._number}: {what}")

    async def _visit(self) -> None:
        """From the login to the end of a connection: half of them just vanish."""
        began = perf_counter()
        self._connection = await asyncssh.connect(
            HOST, self._port, local_addr=(_address(self._number), 0), username=f"soak{self._number}",
            password="", client_keys=[self._key] if self._key else None, known_hosts=None, config=None,
            agent_path=None, connect_timeout=LOGIN, login_timeout=LOGIN,
        )  # fmt: skip
        self._program = program = Program(await self._connection.create_process("api", encoding=None))
        await asyncio.wait_for(program.hello, LOGIN)
        self._notes().count("visits")
        self._notes().count("slow logins" if perf_counter() - began > 1 else "logins within a second")
        until = asyncio.get_running_loop().time() + self._luck.uniform(*STAY)
        try:
            await self._regain()
            await program.ask("set", setting="speed", value=self._speed)
            while asyncio.get_running_loop().time() < until:
                await self._evening(until)
        finally:
            program.close()
        if self._luck.random() < 0.5:
            self._connection.close()
            await asyncio.wait_for(self._connection.wait_closed(), STUCK)

    async def _regain(self) -> None:
        """A guest's seat, by its code."""
        if self._seat_code and not self._key:
            with suppress(RefusedError):
                await self._program.ask("resume", code=self._seat_code)
                self._notes().count("seats regained")
        self._seat_code = None

    async def _evening(self, until: float) -> None:
        """At a table until its game is over or it is time to go."""
        table = await self._table()
        if table is None:
            await asyncio.sleep(1)
            return
        screen = await self._sit_down()
        typing = asyncio.create_task(self._type(screen))
        try:
            if await _first(self._play(table, until), typing) and not self._plain:
                typing.cancel()
                await self._see_result(screen)
        finally:
            typing.cancel()
            screen.channel.close()
            with suppress(RefusedError, ConnectionError):
                await self._program.ask("unwatch", table=table)

    async def _table(self) -> str | None:
        """The pair's table; whoever leads opens one where there is none."""
        pair, ask = self._pair, self._program.ask
        try:
            if pair.table is None:
                return await self._open() if self._leads else None
            await ask("watch", table=pair.table)
            if not self._leads:
                with suppress(RefusedError):
                    await ask("sit", table=pair.table)
        except RefusedError:
            pair.table = None
        return pair.table

    async def _open(self) -> str:
        pair, ask = self._pair, self._program.ask
        pair.game += 1
        game = GAMES[(pair.game + self._number // 2) % len(GAMES)]
        options = {"rounds": 3} if game == "court" else {}
        opened = await ask("open", game=game, seats=3, options=options)
        pair.table, pair.name, pair.began = opened["table"], opened["name"], perf_counter()
        self._notes().count(f"games of {game}")
        await ask("watch", table=pair.table)
        await self._program.anything(3)  # the neighbour may come
        with suppress(RefusedError):
            for _ in range(3):
                await ask("bot", table=pair.table, bot="page")
        await ask("start", table=pair.table)
        return opened["table"]

    async def _sit_down(self) -> PersonTerminal:
        if not self._key:
            with suppress(RefusedError):
                self._seat_code = (await self._program.ask("seat", table=self._pair.table))["code"]
        channel, screen = await self._connection.create_session(
            PersonTerminal, f"join {self._pair.name}", encoding=None, env={"LANG": "en_US.UTF-8"},
            term_type="dumb" if self._plain else "xterm-256color", term_size=(100, 30, 0, 0),
        )  # fmt: skip
        screen.channel = channel
        return screen

    # --- at the table

    async def _play(self, table: str, until: float) -> bool:
        """Answers what is asked until it is time to go, or the game is over. Returns whether this seat has a
        result.
        """
        program, loop = self._program, asyncio.get_running_loop()
        while loop.time() < until:
            news = program.news.get(table)
            if news and news["info"]["stage"] == "over":
                if self._pair.table == table:
                    self._pair.table = None
                self._notes().count("games over")
                return bool(news["standings"] and news["seat"])
            if perf_counter() - self._pair.began > LONGEST_GAME:
                with suppress(RefusedError):
                    await program.ask("abandon", table=table)
            if news and news["ask"]:
                await asyncio.sleep(self._luck.uniform(*THINKING))
                await self._move(table)
            else:
                await program.anything(2)
        return False

    async def _see_result(self, screen: PersonTerminal) -> None:
        """Reads the last steps at this session's speed, until the result is on the screen."""
        ended = perf_counter()
        while perf_counter() < ended + LATEST:
            screen.forget()
            screen.channel.write(CLOSE + (b" " if self._speed == "hand" else b"") + REDRAW)
            with suppress(TimeoutError):
                async with asyncio.timeout(READING):
                    if await screen.shows(RESULT, ""):
                        self._notes().results.append((self._speed, perf_counter() - ended))
                    return
        self._trouble(f"no result in {LATEST:.0f} s, at the speed {self._speed}")

    async def _move(self, table: str) -> None:
        try:
            legal = await self._program.ask("legal", table=table, count=200)
            if legal["moves"]:
                move = self._luck.choice(legal["moves"])["notation"]
                await self._program.ask("move", table=table, move=move, seq=legal["seq"])
                self._notes().count("moves")
            else:
                await self._program.anything(1)
        except RefusedError as refused:
            self._notes().count(f"refused: {refused}")

    async def _type(self, screen: PersonTerminal) -> None:
        """A word every few seconds, which has to appear; it is never sent."""
        try:
            while True:
                await asyncio.sleep(self._luck.uniform(*TYPING))
                self._words += 1
                word = f"zv{self._words % 10_000:04d}"
                screen.forget()
                typed = perf_counter()
                screen.channel.write(f"{word}\r".encode() if self._plain else f"/{word}".encode())
                async with asyncio.timeout(STUCK):  # unlike `wait_for` of 3.11, it never swallows the end
                    shown = await screen.shows(word)
                if not shown:
                    raise ConnectionError("the screen ended")
                self._notes().answers.append((typed, perf_counter() - typed))
                if not self._plain:
                    screen.channel.write(CLOSE + b" " if self._speed == "hand" else CLEAR)
        except TimeoutError:
            raise UnansweredError("a screen") from None


async def _first(playing: Coroutine[Any, Any, bool], typing: asyncio.Task[None]) -> bool:
    """Plays to the end, unless typing fails before. Returns whether there is a result."""
    task = asyncio.create_task(playing)
    try:
        await asyncio.wait((task, typing), return_when=asyncio.FIRST_COMPLETED)
        for done in (task, typing):
            if done.done():
                done.result()
        return task.done() and task.result()
    finally:
        task.cancel()


def _address(number: int) -> str:
    place = number // PER_ADDRESS
    return f"127.1.{place // 250}.{1 + place % 250}"
