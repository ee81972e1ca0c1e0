"""The input of one session on its way to the screen: as much as a client may send, kept until there is a
screen, and handed over in the session's turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.budget.share import WorkShare
from server.host.dependencies import HostDependencies
from server.sessions.early_input import EarlyInput
from server.sessions.typed_input import TypedInput
from server.telemetry.metrics_sink import KeyLatency
from server.transport.channel import HardenedChannel
from server.transport.line import InputThrottle
from server.transport.terminal_input import TerminalInput
from tui.host.session import Screen


def _nobody(*_: object) -> None:
    """Do nothing."""


class ClientInput:
    """`guarded` calls a screen, and ends the session if that raises."""

    def __init__(
        self,
        dependencies: HostDependencies,
        channel: HardenedChannel,
        share: WorkShare,
        guarded: Callable[..., None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self._metrics, self._limits = dependencies.metrics, dependencies.limits
        self._channel = channel
        self._guarded = guarded
        self._screen: Screen | None = None
        self._typed = TypedInput(share, channel, self._hand_over, self._unread)
        self._flow: InputThrottle | TerminalInput = InputThrottle(
            channel, self._limits, self._feed, self._end_keys
        )
        self.early = EarlyInput()
        """What has come before there was a screen."""
        self.latency = KeyLatency(
            self._metrics, loop.time, lambda seconds, call: loop.call_later(seconds, call).cancel
        )

    def of_terminal(self) -> None:
        """Take what comes as typed in a terminal: of more than a person types, the rest is dropped."""
        self._flow.close()
        self._flow = TerminalInput(self._limits, self._feed, self._end_keys, self._dropped)

    def keep(self, data: bytes) -> None:
        """Keep what comes without a terminal until somebody reads it, and read no more."""
        self.early.add(data)
        self._channel.pause_reading()

    def take(self, data: bytes) -> None:
        self._flow.take(data)

    def end(self) -> None:
        """Note that the client sends no more."""
        self._flow.end()

    def begin(self, screen: Screen) -> None:
        """Pass on what has come so far, and from now on what comes."""
        self._screen = screen
        self.early.pass_on(screen.feed)
        if self.early.ended:
            screen.end_of_input()
        self._channel.resume_reading()

    def leave(self) -> None:
        """Pass nothing on to the screen any more."""
        self._screen = None

    def behind(self, call: Callable[[], object]) -> None:
        """Call something behind the input that has come."""
        self._typed.then(call)

    def close(self) -> None:
        """Drop what waits and who is called, so that nothing keeps them alive."""
        self._flow.close()
        self._typed.close()
        self.latency.stop()
        self._screen, self._guarded = None, _nobody

    def _feed(self, data: bytes) -> None:
        if self._screen:
            self.latency.key_received()
            self._typed.take(data)
            self.latency.worked_on()
        else:
            self.early.add_typed(data)

    def _hand_over(self, data: bytes) -> None:
        if self._screen:
            self._guarded(self._screen.feed, data)

    def _unread(self) -> int:
        return self._screen.unread() if self._screen else 0

    def _end_keys(self) -> None:
        self.early.end()
        self._typed.then(self._tell_end)

    def _tell_end(self) -> None:
        if self._screen:
            self._guarded(self._screen.end_of_input)

    def _dropped(self) -> None:
        self._metrics.refused("input")
        self._typed.then(self._tell_dropped)

    def _tell_dropped(self) -> None:
        if self._screen:
            self._guarded(self._screen.input_dropped)
