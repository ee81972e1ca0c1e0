"""The question whether to go back to a running game, before anything else is made for the player.

After a restart everybody comes back at once, and nearly all go to their table. So the question is drawn
without a screen of Textual's: a session whose player confirms it makes the screen of the table and no other.
Whatever else happens (another key, news of the player's seats, a clock) is left to the lobby, which then asks
the same question on the same rows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.events import Key, Paste

from tui.app.app import REDRAWING, CrownApp
from tui.host.alarm import Alarm
from tui.host.held_table import TableForScreen, nothing
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.port import Release
from tui.language.notices import early_key
from tui.presenters import table_details, turns
from tui.presenters.hints import is_new
from tui.presenters.turns import TurnTracker, title_of_lobby
from tui.screens.lobby.lists import LobbyViewModel
from tui.screens.lobby.lobby_screen import LINE_ROWS, RETURNING, home_of, question_to_return
from tui.screens.lobby.page import page
from tui.screens.lobby.selection import Selection
from tui.widgets.command_line import CONFIRMING, question_rows
from tui.widgets.panel import line_of
from tui.wire.line.output import Output
from tui.wire.line.questions import stamp_of
from tui.wire.terminal import tones

MakeAlarm = Callable[[Callable[[], object]], Alarm]
MOST_HEARD = 20
"""Snapshots of the table that are kept for its screen; the lobby asks instead of keeping more."""
LEAVES = "ctrl+c"
"""The key that has one meaning everywhere."""
PATIENCE = 0.1
"""Seconds for which the first frame waits until it is known whose turn it is."""


class WayBack:
    """One question. `alarm` makes what wakes it when the words for a time change."""

    def __init__(self, app: CrownApp, output: Output, home: LobbySnapshot, alarm: MakeAlarm) -> None:
        self.is_open = True
        """Whether it can still be answered here."""
        self._app, self._output, self._home = app, output, home
        self._alarm = alarm(self._show)
        self._selection = Selection()
        self._selection.update(home)
        self._selection.choose(home.tables[0].id)
        self._over = asyncio.Event()
        self._followed: TableForScreen | None = None
        self._is_shown = False
        self._note = ""
        """What stands beside the keys: that one came too early."""
        self._turns = TurnTracker(self._follow, self._turn_changed, self._clock_runs)

    async def answered(self) -> None:
        """Asks, and waits until it is settled where the player goes: `app.back_to` names the table if they
        confirm; otherwise the lobby asks again.
        """
        self._app.greeting = self._home.notice
        self._output.start()
        self._alarm.set(PATIENCE)
        self._app.wake = self.leave_to_lobby
        self._app.follow_seats()
        self._turns.see(self._home.tables)
        await self._over.wait()

    def take(self, event: Key | Paste) -> bool:
        """Takes a key. Returns whether it is the answer, came too early to be one, or draws the question
        anew; any other is for the lobby.
        """
        if isinstance(event, Key) and event.key == REDRAWING:
            self.redraw()
            return True
        questions = self._output.questions
        questions.pressed_at = stamp_of(event)
        if questions.comes_early(RETURNING) and not (isinstance(event, Key) and event.key == LEAVES):
            self._note = early_key(self._app.texts, self._app.size.width)
            self._show()
            return True
        if isinstance(event, Key) and event.key in CONFIRMING:
            self._app.back_to = self._home.tables[0].id, self._followed
            self._followed = None
            self._end()
            return True
        self._end()
        return False

    def leave_to_lobby(self) -> None:
        self._end()

    def draw(self) -> None:
        """Draws it again: the window or the terminal is another."""
        if self._is_shown and self.is_open:
            self._show()

    def redraw(self) -> None:
        """Draws it anew: something else may have written on the terminal."""
        self._output.repaint()
        self.draw()

    def release(self) -> None:
        """Follows the table no longer: the lobby does, if it is its screen. The question is over, and lets go
        of what calls it back, or it would wait for the collector.
        """
        if self._followed:
            self._turns.see(())  # the session keeps what follows the table until that ends it
            self._followed = None
        self._alarm.stop()
        del self._alarm, self._turns

    def _end(self) -> None:
        self.is_open = False
        self._app.wake = nothing
        self._alarm.stop()
        self._over.set()

    # Whose turn it is

    def _follow(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        loop = asyncio.get_running_loop()

        def heard(snapshot: TableSnapshot) -> None:
            loop.call_soon(listener, snapshot)
            if self._followed and self._followed.count > MOST_HEARD:
                self.leave_to_lobby()

        self._followed = TableForScreen(self._app.port, table, heard)
        return self._app.keep(self._followed.release)

    def _clock_runs(self, snapshot: TableSnapshot) -> None:
        if snapshot.deadline is not None:
            self.leave_to_lobby()

    def _turn_changed(self, begun: bool) -> None:
        if begun and self._followed:
            self._app.bells.turn_begins()
        if self.is_open:
            self._show()

    # Drawing

    def _show(self) -> None:
        try:
            self._draw()
        except Exception as error:  # noqa: BLE001  (the session ends, loudly; whoever called goes on)
            self._app.failed(error)
            self._end()

    def _draw(self) -> None:
        self._is_shown = True
        app, texts, (width, height) = self._app, self._app.texts, self._output.encoder.size
        rows = max(0, height - LINE_ROWS)
        account, now, asked = app.port.account(), app.port.now(), self._turns.turns
        asking = [table.name for table in self._home.tables if table.id in self._turns.asking]
        app.show_turn(title_of_lobby(texts, asking), yours=bool(asking))
        shown = LobbyViewModel(
            self._home, self._selection.sections, self._selection.index, None, now, asked,
            account.guest, alone=True, new=is_new(account), host=app.port.ssh_host,
            provisional=account.provisional,
        )  # fmt: skip
        above = page(texts, shown, width, rows).lines
        question = question_to_return(texts, self._home)
        below = question_rows(*question, tones.LOBBY, width, LINE_ROWS, self._note)
        for y in range(rows):
            self._output.encoder.put(0, y, line_of(above[y] if y < len(above) else [], width))
        for y, line in enumerate(below, rows):
            self._output.encoder.put(0, y, line_of(line, width))
        self._output.show((1, rows), RETURNING)
        waits = table_details.until_next(self._home.tables[0], now), turns.until_next(asked.values(), now)
        self._alarm.set(min((wait for wait in waits if wait is not None), default=None))


def way_back(app: CrownApp, output: Output, goto: str, alarm: MakeAlarm) -> WayBack | None:
    """Returns the question, if the player has a running game and did not ask for something else."""
    home = None if goto else home_of(app.port)
    return WayBack(app, output, home, alarm) if home else None
