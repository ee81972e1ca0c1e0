"""An app that sends its screens through an `Output`, and how its player's terminal is used.

Which screen is shown is left to `tui.app.app`, input and output of bytes to `tui.wire`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable

from msgspec.structs import replace
from textual.events import Key
from textual.geometry import Offset
from textual.keys import key_to_character

from tui.wire.line.driver import LineDriver
from tui.wire.line.output import Output
from tui.wire.line.questions import stamp, stamp_of
from tui.wire.private.app import QuietApp
from tui.wire.private.strips import strips_of
from tui.wire.private.when_idle import WhenIdle
from tui.wire.terminal.display import DisplayWish, TerminalDisplay
from tui.wire.terminal.terminals import Terminal

UNSEEN = TerminalDisplay("unknown", Terminal())

LARGE = 12_000
"""Characters of a window of which drawing and sending all take several milliseconds each."""
SOON = 0.03
"""Seconds for which a frame waits for the host's answer to a key, and for the rest of what is painted."""

log = logging.getLogger(__name__)


class HeldFrame:
    """Whether a frame waits. `send` sends what there is once the moment is over."""

    def __init__(self, send: Callable[[], object]) -> None:
        self._send = send
        self.timer: asyncio.TimerHandle | None = None
        """Until when frames are held back; None: they are not."""

    def hold(self, seconds: float) -> None:
        """Holds frames back for some seconds, or for what is left of the moment that has begun."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(seconds, self._over)

    def release(self) -> bool:
        """Holds nothing back any more; returns whether something was."""
        timer, self.timer = self.timer, None
        if timer:
            timer.cancel()
        return timer is not None

    def _over(self) -> None:
        self.timer = None
        self._send()


class OutputApp(QuietApp, inherit_bindings=False):
    """Draws on one terminal. Without an output it only draws, for tests."""

    __slots__ = ("_is_late", "has_drawn")

    def __init__(self, output: Output | None = None, showing: TerminalDisplay = UNSEEN) -> None:
        super().__init__()
        self.output = output
        self.showing = showing
        """How the player's terminal is used."""
        self.has_drawn = False
        """Whether a screen has been drawn."""
        self._sending, self._asking = WhenIdle(self, self._send), WhenIdle(self, self._ask)
        self._soon, self._held = HeldFrame(self._send_late), HeldFrame(self._send)
        self._is_late = False
        """Whether what a frame has waited for did not come in time."""
        if output:
            self.driver_class = LineDriver

    def set_theme(self, theme: str) -> None:
        self._use(replace(self.showing, theme=theme))

    def set_display(self, wanted: DisplayWish) -> None:
        """Changes how the terminal is used."""
        self._use(replace(self.showing, wanted=wanted))

    def set_spelling(self, language: str) -> None:
        """Changes the language by which words are spelled on a terminal that lacks their letters."""
        self._use(replace(self.showing, language=language))

    def is_known(self, own: Terminal) -> None:
        """Takes what has become known of the terminal."""
        self._use(replace(self.showing, own=own))

    def _use(self, showing: TerminalDisplay) -> None:
        before, self.showing = self.showing.terminal, showing
        if self.output and showing.terminal != before:
            self.output.become(showing.terminal)
            if self.is_running and self.in_front:
                self.in_front.refresh()

    def redraw(self) -> None:
        """Sends the whole screen anew: something else may have written on the terminal."""
        if self.output:
            self.output.repaint()
            self._sending.soon()

    def set_window_title(self, title: str) -> None:
        """Sets the window's title with what is drawn beside, or without it."""
        if self.output:
            self.output.title(title)
            self._send_soon()

    def copy(self, text: str) -> bool:
        """Puts a text into the clipboard of the player's terminal; returns whether that may have worked."""
        return self.output is not None and self.output.copy(text)

    def call_player(self, words: str) -> None:
        if self.output:
            self.output.call(words)
            self._send_soon()

    def _send_soon(self) -> None:
        if self.has_drawn:
            self._sending.soon()

    def shown(self, update: object) -> None:
        """Passes an update to the encoder and sends it when the app is at rest, of a large window later."""
        if self.output:
            self.has_drawn = True
            for placed in strips_of(update):
                self.output.encoder.put(*placed)
            columns, rows = self.output.encoder.size
            if self.is_at_rest and columns * rows < LARGE:
                self._send()
            else:
                self._sending.soon()

    def failed(self, error: Exception) -> None:
        """Logs the error; the app is about to end."""
        log.error("a player's screen failed", exc_info=error)

    def _send(self) -> None:
        if self.output and self.in_front and not self._is_to_wait:
            self.output.show(self._caret(), self._shown_question(self.output.questions.shown))

    @property
    def _is_to_wait(self) -> bool:
        """Returns whether the frame is sent with what comes soon: the host's answer, or the rest of what is
        to be painted. What was held back for longer waits for no question.
        """
        if (self.waits_for_answer or not self._is_painted) and not self._is_late:
            self._soon.hold(SOON)
            return True
        if self._soon.timer:
            self._soon.release()
        if not self._held.timer:
            return False
        if self.output and self.output.questions.shown != self.question:
            self._held.release()
        return self._held.timer is not None

    def _send_late(self) -> None:
        self._is_late = True
        self._send()

    def hold_frames(self, seconds: float) -> None:
        """Sends what is drawn from now on with the next key, question or `release_frames`, or after some
        seconds.
        """
        self._held.hold(seconds)

    def release_frames(self) -> None:
        """Sends what was held back with what is drawn now."""
        self._is_late = False
        if (self._soon.timer and self._soon.release()) or (self._held.timer and self._held.release()):
            self._sending.soon()

    @property
    def _is_painted(self) -> bool:
        """Returns whether nothing is left to be painted."""
        return bool(getattr(self.in_front, "is_painted", True))

    def _shown_question(self, before: Hashable) -> Hashable:
        """Returns what the frame asks: what was asked before, as long as something is still to be painted."""
        now = self.question
        return now if now == before or self._is_painted else before

    @property
    def question(self) -> Hashable:
        """What keys act on now, as in `tui.wire.line.questions`; None: on nothing."""
        return getattr(self.in_front, "question", None)

    def question_changed(self) -> None:
        """Sends what keys act on now, even if nothing else looks different."""
        if self.output and self.has_drawn and self.output.questions.shown != self.question:
            self._asking.soon()

    def _ask(self) -> None:
        if self._is_painted:
            self._send()

    def note_key(self, event: Key) -> None:
        """Notes which question had reached the player when they pressed the key."""
        self.release_frames()
        if self.output:
            self.output.questions.pressed_at = stamp_of(event)

    def simulate_key(self, key: str) -> None:
        """Presses a key for the player, at what they had seen when they pressed the one that is worked on."""
        event = Key(key, key_to_character(key))
        if self.output and self.output.questions.pressed_at is not None:
            stamp(event, self.output.questions.pressed_at)
        self.screen.call_after_refresh(self.post_message, event)

    @property
    def is_early(self) -> bool:
        """Whether the key that is worked on was pressed before the player had seen what it would act on."""
        early = self.output is not None and self.output.questions.comes_early(self.question)
        if early:
            self.question_changed()
        return early

    def _caret(self) -> tuple[int, int] | None:
        """Returns where the terminal's cursor rests: at the place that the focused widget gives."""
        focused = self.focused
        where = getattr(focused, "caret", None)
        offset: Offset | None = where() if where else None
        if focused is None or offset is None:
            return None
        left, top, *_ = focused.region
        columns, rows = self.size
        return max(0, min(left + offset.x, columns - 1)), max(0, min(top + offset.y, rows - 1))
