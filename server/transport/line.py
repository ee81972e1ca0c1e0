"""A client's line as a screen sees it: bytes out with a known backlog, bytes in at a bounded rate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.settings.limits import Limits
from server.transport.hardened import HardenedChannel, HardenedConnection

FLOOD = 4
"""Times the backlog that a screen which does not look at it may fill before the line is cut."""

AHEAD = 256
"""Bytes that may be on their way to a client when the next frame is sent: on a line of 960 bytes a
second the answer to a key comes a quarter of a second later for them.
"""
LOOK = 0.02
"""Seconds from one look at what is on its way to the next."""
MOMENT = 0.25
"""Seconds from one portion of a flood to the next."""


def _nobody(*_: object) -> None:
    """Hears what is told when nobody listens any more."""


class SshLine:
    """Implements `tui.host.session.Line`. `sent` hears how many bytes were written, `too_slow` once that
    a client has not taken what it should for too long, `taken` that it keeps up again.
    """

    def __init__(
        self,
        channel: HardenedChannel,
        connection: HardenedConnection,
        limits: Limits,
        sent: Callable[[int], None],
        too_slow: Callable[[], None],
        taken: Callable[[], None],
    ) -> None:
        self._channel = channel
        self._connection = connection
        self._limits = limits
        self._sent = sent
        self._too_slow = too_slow
        self._taken = taken
        self._patience: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._least, self._since = 0, 0.0
        """The least that was on its way while the screen waits, and since when it is so much."""
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

    def keeps_up(self) -> bool:
        if self._on_its_way <= AHEAD:
            return True
        if self._looking is None and not self._lost:
            self._least, self._since = self._on_its_way, asyncio.get_running_loop().time()
            self._look_later()
        return False

    @property
    def _on_its_way(self) -> int:
        return self.backlog() + self._connection.in_flight

    def _look_later(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        """Whether the client took more meanwhile; one that takes nothing is given up some time."""
        self._looking = None
        now, left = asyncio.get_running_loop().time(), self._on_its_way
        if left <= AHEAD:
            self._taken()
            return
        if left < self._least:
            self._least, self._since = left, now
        if now - self._since < self._limits.slow_time:
            self._look_later()
        else:
            self.give_up()

    def close(self) -> None:
        """Stops watching the clock. Nothing is told any more: whoever listens is not held."""
        self._sent, self._too_slow, self._taken = _nobody, _nobody, _nobody
        for timer in (self._patience, self._looking):
            if timer:
                timer.cancel()
        self._patience = self._looking = None

    def _watch(self) -> None:
        """From the first byte too many on the client has its time to catch up."""
        if self.backlog() <= self._limits.backlog:
            self._calm()
        elif self._patience is None:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(self._limits.slow_time, self._lost_patience)

    def _calm(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None

    def drained(self) -> None:
        """The client took something."""
        self._watch()

    def _lost_patience(self) -> None:
        self._patience = None
        if self.backlog() > self._limits.backlog:
            self.give_up()

    def give_up(self) -> None:
        """Takes nothing more. Told later: the screen may be in the midst of writing."""
        too_slow = self._too_slow
        self.close()
        self._lost = True
        asyncio.get_running_loop().call_soon(too_slow)


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
        """What waits is forgotten, and so is whom it was for."""
        self._ended = None
        self._deliver = _nobody
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
