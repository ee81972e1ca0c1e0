"""The connection to a client as a screen sees it: output with a known backlog, input at a bounded rate."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Protocol

import asyncssh

from server.settings.current_limits import CurrentLimits
from server.transport.channel import HardenedChannel
from server.transport.hardened import HardenedConnection
from server.transport.line_speed import LOOK_INTERVAL, MEASURED_FROM
from tui.host.session import ClientLine
from tui.host.token_bucket import Rate, TokenBucket

FLOOD_FACTOR = 4
"""The most backlog before the connection is ended, as a multiple of the allowed backlog, for a screen that
writes without checking it.
"""

IN_FLIGHT_LIMIT = 256
"""The most bytes on their way to a client when the next frame is sent, unless its line carries more in a
round trip. On a line of 960 bytes a second they delay the answer to a key by a quarter of a second.
"""
SLOWEST = 256
"""Bytes a second that are fast enough for any client, whatever its backlog."""
LONGEST_LINE = 4096
"""Bytes of a line that are passed on; nobody reads more of it, so the rest is dropped as it comes."""
LINE_END = re.compile(rb"(?<=[\r\n])")
INPUT_INTERVAL = 0.25
"""Seconds between two portions of input that is held back."""


def _nobody(*_: object) -> None:
    """Do nothing."""


def least_taken(waiting: int, seconds: float) -> float:
    """Return how many of the waiting bytes a client must take within some seconds: half of them, but at most
    SLOWEST bytes a second. A client that takes a few bytes now and then is treated like one that takes none.
    """
    return min(waiting / 2, SLOWEST * seconds)


class Progress:
    """Tells whether a client takes enough of its waiting bytes; at the start `waiting` bytes wait."""

    def __init__(self, waiting: int, now: float) -> None:
        self._first = self._least = waiting
        self._began = now

    def enough(self, waiting: int, now: float, seconds: float) -> bool:
        """Return False once the client has taken too little in the last `seconds`. If it has taken enough,
        the next period begins. Bytes may have been added meanwhile, so the smallest backlog counts.
        """
        self._least = min(self._least, waiting)
        if now - self._began < seconds:
            return True
        if self._first - self._least < least_taken(self._first, seconds):
            return False
        self._first = self._least = waiting
        self._began = now
        return True


LINE_ENDED = frozenset({"hung-up", "lost", "timed-out", "protocol"})
"""Reasons that a line itself gives, not the host and not a player."""


def how_line_ended(exc: Exception | None) -> str:
    """Return why a connection has ended that ended with `exc`, in a word of LINE_ENDED; or "shutdown"."""
    if exc is None or isinstance(exc, asyncssh.ConnectionLost):
        return "timed-out" if "keepalive" in str(exc) else "hung-up"
    if isinstance(exc, asyncssh.DisconnectError):
        return "shutdown" if exc.code == asyncssh.DISC_BY_APPLICATION else "protocol"
    return "lost"


class TimedLine(Protocol):
    """The way to a program, with a known backlog."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def backlog(self) -> int:
        """Return how many bytes the program has not been sent yet."""

    def give_up(self) -> None:
        """End the session of a program that does not read."""


class TimedWriter:
    """Writes to a program, and ends its session if it reads too little in `slow_time()` seconds."""

    def __init__(self, line: TimedLine, slow_time: Callable[[], float]) -> None:
        self._line = line
        self._slow_time = slow_time
        self._written = 0
        self._least = 0.0
        """The bytes that it must have read at the next check."""
        self._looking: asyncio.TimerHandle | None = None

    def write(self, data: bytes) -> None:
        """Send bytes and watch whether they are read."""
        self._line.write(data)
        self._written += len(data)
        if self._looking is None and self._line.backlog():
            self._look_later()

    def close(self) -> None:
        if self._looking:
            self._looking.cancel()
            self._looking = None

    def _look_later(self) -> None:
        backlog, seconds = self._line.backlog(), self._slow_time()
        self._least = self._written - backlog + least_taken(backlog, seconds)
        self._looking = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        self._looking = None
        backlog = self._line.backlog()
        if backlog and self._written - backlog < self._least:
            self._line.give_up()
        elif backlog:
            self._look_later()


