"""What each override of Textual's private places buys: a session at the court table with and without it.

Every variant runs in a forked process of its own, beside one of the whole; a figure is the median over
the rounds. CPU is the process's own, not the clock's, and told in
units of a fixed piece of work that is done right beside each sample, so that a busy machine slows both.
There is no SSH, which would add a constant to every key and connection.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import Any

import psutil
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.strip import Strip
from textual.widget import Widget

from engine.court.model.moves import Keep, Roll, Take
from tests.bench.wire_table import CARDS, MINE, SELECTION, THEIRS
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import RecordingLine, client
from tests.tui.stage import TABLE, StagePort, TableStage
from tui.app import terminal_session
from tui.app.terminal_session import TerminalSession
from tui.widgets import panel
from tui.wire.line import keyboard
from tui.wire.private import app, news, screens, when_idle

ROUNDS = 3
KEYS = 8
"""Selections of six keys each."""
MOVES = (Roll(), Keep((4, 4)), Roll(), Keep((1, 2)), Take(None))
STARTS = 6
CROWD = 10
"""Sessions between which memory is told."""
AFTERWARDS = 12
"""Passes of the loop after an answer that still belong to it."""


def _without(owner: type, *names: str) -> Callable[[], None]:
    """Takes methods out of a class, so that those of its base are called."""

    def take_out() -> None:
        for name in names:
            delattr(owner, name)

    return take_out


def _set(owner: Any, **values: Any) -> Callable[[], None]:
    """Puts something else in the place of attributes."""

    def replace() -> None:
        for name, value in values.items():
            setattr(owner, name, value)

    return replace


def _together(*changes: Callable[[], None]) -> Callable[[], None]:
    def all_of_them() -> None:
        for change in changes:
            change()

    return all_of_them


class _WithTooltips(terminal_session.CrownApp):
    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._disable_tooltips = self._disable_notifications = False


class _OwnStylesheet(Stylesheet):
    """Textual's own, which parses for every session."""


async def _exits(widget: Any) -> None:
    """Keeps the burial, leaves the rings of caches alone."""
    await Widget._message_loop_exit(widget)
    widget.app.bury(widget)


async def _as_textual_does(quiet: app.QuietApp, key: str, priority: bool = False) -> bool:
    """Looks for what a key is bound to without ours, which also tells what nodes there are."""
    quiet._chain = list((quiet.focused or quiet.screen).ancestors_with_self)
    return await App._check_bindings(quiet, key, priority)


PAINTING = ["_on_idle", "_update_timer", "_refresh_layout", "_on_timer_update", "_compositor_refresh"]

VARIANTS: Mapping[str, Callable[[], None]] = MappingProxyType(
    {
        "DirectCalls": _set(
            news.DirectCalls, call_later=MessagePump.call_later, call_next=MessagePump.call_next
        ),
        "FastDispatch._get_dispatch_methods": _without(news.FastDispatch, "_get_dispatch_methods"),
        "FastDispatch._on_message": _without(news.FastDispatch, "_on_message"),
        "FastDispatch.post_message": _without(news.FastDispatch, "post_message"),
        "FastDispatch": _without(news.FastDispatch, "_get_dispatch_methods", "_on_message", "post_message"),
        "QuietApp._work_on_key": _together(
            _without(app.QuietApp, "on_event"), _set(when_idle.WhenIdle, after_key=when_idle.WhenIdle.soon)
        ),
        "FastDispatch and _work_on_key": _together(
            _without(news.FastDispatch, "_get_dispatch_methods", "_on_message", "post_message"),
            _without(app.QuietApp, "on_event"),
            _set(when_idle.WhenIdle, after_key=when_idle.WhenIdle.soon),
        ),
        "PromptScreen._paint_uncovered": _set(screens.PromptScreen, _paint_uncovered=lambda _: False),
        "PromptScreen at once": _without(screens.PromptScreen, *PAINTING),
        "PaintedLine": _set(panel, PaintedLine=Strip),
        "SharedStylesheet": _set(app, SharedStylesheet=_OwnStylesheet),
        "get_css_variables": _without(app.QuietApp, "get_css_variables"),
        "_disable_tooltips": _set(terminal_session, CrownApp=_WithTooltips),
        "unlink": _set(screens.DisposableWidget, _message_loop_exit=_exits),
        "bury": _without(screens.DisposableWidget, "_message_loop_exit"),
        "break_references": _set(terminal_session, break_references=lambda _: None),
        "KeyTurn": _set(app.QuietApp, hands=lambda *_: False, _is_answered=False),
        "QuietApp._check_bindings": _set(app.QuietApp, _check_bindings=_as_textual_does),
        "keys_of": _set(keyboard, keys_of=lambda _: ()),
        "NoStylesCache": _without(screens.DisposableWidget, "__init__"),
    }
)


def figures() -> Iterator[dict[str, Any]]:
    for name, change in VARIANTS.items():
        pairs = [_beside_the_whole(change) for _ in range(ROUNDS)]
        found = [figure for figure in pairs[0][1] if all(figure in without for without, _ in pairs)]
        for figure in found:
            yield _figure(name, figure, [(without[figure], whole[figure]) for without, whole in pairs])
        if not found:
            yield {"figure": f"without {name}", "value": None, "unit": "it does not run"}


def _beside_the_whole(change: Callable[[], None]) -> tuple[dict[str, float], dict[str, float]]:
    """One variant's figures, and those of the whole at the same time."""
    whole = _in_a_child(lambda: None)
    return _in_a_child(change), whole


