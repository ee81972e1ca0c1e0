"""Steps: where secrets are turned over and where games end, a session shows what happens one thing at a time.

Steps are each session's own. The host is neither asked nor told of them: what has come is held back here, so
nobody waits for anybody's reading, and no clock stands still.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from tui.boards import BOARDS
from tui.boards.kit.board import names_of
from tui.host.pictures import Seat, TableSnapshot
from tui.language.texts import NC_, Texts, Translatable
from tui.presenters.describe_event import OF_ANY_GAME, describe_event

SPEED = "speed"
"""The setting of an account."""
HAND, CALM, QUICK, ONCE = "hand", "calm", "quick", "once"
SPEEDS = (HAND, CALM, QUICK, ONCE)
"""From the slowest on."""
SECONDS: Mapping[str, float] = {CALM: 2.0, QUICK: 0.8, ONCE: 0.0}
"""From one step to the next; by hand there is no such time."""
WORDS: Mapping[str, Translatable] = {
    HAND: NC_("speed", "by hand"),
    CALM: NC_("speed", "calm"),
    QUICK: NC_("speed", "quick"),
    ONCE: NC_("speed", "at once"),
}
KEPT = 60
"""Steps that one can go back by."""
MOST_WAITING = 200
"""What is held back at most, twice what comes between two questions to a player: nobody reads any more, and
the game is shown as it is.
"""


def usual(seats: tuple[Seat, ...], seat: int | None) -> str:
    """Return the speed of somebody who has chosen none: by hand against bots, quick with people."""
    others = [one for number, one in enumerate(seats, 1) if number != seat]
    return HAND if seat is not None and all(one.held_by == "bot" for one in others) else QUICK


def speed_of(settings: Mapping[str, str], snapshot: TableSnapshot) -> str:
    chosen = settings.get(SPEED, "")
    return chosen if chosen in SPEEDS else usual(snapshot.info.seats, snapshot.seat)


def other_speed(speed: str, by: int) -> str:
    """Return the next faster speed (1) or the next slower one (-1)."""
    return SPEEDS[max(0, min(len(SPEEDS) - 1, SPEEDS.index(speed) + by))]


def speed_word(texts: Texts, speed: str) -> str:
    return texts.of(WORDS[speed])


def is_step(snapshot: TableSnapshot, *, follows: bool = False) -> bool:
    """Return whether what happened is to be a step: something of the kind that its board stages, which the
    player who looks has not done. `follows`: it came of itself, behind a move.
    """
    board = BOARDS.get(snapshot.info.game)
    if board is None or snapshot.view is None or snapshot.lesson:
        return False
    staged = [event for event in snapshot.events if board.staged(event, snapshot.view)]
    return bool(staged) and (follows or getattr(staged[0], "seat", None) != (snapshot.seat or 0))


def divided(before: Any, snapshot: TableSnapshot) -> list[TableSnapshot]:
    """Return a snapshot for each step that a move led to, by the view before it; who is asked then and how
    the game ended are in the last one.
    """
    board = BOARDS.get(snapshot.info.game)
    if board is None or before is None or snapshot.view is None or snapshot.lesson:
        return [snapshot]
    own = [event for event in snapshot.events if not isinstance(event, OF_ANY_GAME)]
    parts = board.one_by_one(before, snapshot.view, own) if own else ()
    if len(parts) < 2 or len(own) < len(snapshot.events):
        return [snapshot]
    still = replace(snapshot, info=replace(snapshot.info, stage="running"), ask=None, standings=())
    first = [
        replace(still, view=view, events=tuple(events), waiting_for=(following[0].seat,))
        for (view, events), (_, following) in pairwise(parts)
    ]
    return [*first, replace(snapshot, events=tuple(parts[-1][1]))]


class HeldStep(NamedTuple):
    """A snapshot that waits; `is_rest`: it was shown as a step, and its end or its question comes now."""

    snapshot: TableSnapshot
    is_step: bool
    is_rest: bool = False
    before: Any = None
    """The view before it."""

    @property
    def has_rest(self) -> bool:
        """Whether it is a step with an end or a question that comes behind it."""
        after = self.snapshot
        return self.is_step and bool(after.standings or (after.ask and after.deadline is None))


class Steps:
    """The steps of one session at one table. What a method returns is to be shown now, in this order."""

    def __init__(self, speed: str = ONCE) -> None:
        self.speed = speed
        self.seen: list[HeldStep] = []
        """The steps that were shown in a row, the newest last."""
        self._waiting: list[HeldStep] = []
        self._last: float | None = None
        """When the last step was shown, while its reader may not have gone on."""
        self._wanted = False
        """The reader has gone on, and nothing had come yet."""
        self.before: Any = None
        """The view that was heard last; a session says which it was shown first."""

    @property
    def waits(self) -> bool:
        """Whether something is held back."""
        return bool(self._waiting)

    @property
    def is_on(self) -> bool:
        """Whether steps are shown: the reader goes on, or the time does."""
        return bool(self._waiting) or (self._last is not None and self.speed == HAND and not self._wanted)

    @property
    def next(self) -> list[HeldStep]:
        """What is shown next: what comes up to the first step, or all that waits if there is none."""
        step = next((at for at, held in enumerate(self._waiting) if held.is_step), len(self._waiting))
        return self._waiting[: step + 1]

    @property
    def before_result(self) -> bool:
        """Whether the result of the game is shown next."""
        return bool(coming := self.next) and not coming[-1].is_step and bool(coming[-1].snapshot.standings)

    def count(self, back: int, belongs: Callable[[HeldStep], bool]) -> tuple[int, int]:
        """Return the number of the step that is shown, `back` before the newest, among those that belong
        together, and how many these are: 0 while more of them may come.
        """
        at = len(self.seen) - back
        number = sum(1 for _ in takewhile(belongs, self.seen[:at][::-1]))
        total = number
        for held in (*self.seen[at:], *self._waiting):
            if not belongs(held):
                return number, total
            total += held.is_step
            if held.snapshot.ask or held.snapshot.standings:
                return number, total
        return number, 0

    def hear(self, snapshot: TableSnapshot, now: float) -> list[HeldStep]:
        """Take what has come."""
        before, self.before = self.before, snapshot.view
        if self.speed == ONCE:
            return [*self.end(), HeldStep(snapshot, is_step(snapshot))]
        shown = list[HeldStep]()
        for number, part in enumerate(divided(before, snapshot)):
            shown += self._hear(HeldStep(part, is_step(part, follows=number > 0), before=before), now)
            before = part.view
        return shown

    def _hear(self, held: HeldStep, now: float) -> list[HeldStep]:
        snapshot = held.snapshot
        if not self._waiting and self._is_aside(snapshot):
            return [held]
        if self._waiting or not self._may_show(now):
            self._waiting.append(held)
            is_late = len(self._waiting) > MOST_WAITING or (snapshot.ask and snapshot.deadline is not None)
            return self.end() if is_late else []
        if held.is_step:
            return self._show([held], now)
        self._over()
        return [held]

    def due(self, now: float) -> float | None:
        """Return the seconds until the next step is to be shown; None: not by itself."""
        if not self._waiting or self.speed == HAND or self._last is None:
            return None
        return max(0.0, self._last + SECONDS[self.speed] - now)

    def go_on(self, now: float) -> list[HeldStep]:
        """Show the next step, and what is none up to the one after it."""
        if not self._waiting:
            self._wanted = True
            return []
        shown = self.next
        del self._waiting[: len(shown)]
        return self._show(shown, now)

    def end(self) -> list[HeldStep]:
        """Show all that waits."""
        shown = list(self._waiting)
        self._waiting.clear()
        self._over()
        return shown

    def _is_aside(self, snapshot: TableSnapshot) -> bool:
        """Return whether nothing has happened in the game since the step that is shown: somebody talks."""
        return bool(self.seen) and not snapshot.events and snapshot.seq == self.seen[-1].snapshot.seq

    def _may_show(self, now: float) -> bool:
        if self._last is None or self._wanted:
            return True
        return self.speed != HAND and now - self._last >= SECONDS[self.speed]

    def _show(self, shown: list[HeldStep], now: float) -> list[HeldStep]:
        self._wanted = False
        found = list[HeldStep]()
        for held in shown:
            after = held.snapshot
            if held.has_rest:
                self._waiting.insert(0, HeldStep(replace(after, events=()), is_step=False, is_rest=True))
                held = held._replace(snapshot=replace(after, ask=None))  # noqa: PLW2901
            found.append(held)
            if held.is_step:
                self.seen.append(held)
                del self.seen[:-KEPT]
        if not (self._waiting or found[-1].is_step) or (found[-1].snapshot.ask and not self._waiting):
            self._over()
        else:
            self._last = now
        return found

    def _over(self) -> None:
        self._last, self._wanted = None, False
        self.seen.clear()


def next_words(texts: Texts, steps: Steps, snapshot: TableSnapshot, *, slow: bool) -> str:
    """What Enter shows, in a sentence; on a `slow` line one that all steps but the last leave as it is."""
    coming, names = steps.next, names_of(texts, snapshot.info.seats)
    held = coming[-1] if coming else None
    if steps.before_result:
        return texts._("Enter shows the result of the game.")
    if held is None or slow:
        return texts._("Enter goes on.")
    if not held.is_step and held.snapshot.ask:
        return texts._("Enter goes on: it is your turn.")
    if held.is_step and len(coming) == 1:
        board = BOARDS[snapshot.info.game]
        if said := board.following(texts, names, snapshot.view, held.snapshot.events):
            return said
        told = (describe_event(texts, board, names, event) for event in held.snapshot.events)
        seat = next((one.seat for one in told if one and one.seat), None)
        if seat and seat != snapshot.seat:
            return texts._("Enter shows what {name} does.", name=names(seat))
    return texts._("Enter goes on.")
