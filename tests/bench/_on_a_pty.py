"""The table of a picture on this process's terminal, as Textual itself runs it:
`python -m tests.bench._on_a_pty FILE`, a `TableSnapshot` pickled.

Driver and output are Textual's. Screens, widgets and what is shown are ours, so that what differs from
a session of the host is the way to the terminal and the process of its own.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Any

from textual.app import App

from tests.tui.visitor import Visitor
from tui.app.app import CrownApp
from tui.host.port import Release, TableSnapshot
from tui.language.texts import Texts
from tui.screens.table.table_screen import TableScreen


class PicturePort(Visitor):
    """A door to a table where nothing happens: what there is of a host for looking and marking."""

    def __init__(self, picture: TableSnapshot) -> None:
        super().__init__(picture.info.seats[(picture.seat or 1) - 1].name)
        self.picture = picture

    def check(self, *asked: Any) -> None:
        """Nothing is refused."""

    def now(self) -> float:
        return time()

    def follow_table(self, _: str, listener: Callable[[TableSnapshot], None]) -> Release:
        listener(self.picture)
        return lambda: None


class StockTable(TableScreen):
    """The table, which Textual composes whatever changes: what our screens draw past its compositor
    only our output takes.
    """

    def _paint_uncovered(self) -> bool:
        return False


class StockApp(CrownApp):
    """Begins at the table and writes as Textual does."""

    _display = App._display

    def __init__(self, picture: TableSnapshot) -> None:
        port: Any = PicturePort(picture)
        super().__init__(port, Texts())
        self._table = picture.info.id

    def first_screen(self) -> TableScreen:
        return StockTable(self._table)


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    StockApp(pickle.loads(Path(sys.argv[1]).read_bytes())).run(mouse=False)  # noqa: S301  (our own file)
