"""One program's session: requests in order, each answered once, and between them what is new.

Runs as a screen does (`tui.host.session.Screen`), on a line instead of a terminal. One task does
everything in turns, so that an answer always comes before the news of what it did. Nothing is
read from a program that does not read; of news it then gets the newest. Cutting into lines is
`server.api.lines`' business, what requests mean `server.api.handlers`'.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

from engine.game import AnyGame, Refused
from server.api import messages, requests
from server.api.feeds import Feeds
from server.api.handlers import RequestHandlers
from server.api.lines import ApiLines, Dropped
from server.api.messages import Json
from server.api.requests import ApiRequest, BadRequest, Id
from server.settings.limits import Limits
from server.transport.line import SshLine
from tui.host.port import Port
from tui.host.token_bucket import TokenBucket
from tui.language.texts import Texts

log = logging.getLogger(__name__)

UNREAD_LIMIT = 64 * 1024
"""Bytes a program may not have taken yet when it is answered."""
ENDED_WELL, FAILED = 0, 1


class InputSource(Protocol):
    """Where the program's bytes come from."""

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class ApiSession:
    """A program's end of a session; `bucket` has a token for each request its player may make."""

    def __init__(
        self,
        port: Port,
        texts: Texts,
        line: SshLine,
        tap: InputSource,
        games: Mapping[str, AnyGame],
        limits: Limits,
        bucket: TokenBucket,
    ) -> None:
        self._port = port
        self._texts = texts
        self._line = line
        self._games = games
        self._bucket = bucket
        self._writer = TimedWriter(line, limits.slow_time)
        self._lines = ApiLines(limits.api_line_bytes, tap.pause_reading, tap.resume_reading)
        self._stirred = asyncio.Event()
        self._follows = Feeds(port, limits.api_watches, self._stirred.set)
        self._answers = RequestHandlers(port, games, self._follows)
        self._resting: asyncio.TimerHandle | None = None
        self._held: bytes | None = None
        """A line that was taken and waits to be answered."""
        self._over = False
        self._lost = False
        self._limits = limits

    # --- what the session tells it

    def feed(self, data: bytes) -> None:
        self._lines.feed(data)
        self._stirred.set()

    def end_of_input(self) -> None:
        """The program asks for nothing more; it still gets every answer."""
        self._lines.end()
        self._stirred.set()

    def input_dropped(self) -> None:
        """A program has no terminal: what it sends waits instead."""

    def resize(self, columns: int, rows: int) -> None:
        """A program has no window."""

    def drained(self) -> None:
        self._stirred.set()

    def say_goodbye(self, reason: str) -> None:
        if not self._over:
            self._write(messages.goodbye(self._texts, reason))
        self._end()

    def hang_up(self) -> None:
        self._lost = True
        self._end()

    def _end(self) -> None:
        self._over = True
        self._stirred.set()

    # --- its course

    async def run(self) -> int:
        """Until the program has asked everything, or is gone; the exit status."""
        try:
            hello = messages.greeting(self._port.account(), self._port.home(), self._games, self._port.now())
            self._write(hello)
            while not self._over:
                await self._turn()
        except Exception:
            log.exception("an API session failed")
            self._write({"fault": messages.fault(self._texts)})
            return FAILED
        finally:
            self._follows.close()
            self._writer.close()
            if self._resting:
                self._resting.cancel()
        return ENDED_WELL

    async def _turn(self) -> None:
        """One request and its answer, or what is new, or a wait for either."""
        self._stirred.clear()
        taken = self._take()
        if taken is not None:
            await self._respond(taken)
            await asyncio.sleep(0)  # many requests at once are no reason to stop everybody else
        self._tell()
        if taken is None:
            if self._lines.ended and self._held is None and not self._line.backlog():
                self._over = True
            else:
                await self._stirred.wait()

    def _take(self) -> bytes | Dropped | None:
        """The next line, unless the program has to read or to rest first."""
        if self._resting or self._line.backlog() > UNREAD_LIMIT:
            return None
        held, self._held = self._held, None
        return held if held is not None else self._lines.take()

    def _tell(self) -> None:
        """What is new, once the program has taken everything before."""
        if self._line.backlog():
            return
        for batch in self._follows.tell():
            for news in batch:
                self._write(news)
            if self._line.backlog() > UNREAD_LIMIT:
                return

    async def _respond(self, taken: bytes | Dropped) -> None:
        """Every line gets one answer, but blank ones none."""
        if not self._bucket.take(self._port.now()):
            self._slow_down(taken)
        elif taken is Dropped.BEGINNING:
            self._refuse(None, Refused("line-too-long", {"most": self._limits.api_line_bytes}))
        elif isinstance(taken, bytes) and taken.strip():
            await self._read(taken)

    def _slow_down(self, taken: bytes | Dropped) -> None:
        """Who waits for answers is answered later; who does not is refused, and rests for longer."""
        if isinstance(taken, bytes) and not self._lines.waiting:
            self._held = taken
            self._rest(self._bucket.token_time)
            return
        if taken is not Dropped.MORE:
            number = requests.id_of(taken) if isinstance(taken, bytes) else None
            self._refuse(number, Refused("too-fast", {"wait": max(1, round(self._bucket.rest_time))}))
        self._rest(self._bucket.rest_time)

    async def _read(self, line: bytes) -> None:
        try:
            request = requests.parse(line)
        except BadRequest as wrong:
            self._refuse(wrong.id, wrong.refused)
            return
        try:
            answer = await self._answers.answer(request)
        except Refused as refused:
            self._refuse(request.id, refused, request)
        except Exception:
            log.exception("an API request failed: %s", request.do)
            self._write({"id": request.id, "fault": messages.fault(self._texts)})
        else:
            self._write({"id": request.id, "ok": answer})

    def _refuse(self, number: Id, refused: Refused, request: ApiRequest | None = None) -> None:
        table = getattr(request.wish, "table", None) if request else None
        known = self._follows.known(table) if table else None
        self._write({"id": number, "refused": messages.refusal(self._texts, refused, known)})

    def _rest(self, seconds: float) -> None:
        """Takes nothing for a while from a program that was too fast."""
        self._resting = asyncio.get_running_loop().call_later(seconds, self._rested)

    def _rested(self) -> None:
        self._resting = None
        self._stirred.set()

    def _write(self, value: Json) -> None:
        if not self._lost:
            self._writer.write(messages.encode(value))


class TimedWriter:
    """Gives up on a program that takes nothing of what it was sent for `slow_time` seconds."""

    def __init__(self, line: SshLine, slow_time: float) -> None:
        self._line = line
        self._slow_time = slow_time
        self._written = 0
        self._taken = 0
        self._looking: asyncio.TimerHandle | None = None

    def write(self, data: bytes) -> None:
        """Sends bytes, and keeps an eye on when they are taken."""
        self._line.write(data)
        self._written += len(data)
        if self._looking is None and self._line.backlog():
            self._look_later()

    def close(self) -> None:
        if self._looking:
            self._looking.cancel()
            self._looking = None

    def _look_later(self) -> None:
        self._taken = self._written - self._line.backlog()
        self._looking = asyncio.get_running_loop().call_later(self._slow_time, self._look)

    def _look(self) -> None:
        self._looking = None
        backlog = self._line.backlog()
        if backlog and self._written - backlog <= self._taken:
            self._line.give_up()
        elif backlog:
            self._look_later()
