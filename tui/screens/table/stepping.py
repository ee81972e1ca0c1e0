"""Shows steps one at a time at a table (`tui.presenters.steps`): holds back what has come, and goes on by
a key or by the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tui.boards.kit.board import Progress, Prompt
from tui.host.alarm import Alarm
from tui.host.pictures import TableSnapshot
from tui.language.actions import by_key, key_name
from tui.presenters import steps
from tui.presenters.describe_event import OF_ANY_GAME, describe_event, sentence
from tui.presenters.steps import HeldStep, Steps
from tui.screens.table.board_host_screen import LogReading
from tui.screens.table.event_log import goes_on
from tui.screens.table.snapshot_feed import happened
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette

NEXT, END, BACK = ("enter", "space"), ("e",), ("left", "backspace")
FASTER, SLOWER = ("plus", "kp_add"), ("minus", "kp_subtract")
EARLIER = 2
"""Lines of what happened before, below what acts: more would move with every step."""
STAYING = (
    "question_mark",
    "f1",
    "slash",
    "quotation_mark",
    "pageup",
    "pagedown",
    "tab",
    "shift+tab",
    "ctrl+l",
)
"""Keys that show or say something, and leave the steps as they are."""


class Stepping(LogReading, inherit_bindings=False):
    """Subclasses show a snapshot, and say whether the result is in front."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._steps_shown = Steps()
        self._acting = False
        """True while what acts stands in the place of the log."""
        self._at = 0
        """How many steps the player has gone back."""
        self._holds_result = False
        """True while the last step is shown, before the page of the result."""
        self._step_alarm = Alarm(lambda: self.call_later(self._time_for_step))

    def _see_now(self, snapshot: TableSnapshot) -> None:
        """Shows a snapshot, and tells what happened."""
        raise NotImplementedError

    def _show_board(self, snapshot: TableSnapshot) -> None:
        """Shows a snapshot that has a view on the board."""
        raise NotImplementedError

    def _show_page(self) -> None:
        """Brings the page or the board to the front."""
        raise NotImplementedError

    @property
    def _is_stepping(self) -> bool:
        return self._steps_shown.is_on or self._holds_result

    @property
    def is_brief(self) -> bool:
        return self._is_stepping and self.session.is_slow

    @property
    def _step_progress(self) -> Progress | None:
        """Where the steps are, for the header."""
        snapshot = self._snapshot
        if not self._is_stepping or snapshot is None or snapshot.view is None:
            return None
        shown = self._step_in_front
        here = self._progress_at(snapshot, shown.snapshot.view if shown else snapshot.view)
        part = self._part_of(shown) if shown and not (here and here.total) else None
        here = part[1] if part and part[1] else here
        if here and self.session.is_slow:
            return here._replace(total=0)  # a bar and a count of steps would be sent with each
        if here is None or part is None or part[1] is None:
            return here
        number, total = self._steps_shown.count(self._at, lambda one: self._part_of(one) == part)
        said = here.what
        if total > 1:
            said = self.texts._("{where}, step {number} of {total}", where=said, number=number, total=total)
        elif number > 1 and not total:
            said = self.texts._("{where}, step {number}", where=said, number=number)
        return here._replace(what=said)

    @property
    def _step_in_front(self) -> HeldStep | None:
        """The step that is shown; None: there is none, or it is not kept any more."""
        seen = self._steps_shown.seen
        return seen[-1 - self._at] if self._is_stepping and self._at < len(seen) else None

    @property
    def _step_stood(self) -> str:
        """How far the game was when the step in front began, for the header."""
        shown = self._step_in_front
        return self._part_of(shown)[0] if shown else ""

    def _part_of(self, held: HeldStep) -> tuple[str, Progress | None]:
        """Returns what the steps of one part of a game have in common: a round, and what goes on in it. The
        last of them may have led to the next part.
        """
        snapshot = held.snapshot
        first = self._progress_at(snapshot, held.before)
        view = held.before if first else snapshot.view
        status = self._face(snapshot).status(self.texts, self._names, view)
        return status, first or self._progress_at(snapshot, view)

    def _progress_at(self, snapshot: TableSnapshot, view: Any) -> Progress | None:
        return self._face(snapshot).progress(self.texts, self._names, view) if view is not None else None

    def _hear(self, snapshot: TableSnapshot) -> None:
        """Takes a snapshot: shows it, or holds it back."""
        if self._snapshot is None:
            self._steps_shown.before = snapshot.view
            self._see_now(snapshot)
            return
        self._steps_shown.speed = steps.speed_of(self.session.port.account().settings, snapshot)
        was = self._is_stepping
        self._play(self._steps_shown.hear(snapshot, self.now()), was=was)

    def _play(self, shown: Sequence[HeldStep], *, was: bool) -> None:
        for held in shown:
            self._at = 0
            self._holds_result = held.is_step and self._steps_shown.before_result
            self._see_now(held.snapshot)
        self._step_alarm.set(self._steps_shown.due(self.now()))
        self._show_acting()
        if self._is_stepping:
            self._show_header()
            self.forget_focus()
            self.take_focus()
            self._prompt_here()
        elif was:
            if self._snapshot and self._snapshot.view is not None and self.session.is_slow:
                self._show_board(self._snapshot)  # with what steps left out
            self._show_page()
            self.take_focus()
            self._prompt_here()

    def _show_acting(self) -> None:
        """Shows in the place of the log what acts in the step that is shown, and the steps before it. On a
        slow line the log tells it.
        """
        every = [held.snapshot for held in self._steps_shown.seen]
        seen = every[: len(every) - self._at]
        if not self._is_stepping or not seen or self.session.is_slow:
            if self._acting:
                self._acting = False
                self._log.explain(())
            return
        face, room = self._face(seen[-1]), self._log.room
        events = [one for one in seen[-1].events if not isinstance(one, OF_ANY_GAME)]
        # a log that is not laid out yet has no cells: steps may come before that on a busy host
        drawn = face.acting(self.texts, self._names, seen[-1].view, events, room) if room.width else ()
        rows = min(EARLIER, room.height - len(drawn))
        behind = sum(len(happened(self.texts, snapshot)) for snapshot in every[len(seen) - 1 :])
        told: list[Sequence[Part]] = []
        for one in [] if self._log.beside or not rows else self._log.paragraphs(before=behind)[::-1]:
            lines = wrap(one, room.width, 2)
            if len(told) + len(lines) > rows:
                if not told and rows > 1:  # a single line of something longer says nothing
                    told = [goes_on(lines[-rows]), *lines[len(lines) - rows + 1 :]]
                break
            told = [*lines, *told]
        if drawn or self._acting:
            self._acting = bool(drawn)
            self._log.explain([*drawn, *told] if drawn else ())

    def _time_for_step(self) -> None:
        if self._steps_shown.due(self.now()) is not None:
            self._play(self._steps_shown.go_on(self.now()), was=True)

    def on_unmount(self) -> None:
        self._step_alarm.stop()

    # Keys

    def step_key(self, key: str) -> bool:
        """Does what a key means while steps are shown: one of the board's ends them and does nothing else.
        Returns False if it is none of theirs: the steps end with it, or it leaves them as they are.
        """
        if not self._is_stepping or self.is_typing or key in STAYING:
            return False
        if key in NEXT:
            self._play(self._steps_shown.go_on(self.now()), was=True)
        elif key in BACK:
            self._go_back()
        elif key in FASTER or key in SLOWER:
            self._change_speed(1 if key in FASTER else -1)
        else:
            self.end_steps()
            return key in END or (self._board is not None and key in by_key(self._board.actions))
        return True

    def end_steps(self) -> None:
        if self._is_stepping:
            self._play(self._steps_shown.end(), was=True)
            self._holds_result = False

    def _go_back(self) -> None:
        seen = self._steps_shown.seen
        if self._at + 1 < len(seen) and self._board:
            self._at += 1
            self._board.show(replace(seen[-1 - self._at].snapshot, ask=None, events=()))
            self._show_header()
            self._show_acting()
            self._prompt_here()

    def _change_speed(self, by: int) -> None:
        speed = steps.other_speed(self._steps_shown.speed, by)
        self.session.request(self.session.port.set(steps.SPEED, speed), None, self.refused)
        self._steps_shown.speed = speed
        if speed == steps.ONCE:
            self.end_steps()
            return
        self._step_alarm.set(self._steps_shown.due(self.now()))
        self._prompt_here()

    # What is said

    def _step_prompt(self) -> None:
        """Shows what Enter shows, and the keys."""
        texts, snapshot = self.texts, self._snapshot
        if snapshot is None:
            return
        slow, speed = self.session.is_slow, steps.speed_word(texts, self._steps_shown.speed)
        goes_back = self._at + 1 < len(self._steps_shown.seen) and not slow  # the log tells the steps there
        keys = (
            (key_name(texts, "Enter"), texts._("next")),
            ("e", texts._("end")),
            ("+ -", texts._("speed: {speed}", speed=speed)),
            ("?", texts._("explain")),
            *([("←", texts._("back"))] if goes_back else []),
        )
        said = self._step_in_brief or steps.next_words(texts, self._steps_shown, snapshot, slow=slow)
        self._line.prompt(said, keys, asked=True, accent=self.accent)
        if self._holds_result:
            self._log.hint(())  # a tip says what may still be done

    @property
    def _step_in_brief(self) -> str:
        """What happened in the step that is shown, where no log has room: what fits beside a row of keys."""
        shown = self._step_in_front
        if self._log.room.height or shown is None:
            return ""
        snapshot = shown.snapshot
        face, said = self._face(snapshot), ""
        for event in snapshot.events:
            if told := describe_event(self.texts, face, self._names, event):
                more = f"{said} {sentence(self._names, told)}".strip()
                if len(wrap([(more, palette.TEXT)], self.size.width - 2)) >= self._line.size.height:
                    break
                said = more
        return said

    def prompt(self, prompt: Prompt) -> None:
        """Shows what to do now: while steps are shown, how they go on. A board behind a page says nothing."""
        if self._is_stepping:
            self._step_prompt()
        elif self._board is None or self._board.display:
            super().prompt(prompt)
