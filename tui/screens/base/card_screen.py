"""A card of text alone on the screen, from the first column on, so that it can be marked with a mouse. Enter
copies it where the terminal takes that; another key goes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Key

from tui.presenters.area import signs_of
from tui.presenters.reader import Reader
from tui.presenters.share import SharedGame, card
from tui.screens.base.session_screen import SessionScreen
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette


class CardScreen(SessionScreen):
    """Shows the card until it is copied or a key is pressed; `title` is what the last row says of it."""

    def __init__(self, game: SharedGame) -> None:
        super().__init__()
        self._game = game
        self._card: Sequence[str] = ()
        self._lines = Lines(id="card")
        self._lines.styles.width = self._lines.styles.height = "1fr"
        self._said = ""

    def compose(self) -> ComposeResult:
        yield self._lines

    def on_mount(self) -> None:
        session = self.session
        self._card = card(Reader(session.port, session.texts), self._game, signs_of(session.showing))
        self._lines.can_focus = True
        self._lines.focus()
        self._show()

    def on_resize(self) -> None:
        """Lays out again for the new size."""
        self._show()

    def _show(self) -> None:
        texts = self.session.texts
        said = self._said or texts._("Enter copies the card, any other key goes back.")
        lines = [row for line in self._card for row in self._rows(line)]
        foot = wrap([(said, palette.DIM)], max(1, self.size.width))
        empty = max(0, self.size.height - len(lines) - len(foot))
        self._lines.show([*lines, *[()] * empty, *foot][: max(1, self.size.height)])

    def _rows(self, line: str) -> Sequence[Sequence[Part]]:
        """Returns a line as it is, or in several rows where the window is too narrow for it."""
        width, said = max(1, self.size.width), (line, palette.TEXT)
        return [(said,)] if cell_len(line) <= width else wrap([said], width, indent=1)

    def announce(self, text: str) -> None:
        self._said = text
        self._show()

    def on_key(self, event: Key) -> None:
        """Copies the card, or goes back."""
        event.stop()
        if event.key != "enter":
            self.dismiss()
            return
        texts = self.session.texts
        if self.session.copy("\n".join(self._card) + "\n"):
            self._said = texts._("Sent to your terminal's clipboard.")
        else:
            self._said = texts._("This terminal takes no copies: mark the text.")
        self._show()
