"""Waits, never by the clock, until an app has handled everything that came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Busy(Protocol):
    """An app that can say whether it is busy."""

    @property
    def is_busy(self) -> bool:
        """Returns whether something waits to be handled."""

    def after_key(self, waiting: WhenIdle) -> None:
        """Keeps what is to go on at the end of the key that is worked on, or of the next one."""

    def with_key(self, waiting: WhenIdle) -> bool:
        """Keeps what is to go on at the end of the key that is worked on. False: none is worked on here."""

    def fail(self, error: Exception) -> None:
        """Called if the work that waited has raised."""


def _nothing() -> None:
    """Does nothing, for an app that is gone."""


class WhenIdle:
    """Does something once the app is idle; only once, however often it is asked to."""

    QUIET_PASSES = 2
    MOST_PASSES = 60

    def __init__(self, app: Busy, action: Callable[[], object]) -> None:
        self._app, self._action = app, action
        self.is_armed = self._looks = False
        """Whether it is to be done."""
        self._quiet = self._passes = 0

    def soon(self) -> None:
        """Waits for a few passes of the event loop, never for the clock. After `stop` it does nothing."""
        if self._arm():
            self._look_soon()

    def after_key(self) -> None:
        """Waits for the end of the key that is worked on, or of the next one; see `go_on`."""
        if self._arm():
            self._app.after_key(self)

    def with_key(self) -> None:
        """Waits for the end of the key that is worked on here; without one as `soon`."""
        if self._arm() and not self._app.with_key(self):
            self._look_soon()

    def go_on(self, *, at_once: bool) -> None:
        """Does it now, or waits for an idle app."""
        if self.is_armed and at_once:
            self._do()
        elif self.is_armed:
            self._look_soon()

    def _arm(self) -> bool:
        """Returns whether it was not to be done before, and is now."""
        if self.is_armed or self._action is _nothing:
            return False
        self.is_armed, self._quiet, self._passes = True, 0, 0
        return True

    def at_once(self) -> None:
        """Does it now if it is to be done and the app is idle."""
        if self.is_armed and not self._app.is_busy:
            self._do()

    def stop(self) -> None:
        """Cancels the work for good and drops the reference to it: the app may be taken apart by now."""
        self.is_armed, self._action = False, _nothing

    def _look_soon(self) -> None:
        if not self._looks:
            self._looks = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._looks = False
        if not self.is_armed:
            return
        self._passes += 1
        self._quiet = 0 if self._app.is_busy else self._quiet + 1
        if self._quiet < self.QUIET_PASSES and self._passes < self.MOST_PASSES:
            self._look_soon()
            return
        self._do()

    def _do(self) -> None:
        self.is_armed = False
        try:
            self._action()
        except Exception as error:  # noqa: BLE001  (drawing code: the app ends, the others go on)
            self._app.fail(error)
