"""A refusal is read whole wherever it is shown: on every kind of screen, in plain mode, in narrow windows;
and whatever the host refuses, the session goes on.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.game import Refused
from engine.registry import GAMES
from tests.tui.host.refusal_examples import every_refusal
from tests.tui.lines import client
from tests.tui.plain.typist import Typist
from tests.tui.replay.replayed import NAMES, RECORDS
from tests.tui.screens.every_screen import PLACES
from tests.tui.visitor import Visitor
from tests.tui.watch import Watching
from tui.host.port import Port
from tui.host.setting_names import MOTION, OFF
from tui.language.texts import LANGUAGES, texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.screens.table.board_host_screen import BoardHostScreen
from tui.widgets.command_line import CommandLine
from tui.widgets.panel import Panel

SIZES = ((80, 24), (40, 12))
SIZE_NAMES = ("80x24", "40x12")
ASKS = frozenset(name for name in dir(Port) if inspect.iscoroutinefunction(getattr(Port, name)))
"""What a player asks a host for, and can be refused."""
KEYS = ("\r", " ", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", *map(chr, range(ord("!"), ord("~") + 1)))
"""Keys that may ask for something."""
UNASKED = {"today", "week", "results", "set", "odds"}
"""What screens ask for by themselves; what is shown already stays then."""


class RefusingPort:
    """A player's port whose host can refuse whatever is asked next."""

    def __init__(self, port: Visitor) -> None:
        self.behind: Any = port
        self.refuses: Refused | None = None
        self.refused: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name not in ASKS:
            return getattr(self.behind, name)

        async def asked(*arguments: Any, **more: Any) -> Any:
            if self.refuses:
                why, self.refuses = self.refuses, None
                self.refused.append(name)
                raise why
            return await getattr(self.behind, name)(*arguments, **more)

        return asked


def kinds() -> Sequence[str]:
    """A place of every kind: where another class shows refusals, or at another game's table."""
    found: dict[object, str] = {}
    for name, place in PLACES.items():
        if shows := getattr(place.screen, "refused", None):
            found.setdefault((shows, game_at(name) if name in GAMES else ""), name)
    return tuple(found.values())


def game_at(name: str) -> str:
    """The game whose codes come at a place."""
    game = name.partition(",")[0]
    return game if game in GAMES else "court"


@asynccontextmanager
async def somebody_at(
    name: str, language: str, size: tuple[int, int] = SIZES[0]
) -> AsyncIterator[tuple[Watching, RefusingPort]]:
    """Somebody at a place, whose host may refuse."""
    place, visitor = PLACES[name], PLACES[name].port()
    visitor.me = replace(visitor.me, settings={**visitor.me.settings, MOTION: OFF})
    port: Any = RefusingPort(visitor)
    said = client(columns=size[0], rows=size[1], LANG=f"{language}.UTF-8")
    terminal = Watching(port, replace(said, goto=place.goto))
    await terminal.sent()
    for key in "".join(place.keys):
        terminal.session.feed(key.encode())
        await terminal.sent()
    yield terminal, port
    await terminal.leave()


def on_one_line(text: str) -> str:
    """The words of a text, wherever its lines end."""
    return " ".join(text.split())


def screen_of(terminal: Watching) -> Any:
    """The screen that is shown."""
    return cast("Any", terminal.session._app).screen


async def shown(terminal: Watching, sentence: str) -> str:
    """What stands on the terminal where refusals are told; what fits in a row is drawn for this alone."""
    columns, screen = terminal.client.columns, screen_of(terminal)
    if cell_len(sentence) > columns - 2:
        await terminal.shows(sentence)
        return on_one_line(terminal.text)
    panel: Panel = next(iter(screen.query(CommandLine)), None) or screen.query(Panel).first()
    return on_one_line("".join(panel.render_line(y).text for y in range(panel.size.height)))


def worded(refused: Refused, language: str, screen: Any = None) -> str:
    """A refusal in the words of its screen: a table's has the names of its players."""
    table = screen._snapshot.info if isinstance(screen, BoardHostScreen) and screen._snapshot else None
    return on_one_line(any_refusal_text(texts_in(language), refused, table=table))


def whole_game(game: str) -> Sequence[str]:
    """The moves of a game, most of them not now, and what is no move."""
    text = (RECORDS / f"{NAMES[game]}.record").read_text("utf-8")
    moves = {words[2] for line in text.splitlines() if len(words := line.split(" ", 2)) > 2}
    return ["fly", *sorted(moves)[:25]]