def _figure(name: str, figure: str, pairs: list[tuple[float, float]]) -> dict[str, Any]:
    what, _, unit = figure.rpartition(", ")
    shares = sorted(100 * (one / whole - 1) for one, whole in pairs if whole)
    return {
        "figure": f"{what} without {name}", "value": round(median(one for one, _ in pairs), 2), "unit": unit,
        "with": round(median(whole for _, whole in pairs), 2),
        "more": f"{median(shares):+.1f} % ({shares[0]:+.1f} to {shares[-1]:+.1f})" if shares else "",
    }  # fmt: skip


def _in_a_child(change: Callable[[], None]) -> dict[str, float]:
    """The figures of one variant; empty where it breaks."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        found: dict[str, float] = {}
        try:
            change()
            found = asyncio.run(_course())
        except Exception as error:  # noqa: BLE001  (a variant that breaks is a finding)
            os.write(2, f"{error!r}\n".encode())
        finally:
            os.write(writes, json.dumps(found).encode())
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        found = json.loads(pipe.read() or b"{}")
    os.waitpid(child, 0)
    return found


async def _course() -> dict[str, float]:
    gc.collect()
    gc.freeze()
    gc.disable()
    await (await TableSession.sit(MINE)).leave()
    starts = [await _start() for _ in range(STARTS)]
    seat = await TableSession.sit(MINE)
    for key in SELECTION:
        await seat.press(key)
    keys, sizes = [], []
    for key in SELECTION * KEYS:
        spent, size = await seat.press(key)
        keys.append(spent)
        sizes.append(size)
    await seat.leave()
    return {
        "CPU of a connection, units": median(starts),
        "CPU of a selection key, units": median(keys),
        "bytes of a selection key, B": sum(sizes) / len(sizes),
        "CPU of another seat's move, units": await _moves(),
        **await _calls(),
        **await _memory(),
    }


async def _start() -> float:
    before, began = _unit(), process_time()
    seat = await TableSession.sit(MINE)
    spent = process_time() - began
    await seat.leave()
    return spent / (before + _unit()) * 2


class _Node:
    def __init__(self, number: int) -> None:
        self.number = number

    def next(self, more: int) -> int:
        return self.number + more


def _unit() -> float:
    """Seconds of CPU that a fixed piece of work takes now: some 0.25 ms on a machine with time to spare."""
    began = process_time()
    table: dict[str, int] = {}
    for number in range(600):
        table[f"{number % 50}"] = _Node(number).next(1)
    return process_time() - began


async def _moves() -> float:
    spent: list[float] = []
    for _ in range(2):
        seat = await TableSession.sit(THEIRS, "6 4 4 2 1 2 5 5")
        spent += [(await seat.answered(partial(seat.stage.play, 2, move)))[0] for move in MOVES]
        await seat.leave()
    return median(spent)


async def _calls() -> dict[str, float]:
    """Calls of functions: what is worked on however busy the machine is."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    _unit()
    units, count = 2 * count, 0  # beside every sample
    seat = await TableSession.sit(MINE)
    connection, count = count - units, 0
    for key in SELECTION:
        await seat.press(key)
    keys = count - units * len(SELECTION)
    sys.setprofile(None)
    await seat.leave()
    return {
        "calls in a connection, calls": connection,
        "calls in a selection key, calls": keys / len(SELECTION),
    }


async def _memory() -> dict[str, float]:
    process = psutil.Process()
    gc.collect()
    before = process.memory_full_info().uss
    here = [await TableSession.sit(MINE) for _ in range(CROWD)]
    for seat in here:
        for key in SELECTION:
            await seat.press(key)
    alive = process.memory_full_info().uss
    for seat in here:
        await seat.leave()
    here.clear()
    left = gc.collect()
    return {
        "memory of a session, KB": (alive - before) / CROWD / 1024,
        "left for the collector by a session, objects": left / CROWD,
    }


class AwaitedLine(RecordingLine):
    """Tells when something came."""

    def __init__(self) -> None:
        super().__init__()
        self.came = asyncio.Event()

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        super().write(data, reached)
        self.came.set()


class TableSession:
    """A session at the table."""

    def __init__(self, stage: TableStage) -> None:
        self.stage, self.line = stage, AwaitedLine()
        self.session = TerminalSession(StagePort(stage, "Amber"), client(), self.line)
        self._task = asyncio.get_running_loop().create_task(self.session.run())

    @classmethod
    async def sit(cls, turn: Any, dice: str = "") -> TableSession:
        """Somebody who saw the lobby and has the table on their screen."""
        seat = cls(CourtStage(position(*CARDS, turn=turn), dice=dice))
        await seat._answer()
        shown: Any = seat.session._app
        await seat.answered(lambda: shown.call_later(shown.go_table, TABLE))
        return seat

    async def press(self, key: bytes) -> tuple[float, int]:
        """Units of CPU, and bytes."""
        return await self.answered(lambda: self.session.feed(key))

    async def answered(self, act: Callable[[], object]) -> tuple[float, int]:
        self.line.sent.clear()
        self.line.came.clear()
        before, began = _unit(), process_time()
        act()
        await self._answer()
        spent = process_time() - began
        return spent / (before + _unit()) * 2, sum(map(len, self.line.sent))

    async def _answer(self) -> None:
        async with asyncio.timeout(5):
            await self.line.came.wait()
        for _ in range(AFTERWARDS):
            await asyncio.sleep(0)

    async def leave(self) -> None:
        self.session.hang_up()
        await self._task
