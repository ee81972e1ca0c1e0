"""A client's line as a screen sees it: bytes out with a known backlog, bytes in at a bounded rate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.hardened import HardenedChannel, HardenedConnection
from server.limits import Limits

FLOOD = 4
"""Times the backlog that a screen which does not look at it may fill before the line is cut."""

MOMENT = 0.25
"""Seconds from one portion of a flood to the next."""


class SshLine:
    """Implements `tui.session.Line`. `sent` hears how many bytes were written, `too_slow` once that
    a client has not taken what it should for too long.
    """

    def __init__(
        self,
        channel: HardenedChannel,
        connection: HardenedConnection,
        limits: Limits,
        sent: Callable[[int], None],
        too_slow: Callable[[], None],
    ) -> None:
        self._channel = channel
        self._connection = connection
        self._limits = limits
        self._sent = sent
        self._too_slow = too_slow
        self._patience: asyncio.TimerHandle | None = None
        self._lost = False

    def write(self, data: bytes) -> None:
        if self._lost or self._channel.is_closing():
            return
        if self.backlog() > FLOOD * self._limits.backlog:
            self.give_up()
            return
        try:
            self._channel.write(data)
        except OSError:  # the line was lost meanwhile
            return
        self._sent(len(data))
        self._watch()

    def backlog(self) -> int:
        return self._channel.get_write_buffer_size() + self._connection.unsent

    def close(self) -> None:
        """Stops watching the clock."""
        if self._patience:
            self._patience.cancel()
            self._patience = None

    def _watch(self) -> None:
        """From the first byte too many on the client has its time to catch up."""
        if self.backlog() <= self._limits.backlog:
            self.close()
        elif self._patience is None:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(self._limits.slow_time, self._lost_patience)

    def drained(self) -> None:
        """The client took something."""
        self._watch()

    def _lost_patience(self) -> None:
        self._patience = None
        if self.backlog() > self._limits.backlog:
            self.give_up()

    def give_up(self) -> None:
        """Takes nothing more. Told later: the screen may be in the midst of writing."""
        self.close()
        self._lost = True
        asyncio.get_running_loop().call_soon(self._too_slow)


class Inflow:
    """Hands on a client's bytes at a bounded rate, and stops reading from it meanwhile; `ended` is called
    behind the last of them.
    """

    def __init__(
        self,
        channel: HardenedChannel,
        limits: Limits,
        deliver: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._channel = channel
        self._rate = limits.input_per_second
        self._burst = limits.input_burst
        self._deliver = deliver
        self._ended: Callable[[], None] | None = ended
        self._no_more = False
        self._tokens = float(self._burst)
        self._filled = self._loop.time()
        self._waiting = bytearray()
        self._more: asyncio.TimerHandle | None = None

    def take(self, data: bytes) -> None:
        """Bytes from the client."""
        self._waiting += data
        if self._more is None:
            self._flow()

    def end(self) -> None:
        """The client sends nothing more: `ended` hears it once everything is handed on."""
        self._no_more = True
        if self._more is None:
            self._tell_end()

    def _tell_end(self) -> None:
        ended, self._ended = self._ended, None
        if ended:
            ended()

    def close(self) -> None:
        """What waits is forgotten."""
        self._ended = None
        self._waiting.clear()
        if self._more:
            self._more.cancel()
            self._more = None

    def _flow(self) -> None:
        held, self._more = self._more is not None, None
        self._fill()
        count = min(len(self._waiting), int(self._tokens))
        now = bytes(self._waiting[:count])
        del self._waiting[:count]
        self._tokens -= count
        if self._waiting:
            self._channel.pause_reading()
            self._more = self._loop.call_later(MOMENT, self._flow)
        if now:
            self._deliver(now)
        if held and not self._more:
            self._channel.resume_reading()
        if self._no_more and not self._more:
            self._tell_end()

    def _fill(self) -> None:
        now = self._loop.time()
        self._tokens = min(float(self._burst), self._tokens + (now - self._filled) * self._rate)
        self._filled = now