class SshLine(ClientLine):
    """Implements `tui.host.session.ClientLine`. `sent` is called with the number of bytes written, `too_slow`
    once if a client has not read enough for too long, `caught_up` when it keeps up again. `then` is to call
    something behind the input that has come so far.
    """

    def __init__(
        self,
        channel: HardenedChannel,
        connection: HardenedConnection,
        limits: CurrentLimits,
        sent: Callable[[int], None],
        too_slow: Callable[[], None],
        caught_up: Callable[[], None],
        then: Callable[[Callable[[], object]], object] = lambda call: call(),
    ) -> None:
        self._channel = channel
        self._then = then
        self._connection = connection
        self._limits = limits
        self._sent = sent
        self._too_slow = too_slow
        self._caught_up = caught_up
        self._slow_timer: asyncio.TimerHandle | None = None
        self._poll_timer: asyncio.TimerHandle | None = None
        self._progress = Progress(0, 0.0)
        """The client's progress since the screen began to wait."""
        self._lost = False
        self._speed = connection.speed
        self._measure_timer: asyncio.TimerHandle | None = None
        self._asks: Callable[[], object] | None = None
        """What is to be called once everything written so far has reached the client, if it has not been
        asked yet.
        """

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        """Send bytes. End the session if far too many are unread."""
        if self._lost or self._channel.is_closing():
            return
        if len(data) >= MEASURED_FROM or self._speed.is_measured:
            self._measure(len(data))
        try:
            if reached is None:
                self._channel.write(data)
            else:
                self._write_and_ask(data, reached)
        except OSError:  # the connection was lost in the meantime
            return
        self._sent(len(data))
        self._check_backlog()

    def _write_and_ask(self, data: bytes, reached: Callable[[], object]) -> None:
        self._asks = reached
        with self._connection.sends_together():
            if data:
                self._channel.write(data)
            self._ask()

    def _ask(self) -> None:
        """Ask the client, unless bytes wait until it reads: the question would overtake them."""
        if self._asks and not self._channel.get_write_buffer_size():
            reached, self._asks = self._asks, None
            self._connection.acknowledgements.ask(partial(self._then, reached))

    def backlog(self) -> int:
        return self._channel.get_write_buffer_size() + self._connection.unsent

    def keeps_up(self) -> bool:
        if not self._is_behind:
            return True
        if self._poll_timer is None and not self._lost:
            self._progress = Progress(self._unconfirmed, asyncio.get_running_loop().time())
            self._poll_later()
        return False

    def arrived(self) -> bool:
        return not self._unconfirmed

    def is_slow(self) -> bool:
        return self._speed.is_slow(self._connection.round_trips().usual)

    def _measure(self, size: int) -> None:
        """Find out what the line carries from bytes that are about to be sent."""
        now = asyncio.get_running_loop().time()
        self._speed.sent(size, self._unconfirmed, now)
        if self._speed.is_measured and self._measure_timer is None:
            self._look_later()

    def _look_later(self) -> None:
        self._measure_timer = asyncio.get_running_loop().call_later(LOOK_INTERVAL, self._look)

    def _look(self) -> None:
        self._measure_timer = None
        if not self._unconfirmed:
            now = asyncio.get_running_loop().time()
            self._speed.arrived(now, self._connection.round_trips().shortest)
        if self._speed.is_measured:
            self._look_later()

    @property
    def _is_behind(self) -> bool:
        """Whether the next frame has to wait."""
        most = max(IN_FLIGHT_LIMIT, self._speed.carried)
        return self._connection.has_unread(most - self._channel.get_write_buffer_size())

    @property
    def _unconfirmed(self) -> int:
        return self.backlog() + self._connection.in_flight

    def _poll_later(self) -> None:
        self._poll_timer = asyncio.get_running_loop().call_later(LOOK_INTERVAL, self._poll)

    def _poll(self) -> None:
        """Check whether the client has read more; the session of one that reads too little in
        `slow_time` seconds is ended.
        """
        self._poll_timer = None
        now, left = asyncio.get_running_loop().time(), self._unconfirmed
        if not self._is_behind:
            self._caught_up()
            return
        if self._progress.enough(left, now, self._limits.now.slow_time):
            self._poll_later()
        else:
            self.give_up()

    def close(self) -> None:
        """Stop all timers and drop all callbacks, so that nothing keeps their owners alive."""
        self._sent, self._too_slow, self._caught_up, self._then = _nobody, _nobody, _nobody, _nobody
        self._asks = None
        for timer in (self._slow_timer, self._poll_timer, self._measure_timer):
            if timer:
                timer.cancel()
        self._slow_timer = self._poll_timer = self._measure_timer = None

    def _check_backlog(self) -> None:
        """Start or stop the time within which a client has to catch up; end the session if it never will."""
        most, held = self._limits.now.backlog, self._channel.get_write_buffer_size()
        if self._slow_timer is None and not self._connection.has_unread(most - held):
            return
        backlog = held + self._connection.unsent
        if backlog > FLOOD_FACTOR * most:
            self.give_up()
        elif backlog <= most:
            if self._slow_timer:
                self._slow_timer.cancel()
                self._slow_timer = None
        elif self._slow_timer is None:
            loop = asyncio.get_running_loop()
            self._slow_timer = loop.call_later(self._limits.now.slow_time, self._slow_too_long)

    def drained(self) -> None:
        """Note that the client has read something."""
        self._ask()
        self._check_backlog()

    def _slow_too_long(self) -> None:
        self._slow_timer = None
        if self.backlog() > self._limits.now.backlog:
            self.give_up()

    def give_up(self) -> None:
        """Send nothing more. `too_slow` is called in the next turn of the event loop, because the screen may
        be writing now.
        """
        too_slow = self._too_slow
        self.close()
        self._lost = True
        asyncio.get_running_loop().call_soon(too_slow)


