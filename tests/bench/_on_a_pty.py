"""The court table on this process's terminal: `python -m tests.bench._on_a_pty stock|ours`.

"stock" is the same app as Textual itself runs it, with its driver and its output; "ours" goes
through our encoder. Everything else is equal: screens, widgets, the table behind them.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from textual.app import App

from server.local import LocalLine, attached, raw, window
from tests.bench.wire_table import CARDS, MINE
from tests.tui.court_stage import Stage, position
from tests.tui.lines import client
from tests.tui.stage import TABLE, StageApp, StagePort
from tui.screens.table import TableScreen
from tui.terminal_session import TerminalSession
from tui.texts import Texts

TERMINAL = 0


class StockApp(StageApp):
    """Writes as Textual does."""

    _display = App._display


def port() -> StagePort:
    return StagePort(Stage(position(*CARDS, turn=MINE)), "Amber")


def stock() -> None:
    StockApp(port(), Texts()).run(mouse=False)


async def ours() -> None:
    columns, rows = window(TERMINAL)
    session = TerminalSession(port(), client(columns=columns, rows=rows), LocalLine(TERMINAL))
    app: Any = session._app
    app.first_screen = lambda: TableScreen(TABLE)
    with raw(TERMINAL), attached(session, TERMINAL):
        await session.run()


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    if sys.argv[1:] == ["stock"]:
        stock()
    else:
        asyncio.run(ours())
