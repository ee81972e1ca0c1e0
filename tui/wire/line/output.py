"""What goes out to one client: frames, its title, the bell, and its terminal as it was before.

At most one frame waits. While the one before is still on its way to the client, the encoder
only keeps what the screen should be; `drained` sends the newest. So the answer to a key is
never queued behind old frames, however slow the line.
"""

from __future__ import annotations

from collections.abc import Callable

from tui.host.session import Line
from tui.wire.encoding.cells import cells
from tui.wire.encoding.encoder import Encoder
from tui.wire.terminal.terminals import Terminal

BIG_FRAME = 256
"""From so many bytes on a frame is shown at once, or at least without a jumping cursor."""


class Output:
    """The way to one client's terminal. `begun` is called when the first frame goes out."""

    def __init__(
        self,
        line: Line,
        terminal: Terminal,
        columns: int,
        rows: int,
        begun: Callable[[], object] = lambda: None,
    ) -> None:
        self.terminal = terminal
        self.encoder = Encoder(terminal, columns, rows)
        self._line = line
        self._begun = begun
        self._caret: tuple[int, int] | None = None
        self._held = False
        self._started = False
        self._closed = False
        self._title = ""
        self._ahead: str | None = None
        """What waits for the first frame, to go out in one piece with it."""

    def start(self) -> None:
        """Makes the terminal ours; it goes out with the first frame."""
        if self._started or self._closed:
            return
        self._started = True
        terminal = self.terminal
        self._ahead = (
            "\x1b[22;2t" * terminal.titles
            + "\x1b[?1049h" * terminal.alternate_screen
            + "\x1b[?7l"
            + "\x1b[?2004h" * terminal.pastes
            + "\x1b[?25h" * terminal.hides_cursor
        )

    def ask(self, question: str) -> None:
        """Sends what a terminal answers, before the first frame: it clears whatever that leaves."""
        self.start()
        ahead, self._ahead = self._ahead or "", None
        self._write(ahead + question)

    def become(self, terminal: Terminal) -> None:
        """The terminal is to be used otherwise from now on; everything is to be put anew."""
        self.terminal = terminal
        self.encoder = Encoder(terminal, *self.encoder.size)

    def stop(self) -> None:
        """Gives the terminal back as it was. Harmless when called twice, or on a lost line."""
        if not self._started:
            return
        self._started = False
        terminal = self.terminal
        ahead, self._ahead = self._ahead or "", None
        self._write(
            ahead
            + ("\x1b[?2026l" * terminal.synchronised)
            + "\x1b[m"
            + "\x1b[?2004l" * terminal.pastes
            + "\x1b[?7h"
            + ("\x1b[?1049l" if terminal.alternate_screen else "\x1b[H\x1b[2J")
            + "\x1b[?25h" * terminal.hides_cursor
            + ("\x1b]2;\x07" if self._title else "")
            + "\x1b[23;2t" * terminal.titles
        )

    def close(self) -> None:
        """The line is gone: nothing is written any more."""
        self._closed, self._begun = True, lambda: None

    def resize(self, columns: int, rows: int) -> None:
        """Draws for another size from now on."""
        self.encoder.resize(columns, rows)

    def show(self, caret: tuple[int, int] | None) -> None:
        """Sends what was put into the encoder, now or as soon as the client has caught up."""
        self._caret = caret
        if not self._started or self._closed:
            return
        self._held = not self._line.keeps_up()
        if self._held:
            return
        frame = self.encoder.frame(caret)
        ahead, self._ahead = self._ahead or "", None
        self._write(ahead + (self._at_once(frame) if len(frame) > BIG_FRAME else frame))
        self._begun()

    def drained(self) -> None:
        """The client has caught up."""
        if self._held:
            self.show(self._caret)

    def _at_once(self, frame: str) -> str:
        if self.terminal.synchronised:
            return f"\x1b[?2026h{frame}\x1b[?2026l"
        if self.terminal.hides_cursor:
            return f"\x1b[?25l{frame}\x1b[?25h"
        return frame

    def bell(self) -> None:
        """Rings the terminal's bell."""
        if self._started:
            self._write("\x07")

    def title(self, title: str) -> None:
        """Names the window, where it has a name. `title` is ours, never a player's text."""
        if title != self._title and self.terminal.titles and self._started:
            self._title = title
            shown = title if self.terminal.utf8 else title.encode("ascii", "replace").decode()
            self._write(f"\x1b]2;{shown}\x07")

    def say(self, sentence: str) -> None:
        """One line on a terminal that is not ours any more."""
        self._write("".join(cells(sentence, utf8=self.terminal.utf8)) + "\r\n")

    def _write(self, text: str) -> None:
        if self._closed or not text:
            return
        if self._ahead is not None:
            self._ahead += text
        else:
            self._line.write(text.encode("utf-8", "replace"))