class InputThrottle:
    """Passes a client's bytes on at a bounded rate, and reads no faster from the client. `ended` is called
    after the last byte.
    """

    def __init__(
        self,
        channel: HardenedChannel,
        limits: CurrentLimits,
        deliver: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._channel = channel
        self._deliver = deliver
        self._ended: Callable[[], None] | None = ended
        self._no_more = False
        self._bucket = TokenBucket(
            lambda: Rate(limits.now.input_per_second, limits.now.input_burst), self._loop.time()
        )
        """A token for each byte."""
        self._waiting = bytearray()
        self._of_line = 0
        """How many bytes of the line that has begun have come."""
        self._more: asyncio.TimerHandle | None = None

    def take(self, data: bytes) -> None:
        for part in LINE_END.split(data):
            self._add(part)
        if self._more is None:
            self._flow()

    def _add(self, part: bytes) -> None:
        """Keep a line or a piece of one, up to LONGEST_LINE bytes of the line, and its end."""
        self._waiting += part[: max(0, LONGEST_LINE - self._of_line)]
        is_whole = part.endswith((b"\r", b"\n"))
        if is_whole and len(part) > LONGEST_LINE - self._of_line:
            self._waiting += part[-1:]
        self._of_line = 0 if is_whole else self._of_line + len(part)

    def end(self) -> None:
        """Note that the client sends nothing more; `ended` is called once everything is passed on."""
        self._no_more = True
        if self._more is None:
            self._tell_end()

    def _tell_end(self) -> None:
        ended, self._ended = self._ended, None
        if ended:
            ended()

    def close(self) -> None:
        """Drop the waiting bytes and all callbacks, so that nothing keeps their owners alive."""
        self._ended = None
        self._deliver = _nobody
        self._waiting.clear()
        if self._more:
            self._more.cancel()
            self._more = None

    def _flow(self) -> None:
        held, self._more = self._more is not None, None
        self._bucket.wait(self._loop.time())
        count = min(len(self._waiting), int(self._bucket.left))
        now = bytes(self._waiting[:count])
        del self._waiting[:count]
        self._bucket.spend(count)
        if self._waiting:
            self._channel.pause_reading()
            self._more = self._loop.call_later(INPUT_INTERVAL, self._flow)
        if now:
            self._deliver(now)
        if held and not self._more:
            self._channel.resume_reading()
        if self._no_more and not self._more:
            self._tell_end()
