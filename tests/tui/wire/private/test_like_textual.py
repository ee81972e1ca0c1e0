"""What our line shows is what Textual's own output shows, after every key, on every terminal.

The same app writes every update twice: through our encoder, and as Textual itself would. Two
emulators are compared cell by cell.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Checkbox, Input, Label, RichLog

from tests.tui.emulator import EmulatedTerminal, VisibleCell
from tests.tui.lines import UNEMULATED, RecordingLine, client
from tui.wire.encoding.cells import FEW_SIGNS
from tui.wire.line.driver import LineDriver
from tui.wire.line.output import Output
from tui.wire.private.app import QuietApp, run_app
from tui.wire.private.screens import PromptScreen
from tui.wire.private.strips import Rows, strips_of
from tui.wire.private.when_idle import WhenIdle
from tui.wire.terminal import palette
from tui.wire.terminal.terminals import Depth, terminal_of

SYSTEMS = {
    Depth.TRUE: ColorSystem.TRUECOLOR, Depth.CUBE: ColorSystem.EIGHT_BIT, Depth.SIXTEEN: ColorSystem.STANDARD,
    Depth.EIGHT: ColorSystem.STANDARD, Depth.NONE: None,
}  # fmt: skip
SIZES = [(60, 16), (40, 12), (72, 20)]


class Wild(PromptScreen):
    """Stock widgets with colours, borders, wide characters, scrolling and a cursor."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Label("漢字 and \N{LATIN SMALL LETTER E WITH ACUTE}", id="label")
            yield Checkbox("a choice")
            yield Checkbox("another")
        steady = Input(placeholder="type here")
        steady.cursor_blink = False
        yield steady
        yield RichLog()


def as_textual_writes(app: Any, update: Any, console: Console) -> str:
    """An update as Textual writes it, in signs that the terminal has. For what did not go through its
    compositor: the whole screen, composed by it.
    """
    composed = app.screen._compositor.render_full_update() if isinstance(update, Rows) else update
    written: str = composed.render_segments(console).replace("\n", "")
    return written.translate(FEW_SIGNS) if app.output.terminal.has_few_signs else written


class WidgetsTwice(QuietApp):
    """Writes every update through our output and as Textual's own."""

    CSS = """
    Horizontal { height: 5; } Label { border: round red; background: #203040; width: 1fr; }
    RichLog { height: 1fr; border: heavy green; } Checkbox:focus { background: blue; }
    """

    def __init__(self, output: Output) -> None:
        super().__init__()
        self.output, self.driver_class = output, LineDriver
        self.stock: list[str] = []
        self._sender = WhenIdle(self, lambda: self.output.show(None))
        self.stock_console = Console(file=None, force_terminal=True, width=200, legacy_windows=False)
        self.stock_console._color_system = SYSTEMS[output.terminal.depth]

    def first_screen(self) -> PromptScreen:
        return Wild()

    def get_css_variables(self) -> dict[str, str]:
        """Stock widgets are styled with the variables of a theme."""
        return App.get_css_variables(self)

    def shown(self, update: Any) -> None:
        self.stock.append(as_textual_writes(self, update, self.stock_console))
        for placed in strips_of(update):
            self.output.encoder.put(*placed)
        self._sender.soon()


def comparable(cell: VisibleCell, depth: Depth) -> Any:
    """Of a cell what both ways must agree on: colours where the client has them all."""
    if depth >= Depth.CUBE:
        return cell
    return cell.text


def in_true_colours(style: Style) -> Style:
    """A style with the true colours of its roles, which Textual does not know."""

    def true(colour: Color | None) -> Color | None:
        found = palette.shade(colour) if colour else None
        return Color.parse(f"#{found.true:06x}") if found and found.true >= 0 else colour

    return style + Style(color=true(style.color), bgcolor=true(style.bgcolor))


@pytest.fixture(autouse=True)
def _styles_of_this_terminal(monkeypatch: pytest.MonkeyPatch):
    """Rich's styles keep the codes of the first terminal they were drawn for: not here."""

    def anew(style: Style, text: str, color_system: ColorSystem) -> str:
        drawn = in_true_colours(style) if color_system is ColorSystem.TRUECOLOR else style
        drawn._ansi = None
        return drawn.render(text, color_system=color_system)

    monkeypatch.setattr(Strip, "render_style", staticmethod(anew))


def differences(ours: EmulatedTerminal, stock: EmulatedTerminal, depth: Depth) -> list[Any]:
    """Cells that differ: where, ours, Textual's."""
    rows = enumerate(zip(ours.seen(), stock.seen(), strict=True))
    return [
        ((x, y), mine, theirs)
        for y, pair in rows
        for x, (mine, theirs) in enumerate(zip(*pair, strict=True))
        if comparable(mine, depth) != comparable(theirs, depth)
    ]


async def settle(app: WidgetsTwice) -> None:
    quiet = 0
    while quiet < 8:
        before = (len(app.stock), app.is_busy)
        await asyncio.sleep(0.002)
        quiet = quiet + 1 if (len(app.stock), app.is_busy) == before else 0


@pytest.mark.parametrize("term", ["xterm-direct", "xterm-256color", "xterm", "linux", "vt100"])
async def test_the_same_screen_as_textuals_own(term: str):
    """Random keys over stock widgets, changes of size and of screen: equal cells each time."""
    random, line = Random(term), RecordingLine()
    columns, rows = SIZES[0]
    known = terminal_of(client(term))
    output = Output(line, known, columns, rows)
    app = WidgetsTwice(output)
    task = asyncio.create_task(run_app(app, columns, rows))
    await settle(app)
    ours, stock = EmulatedTerminal(columns, rows), EmulatedTerminal(columns, rows)
    sent = drawn = 0
    for step in range(24):
        if step in (8, 16):
            columns, rows = SIZES[step // 8]
            ours, stock = EmulatedTerminal(columns, rows), EmulatedTerminal(columns, rows)
            output.resize(columns, rows)
            app.post_message(Resize(Size(columns, rows), Size(columns, rows)))
            await settle(app)
            app.screen.refresh()  # Textual's own output only knows the new window from a whole frame on
        else:
            act(app, random, step)
        await settle(app)
        ours.feed(UNEMULATED.sub("", b"".join(line.sent[sent:]).decode()))
        stock.feed("".join(app.stock[drawn:]))
        sent, drawn = len(line.sent), len(app.stock)
        assert differences(ours, stock, known.depth) == [], f"step {step}"
    app.exit()
    await task


def act(app: WidgetsTwice, random: Random, step: int) -> None:
    """Something a program or a player does."""
    log = app.screen.query_one(RichLog)
    match random.randrange(5):
        case 0:
            log.write(f"[{step}] " + random.choice(["short", "漢字 " * 8, "─" * 30, "é" * 50]))
        case 1:
            app.screen.query_one(Label).update(random.choice(["x" * 12, "漢字漢", "", "a b c"]))
        case 2:
            app.screen.focus_next()
        case 3:
            app.screen.query_one(Input).value = random.choice(["", "typed", "漢字 wide"])
        case 4:
            app.screen.query(Checkbox).first().toggle()
