"""Everything sent to one client: frames, the window's title, the bell, and the sequences that set the
terminal up and restore it.

At most one frame waits. While the frame before it is on its way to the client, the encoder only keeps what
the screen should be; `drained` sends the newest state. So the answer to a key is never queued behind old
frames, however slow the connection.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Hashable

from tui.host.session import ClientLine
from tui.wire.encoding.cells import cells, in_rows
from tui.wire.encoding.encoder import Encoder
from tui.wire.encoding.spelling import spelled
from tui.wire.line.questions import Questions
from tui.wire.terminal.terminals import Terminal

BIG_FRAME = 1024
"""A frame of more bytes is shown at once, or at least without a jumping cursor. A terminal reads a smaller
one in one piece, since it comes in one packet.
"""


class Output:
    """Sends to one client's terminal. `begun` is called when the first frame is sent."""

    def __init__(
        self,
        line: ClientLine,
        terminal: Terminal,
        columns: int,
        rows: int,
        begun: Callable[[], object] = lambda: None,
    ) -> None:
        self.terminal = terminal
        self.encoder = Encoder(terminal, columns, rows)
        self.questions = Questions()
        self._line = line
        self._begun = begun
        self._caret: tuple[int, int] | None = None
        self._question: Hashable = None
        self._held = False
        self._started = False
        self._closed = False
        self._title = self._new_title = ""
        """The title that the window is to have, and what sets it with the next frame."""
        self._new_call = ""
        """What calls the player with the next frame."""
        self._ahead: str | None = None
        """What is sent together with the first frame."""

    def start(self) -> None:
        """Sets the terminal up for frames; this is sent with the first frame."""
        if self._started or self._closed:
            return
        self._started = True
        self._ahead = "\x1b[22;2t" * self.terminal.titles + self._modes

    @property
    def _modes(self) -> str:
        """Returns what sets the terminal up for frames."""
        terminal = self.terminal
        return (
            "\x1b[?1049h" * terminal.alternate_screen
            + "\x1b[?7l"
            + "\x1b[?2004h" * terminal.pastes
            + "\x1b[?25h" * terminal.hides_cursor
        )

    def repaint(self) -> None:
        """Sends everything anew with the next frame, the terminal's modes and title too: something else may
        have written on it.
        """
        if not self._started or self._ahead is not None:
            return
        self.encoder.forget_screen()
        title, self._title = self._title, ""
        self._ahead = "\x1b[r\x1b(B\x0f" * self.terminal.scrolls + self._modes
        self.title(title)

    def ask(self, question: str) -> None:
        """Sends a question that the terminal answers. It precedes the first frame, which clears whatever it
        leaves on the screen.
        """
        self.start()
        ahead, self._ahead = self._ahead or "", None
        self._write(ahead + question)

    def become(self, terminal: Terminal) -> None:
        """Uses the terminal in another way from now on; everything has to be put again."""
        self.terminal = terminal
        self.encoder = Encoder(terminal, *self.encoder.size)

    def stop(self) -> None:
        """Restores the terminal. May be called twice, or on a lost connection."""
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
        """Stops writing: the connection is lost."""
        self._closed, self._begun = True, lambda: None

    def resize(self, columns: int, rows: int) -> None:
        """Takes a new window size."""
        self.encoder.resize(columns, rows)

    def show(self, caret: tuple[int, int] | None, question: Hashable = None) -> None:
        """Sends what was put into the encoder, now or as soon as the client has caught up. `question`: what
        it asks, as in `tui.wire.line.questions`; a new one is acknowledged by the client.
        """
        self._caret, self._question = caret, question
        if not self._started or self._closed:
            return
        self._held = not self._line.keeps_up()
        if self._held:
            return
        frame = self.encoder.frame(caret)
        ahead, self._ahead = (self._ahead or "") + self._new_title, None
        call, self._new_title, self._new_call = self._new_call, "", ""
        sent = ahead + (self._at_once(frame) if len(frame) > BIG_FRAME else frame) + call
        self._write(sent, self.questions.show(question))
        self._begun()

    def drained(self) -> None:
        """Sends the newest state: the client has caught up."""
        if self._held:
            self.show(self._caret, self._question)

    def _at_once(self, frame: str) -> str:
        if self.terminal.synchronised:
            return f"\x1b[?2026h{frame}\x1b[?2026l"
        if self.terminal.hides_cursor:
            return f"\x1b[?25l{frame}\x1b[?25h"
        return frame

    @property
    def keeps_up(self) -> bool:
        """Returns whether the client has taken nearly everything, so that no frame is held back."""
        return self._line.keeps_up() and not self._held

    @property
    def has_arrived(self) -> bool:
        """Returns whether the client has taken everything."""
        return self._line.arrived() and not self._held

    @property
    def is_slow(self) -> bool:
        """Returns whether a round trip to the client takes long now."""
        return self._line.is_slow()

    def bell(self) -> None:
        """Rings the terminal's bell."""
        if self._started:
            self._write("\x07")

    def call(self, words: str) -> None:
        """Calls the player with the next frame: a notification of these words where the terminal is known to
        have them, else the bell.
        """
        if self._started:
            self._new_call = self.terminal.notification.format(self._spelled(words))

    def copy(self, text: str) -> bool:
        """Puts a text into the clipboard of the player's terminal (OSC 52), if the terminal may have one."""
        if not (self.terminal.titles and self._started):
            return False
        self._write(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07")
        return True

    def title(self, title: str) -> None:
        """Sets the window's title with the next frame, if the terminal has one and it is another: a packet of
        its own would cost three times its bytes.
        """
        if title != self._title and self.terminal.titles and self._started:
            self._title = title
            self._new_title = f"\x1b]2;{self._spelled(title)}\x07"

    def _spelled(self, words: str) -> str:
        """Returns words as they may stand in a sequence: no signs that could end it."""
        shown = "".join(char for char in words if char.isprintable() and char != ";")
        return self._in_its_letters(shown)

    def _in_its_letters(self, text: str) -> str:
        return spelled(text, self.terminal.charset, self.terminal.language)

    def say(self, sentence: str, columns: int) -> None:
        """Writes a sentence on a terminal that has been restored, and has as many columns."""
        for row in in_rows(self._in_its_letters(sentence), columns):
            self._write("".join(cells(row, self.terminal.charset)) + "\r\n")

    def _write(self, text: str, reached: Callable[[], object] | None = None) -> None:
        if self._closed or not (text or reached):
            return
        if self._ahead is not None:
            self._ahead += text
        else:
            self._line.write(text.encode(self.terminal.encoding, "replace"), reached)