def longest(game: str, language: str) -> Sequence[Refused]:
    """The refusals that need most room: of every code one."""
    found: dict[str, tuple[int, Refused]] = {}
    for refused in every_refusal(game):
        room = len(any_refusal_text(texts_in(language), refused, game))
        if room > found.get(refused.code, (0, refused))[0]:
            found[refused.code] = room, refused
    return [refused for _, refused in found.values()]


@pytest.mark.parametrize("size", SIZES, ids=SIZE_NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", kinds())
async def test_every_refusal_is_whole(name: str, language: str, size: tuple[int, int]) -> None:
    """Where a screen shows it: of every code the longest sentence."""
    async with somebody_at(name, language, size) as (terminal, _):
        screen = screen_of(terminal)
        for refused in longest(game_at(name), language):
            screen.refused(refused)
            sentence = worded(refused, language, screen)
            assert sentence in await shown(terminal, sentence)


TYPED_AT = ("lobby", "court, replay", *GAMES)
"""Where a line can be typed, of every kind."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TYPED_AT)
async def test_a_typed_line_that_is_refused_by_any_code_is_answered(name: str, language: str) -> None:
    """In the smallest window."""
    async with somebody_at(name, language, SIZES[-1]) as (terminal, port):
        for refused in longest(game_at(name), language):
            port.refuses = refused
            terminal.session.feed(b"/name Wren\r")
            await terminal.shows(worded(refused, language, screen_of(terminal)))
            assert port.refused.pop() == "rename"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_move_that_is_refused_is_answered(game: str, language: str) -> None:
    """By the host with any code; by the rules where it is typed, as moves of a whole game are at its begin.
    Then a move can still be made.
    """
    async with somebody_at(game, language, SIZES[-1]) as (terminal, port):
        stage = port.behind.stage
        rules, view = GAMES[game], stage.playthrough.view(1)
        *_, last = rules.legal(view)
        move = rules.notate(last)
        for typed in whole_game(game):
            port.refuses = Refused("busy")
            terminal.session.feed(f"/{typed}\r".encode())
            await terminal.sent()
            assert not stage.submitted
        for refused in longest(game, language):
            port.refuses = refused
            terminal.session.feed(f"/{move}\r".encode())
            await terminal.shows(worded(refused, language, screen_of(terminal)))
            assert port.refused.pop() == "submit"


def on_paper(lines: Sequence[str], columns: int) -> str:
    """What was printed, none of it beside the paper."""
    assert all(cell_len(line) <= columns for line in lines)
    return on_one_line(" ".join(lines))


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TYPED_AT)
async def test_plain_mode_tells_every_refusal(name: str, language: str, columns: int) -> None:
    """Of a typed line, and at a table of a move; then the session goes on."""
    port: Any = RefusingPort(PLACES[name].port())
    somebody = Typist(port, goto=PLACES[name].goto, terminal=True, columns=columns, LANG=f"{language}.UTF-8")
    await somebody.settle()
    somebody.fresh()
    lines = [("name Wren", "rename")]
    if name in GAMES:
        *_, last = GAMES[name].legal(port.behind.stage.playthrough.view(1))
        lines += [(f"{slash}{GAMES[name].notate(last)}", "submit") for slash in ("", "/")]
    for typed, asked in lines:
        for refused in longest(game_at(name), language):
            (port.behind.stage if name in GAMES else port.behind.host).time += 60.0
            port.refuses = refused
            answer = on_paper(await somebody.enters(typed), columns)
            assert port.refused.pop() == asked
            table = port.behind.stage.news("Amber").info if name in GAMES else None
            assert on_one_line(any_refusal_text(texts_in(language), refused, table=table)) in answer
    assert await somebody.leaves() == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in PLACES if PLACES[name].screen])
async def test_whatever_a_key_asks_for_is_answered_when_it_is_refused(name: str, language: str) -> None:
    """Every key, pressed where its screen begins."""
    for size in SIZES:
        keys = iter(KEYS)
        key = next(keys, None)
        while key is not None:
            async with somebody_at(name, language, size) as (terminal, port):
                while key is not None and not port.refused and not terminal.task.done():
                    port.refuses = Refused("analyses-full")
                    terminal.session.feed(key.encode())
                    await terminal.sent()
                    key = next(keys, None)
                said = any_refusal_text(texts_in(language), Refused("analyses-full"))
                assert not terminal.task.done() or not port.refused
                if not UNASKED.issuperset(port.refused):
                    await terminal.shows(said)
