"""The widgets by themselves, to look at and to try: `textual run --dev tests/tui/widgets/preview.py`.

(With the environment's `bin` in the PATH.) The line at the bottom shows what a widget said last.
"""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.message import Message

from tui.widgets.card_faces import CardFace, CardRow
from tui.widgets.card_grid import CardGrid
from tui.widgets.dice_tray import DiceTray
from tui.widgets.lines import Lines
from tui.widgets.panel import Panel
from tui.wire.terminal import palette

CARDS = (
    CardRow(
        " I",
        (
            CardFace("mill", "Mill", "2=", "3", "affordable", ("grinds two dice",)),
            CardFace("inn", "Inn", "15+"),
        ),
    ),
    CardRow(
        " II", (CardFace("tower", "Tower", "4=", "-", "gone"), CardFace("forge", "Forge", "3+2", "1", "mine"))
    ),
)


class Preview(App[None]):
    """A grid in rows, the same with larger cards, a small tray and a large one."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; }
    #rows { height: 2; }
    #tall { height: 7; }
    #small { height: 3; }
    #large { height: 7; }
    #said { height: 1; dock: bottom; }
    """

    def compose(self) -> ComposeResult:
        """Yields the widgets of the screen."""
        yield CardGrid(id="rows")
        yield CardGrid(id="tall")
        yield DiceTray(id="small")
        yield DiceTray(id="large")
        yield Lines(id="said")

    def on_mount(self) -> None:
        """Fills the widgets with samples."""
        for grid in self.query(CardGrid):
            grid.show(CARDS)
        for tray in self.query(DiceTray):
            tray.show((6, 5, 5, 3, 1), (4, 4), ("aside", "active"))

    def on_panel_moved(self, event: Panel.Moved) -> None:
        """Shows the message."""
        self._say(event, str(event.panel.caret()))

    def on_card_grid_confirmed(self, event: CardGrid.Confirmed) -> None:
        """Shows the message."""
        self._say(event, event.key)

    def on_dice_tray_confirmed(self, event: DiceTray.Confirmed) -> None:
        """Shows the message."""
        self._say(event, str(event.marks))

    def _say(self, event: Message, what: str) -> None:
        self.query_one("#said", Lines).show([[(f" {type(event).__name__}: {what}", palette.DIM)]])


app = Preview()

if __name__ == "__main__":
    app.run()
