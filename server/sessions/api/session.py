"""One program's session: answers requests in order, and sends news between the answers.

It runs like a screen (`tui.host.session.Screen`), on a line instead of a terminal. One task does everything
in turns, so that an answer always comes before the news of its effect. While a program does not read, its
requests are not read either; afterwards it gets only the newest news. `server.sessions.api.parsing` cuts the
input into lines.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from engine.game import AnyGame, Refused
from server.sessions.api import messages, parsing
from server.sessions.api.parsing import ApiLines, ApiRequest, BadRequest, Dropped, Id
from server.settings.current_limits import CurrentLimits
from server.telemetry.logs import facts_bound
from server.transport.line import TimedLine, TimedWriter
from tui.actions import answers
from tui.actions.action import Place
from tui.actions.answers import Json
from tui.actions.follows import Feeds
from tui.actions.registry import REQUESTS
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.session import GoodbyeReason, Screen
from tui.host.token_bucket import TokenBucket
from tui.language.texts import Texts

log = logging.getLogger(__name__)

UNREAD_LIMIT = 64 * 1024
"""The most unread bytes of output with which the next request is taken."""
ENDED_WELL, FAILED = 0, 1


class InputSource(Protocol):
    """The source of the program's bytes, as asyncio's transports are."""

    def pause_reading(self) -> None:
        """Stop reading from the program."""

    def resume_reading(self) -> None:
        """Read from the program again."""


class WindowTerms(Struct, frozen=True):
    """What a window on the web may ask for, and how many tables it may watch; its news of tables have the
    `recent` events, so many of them. `host` is what its greeting says of the host beside that.
    """

    requests: tuple[str, ...]
    watches: int
    recent: int
    host: Json


async def answer(place: Place, request: ApiRequest) -> Json | tuple[Json, ...]:
    """Carry out a request and return its answer. Raises Refused; then nothing has changed."""
    action = REQUESTS[request.do]
    await action.catch_up(place.port, getattr(request.body, "table", None))
    found = await action.asked(place, request.body)
    if action.finds_table:
        return answers.which((await place.newest(found)).info)
    return action.told(place, request.body, found)


class ApiSession(Screen):
    """The host's end of a program's session. `bucket` limits the requests of its player. `refused` is called
    with the code of each refusal that the API makes itself; other rooms count their own. `window`: it is one
    on the web.
    """

    def __init__(
        self,
        port: Port,
        texts: Texts,
        line: TimedLine,
        tap: InputSource,
        games: Mapping[str, AnyGame],
        limits: CurrentLimits,
        bucket: TokenBucket,
        refused: Callable[[str], None] = lambda _: None,
        window: WindowTerms | None = None,
    ) -> None:
        self._port = port
        self._texts = texts
        self._line = line
        self._games = games
        self._bucket = bucket
        self._refused = refused
        self._writer = TimedWriter(line, lambda: limits.now.slow_time)
        self._lines = ApiLines(lambda: limits.now.api_line_bytes, tap.pause_reading, tap.resume_reading)
        self._wake = asyncio.Event()
        self._window = window
        most = (lambda: window.watches) if window else (lambda: limits.now.api_watches)
        self._feeds = Feeds(port, most, self._wake.set, texts, window.recent if window else 0)
        self._place = Place(port, texts, games=games, follows=self._feeds)
        self._paused: asyncio.TimerHandle | None = None
        self._delayed: bytes | None = None
        """A line that was taken and waits to be answered."""
        self._over = False
        self._lost = False
        self._requests = 0
        """How many were read."""
        self._limits = limits

    # --- called by the session

    def feed(self, data: bytes) -> None:
        self._lines.feed(data)
        self._wake.set()

    def unread(self) -> int:
        """Return 0: what waits is bounded by `server.sessions.api.parsing`."""
        return 0

    def end_of_input(self) -> None:
        self._lines.end()
        self._wake.set()

    def input_dropped(self) -> None:
        """Do nothing: a program has no terminal, and its input waits instead of being dropped."""

    def resize(self, columns: int, rows: int) -> None:
        """Do nothing, likewise."""

    def drained(self) -> None:
        self._wake.set()

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        if not self._over:
            self._write(messages.goodbye(self._port, self._texts, reason))
        self._end()

    def hang_up(self) -> None:
        self._lost = True
        self._end()

    def _end(self) -> None:
        self._over = True
        self._wake.set()

    # --- the task of the session

    async def run(self) -> int:
        try:
            host = {"window": self._window.host} if self._window else {}
            self._write(messages.greeting(self._port, self._games, host))
            while not self._over:
                await self._turn()
        except Exception:
            log.exception("an API session failed")
            self._write({"fault": messages.fault(self._texts)})
            return FAILED
        finally:
            self._feeds.close()
            self._writer.close()
            if self._paused:
                self._paused.cancel()
        return ENDED_WELL

    async def _turn(self) -> None:
        """Answer one request, send news, or wait until there is either."""
        self._wake.clear()
        line = self._take()
        if line is not None:
            await self._respond(line)
            await asyncio.sleep(0)  # a program that sends many requests at once must not delay other sessions
        self._send_news()
        if line is None:
            if self._is_served:
                self._over = True
            else:
                await self._wake.wait()

    @property
    def _is_served(self) -> bool:
        """Whether a program that sends no more has every answer, and the analyses that it asked for."""
        asked = self._delayed is not None or self._feeds.await_analyses
        return self._lines.ended and not asked and not self._line.backlog()

    def _take(self) -> bytes | Dropped | None:
        """Return the next line; None while the program has unread output or has to slow down."""
        if self._paused or self._line.backlog() > UNREAD_LIMIT:
            return None
        delayed, self._delayed = self._delayed, None
        return delayed if delayed is not None else self._lines.take()

    def _send_news(self) -> None:
        if self._line.backlog():
            return
        for batch in self._feeds.take_news():
            for news in batch:
                self._write(news)
            if self._line.backlog() > UNREAD_LIMIT:
                return

    async def _respond(self, line: bytes | Dropped) -> None:
        """Answer a line; blank lines get no answer."""
        if not self._bucket.take(self._port.now()):
            self._slow_down(line)
        elif line is Dropped.BEGINNING:
            self._refuse_here(None, refused("line-too-long", most=self._limits.now.api_line_bytes))
        elif isinstance(line, bytes) and line.strip():
            await self._read(line)

    def _slow_down(self, line: bytes | Dropped) -> None:
        """Delay the answer to a program that waits for it. Refuse the request of a program that does not
        wait, and read nothing from it for a longer time.
        """
        if isinstance(line, bytes) and not self._lines.waiting:
            self._delayed = line
            self._pause(self._bucket.token_time)
            return
        if line is not Dropped.MORE:
            number = parsing.id_of(line) if isinstance(line, bytes) else None
            self._refuse_here(number, refused("too-fast", wait=max(1, round(self._bucket.rest_time))))
        self._pause(self._bucket.rest_time)

    async def _read(self, line: bytes) -> None:
        try:
            request = parsing.parse(line)
        except BadRequest as wrong:
            self._refuse_here(wrong.id, wrong.refused)
            return
        if self._window and request.do not in self._window.requests:
            known = self._window.requests
            self._refuse_here(request.id, refused("do-unknown", do=request.do, known=known))
            return
        self._requests += 1
        with facts_bound(request=self._requests):
            await self._carry_out(request)

    async def _carry_out(self, request: ApiRequest) -> None:
        try:
            told = await answer(self._place, request)
        except Refused as refused:
            if refused.code == "too-many-watched":
                self._refused(refused.code)
            self._refuse(request.id, refused, request)
        except Exception:
            log.exception("an API request failed", extra={"do": request.do})
            self._write({"id": request.id, "fault": messages.fault(self._texts)})
        else:
            self._write({"id": request.id, "ok": told})

    def _refuse_here(self, number: Id, refused: Refused) -> None:
        """Refuse a line that is not a request, and count it."""
        self._refused(refused.code)
        self._refuse(number, refused)

    def _refuse(self, number: Id, refused: Refused, request: ApiRequest | None = None) -> None:
        table = getattr(request.body, "table", None) if request else None
        known = self._feeds.known(table) if table else None
        self._write({"id": number, "refused": messages.refusal(self._texts, refused, known)})

    def _pause(self, seconds: float) -> None:
        """Read nothing for some seconds from a program that was too fast."""
        self._paused = asyncio.get_running_loop().call_later(seconds, self._resume)

    def _resume(self) -> None:
        self._paused = None
        self._wake.set()

    def _write(self, value: Json) -> None:
        if not self._lost:
            self._writer.write(messages.encode(value))
