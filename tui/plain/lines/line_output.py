"""The output of plain mode: whole lines, and below them the line that is being typed.

Lines wait while something is being typed, or while the client has not taken what was sent. Only printable
characters, CR, LF, BS and BEL are ever sent.
"""

from __future__ import annotations

from collections.abc import Hashable

from rich.cells import cell_len

from tui.host.session import ClientLine
from tui.plain.lines.editor import Editor
from tui.widgets.paragraphs import wrap
from tui.wire.encoding.cells import FEW_SIGNS, cells
from tui.wire.encoding.spelling import spelled
from tui.wire.line.questions import Questions
from tui.wire.terminal import palette
from tui.wire.terminal.terminals import Terminal

PROMPT = "> "
MOST_BEHIND = 256 * 1024
"""The bytes that a client may be behind before lines wait."""
MOST_WAITING = 400
"""The most lines that wait; the oldest are dropped first."""
INDENT = 2


class LineOutput:
    """Output to one client. `editor` is None if there is no terminal: then lines come whole."""

    def __init__(self, line: ClientLine, editor: Editor | None, columns: int) -> None:
        self._line = line
        self.questions = Questions()
        self._editor = editor
        self.columns = columns
        self.prompt = PROMPT
        """What the line being typed begins with."""
        self._terminal = Terminal()
        self._end = "\n" if editor is None else "\r\n"
        self._waiting: list[str] = []
        self._left_out = 0
        self._out: list[str] = []
        self._shown = ("", "")
        """The prompt's line as it is shown: before the cursor and after it."""
        self.is_held = False
        """True while the client is behind: output waits until it has caught up."""
        self._closed = False

    @property
    def is_slow(self) -> bool:
        """Returns whether a round trip to the client takes long now."""
        return self._line.is_slow()

    def write_as(self, terminal: Terminal) -> None:
        """Sets the characters that may be used, and the language by which others are spelled."""
        self._terminal = terminal

    @property
    def is_typed_on(self) -> bool:
        """True if a line has been begun."""
        return self._editor is not None and not self._editor.is_empty

    def say(self, text: str) -> None:
        """Shows a line once nothing is being typed."""
        self._waiting.append(text)
        if len(self._waiting) > MOST_WAITING:
            self._left_out += 1
            del self._waiting[0]

    def bell(self) -> None:
        """Rings the terminal's bell."""
        if self._editor is not None:
            self._out.append("\a")

    def end_line(self) -> None:
        """Ends the typed line: it stays, and what comes is shown below it."""
        if self._editor is not None:
            self._show_line()
            self._out.append(self._end)
            self._shown = ("", "")

    def begin_row(self) -> None:
        """Shows the prompt and the line being typed once more, in a new row: something else may have written
        on the terminal.
        """
        if self._editor is not None and any(self._shown):
            self._out.append(self._end)
            self._shown = ("", "")

    def settle(self, *, prompts: bool, question: Hashable = None) -> None:
        """Sends what waits, and the line being typed; `prompts`: a line may be typed now. `question`: what it
        would answer, as in `tui.wire.line.questions`.
        """
        self.is_held = self._line.backlog() > MOST_BEHIND
        if not (self._closed or self.is_held):
            if not self.is_typed_on:
                self._say_all()
            if prompts or self.is_typed_on:
                self._show_line()
            self._flush(question)

    def close(self) -> None:
        """Sends nothing more."""
        self._closed = True

    def _say_all(self) -> None:
        lines, self._waiting = self._waiting, []
        if self._left_out:
            lines.insert(0, f"... {self._left_out}")
            self._left_out = 0
        for text in lines:
            self._put(text)

    def _put(self, text: str) -> None:
        """Writes a line in place of the prompt."""
        standing = cell_len("".join(self._shown))
        rows = self._rows(text)
        if standing:
            rows[0] += " " * (standing - cell_len(rows[0]))
            self._out.append("\r")
        self._out += [row + self._end for row in rows]
        self._shown = ("", "")

    def _rows(self, text: str) -> list[str]:
        """Returns a line in rows that fit the window; without a terminal it stays whole."""
        text = self._sayable(text)
        if self._editor is None:
            return [text]
        parts = wrap([(text, palette.TEXT)], self.columns - 1, INDENT)
        return ["".join(part for part, _ in row) for row in parts]

    def _sayable(self, text: str) -> str:
        text = spelled(text, self._terminal.charset, self._terminal.language)
        if self._terminal.has_few_signs:
            text = text.translate(FEW_SIGNS)
        return "".join(char if char.isprintable() else "?" for char in text)

    def _show_line(self) -> None:
        """Updates the prompt's line with few characters."""
        if self._editor is None:
            return
        prompt = self.prompt
        before, behind = map(self._echoed, self._editor.window(self.columns - 1 - len(prompt)))
        old, new = "".join(self._shown), prompt + before + behind
        same = _common(old, new) if old != new else len(self._shown[0])
        at = len(self._shown[0])
        self._out.append("\b" * cell_len(old[same:at]) + old[at:same] + new[same:])
        blanks = max(0, cell_len(old) - cell_len(new)) * " "
        wanted = len(prompt) + cell_len(before)
        self._out.append(blanks + "\b" * (cell_len(new) + len(blanks) - wanted))
        self._shown = (prompt + before, behind)

    def _echoed(self, text: str) -> str:
        """Returns the typed text in characters that can be shown and have the same width."""
        return text if self._terminal.utf8 else "".join(cells(text, self._terminal.charset))

    def _flush(self, question: Hashable) -> None:
        data, self._out = "".join(self._out), []
        asks = self._editor is not None and not self._waiting
        reached = self.questions.show(question) if asks else None
        if data or reached:
            self._line.write(data.encode(self._terminal.encoding, "replace"), reached)


def _common(one: str, other: str) -> int:
    """Returns how many characters two texts have in common at their beginning."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same
