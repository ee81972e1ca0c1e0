"""What goes out in plain mode: whole lines, and below them the line that is being typed.

While something is being typed, or the client has not taken what was sent, lines wait. Nothing
but printable characters, CR, LF, BS and BEL ever goes out.
"""

from __future__ import annotations

from rich.cells import cell_len

from tui.host.session import Line
from tui.plain.lines.ascii import in_ascii
from tui.plain.lines.editor import Editor
from tui.widgets.paragraphs import wrapped
from tui.wire.encoding.cells import cells
from tui.wire.terminal import palette

PROMPT = "> "
MOST_BEHIND = 256 * 1024
"""Bytes a client may be behind before lines wait."""
MOST_WAITING = 400
"""Lines that wait; of more the oldest are left out."""
INDENT = 2


class LineOutput:
    """One client's paper. `editor` is None where there is no terminal: its lines come whole."""

    def __init__(self, line: Line, editor: Editor | None, columns: int) -> None:
        self._line = line
        self._editor = editor
        self.columns = columns
        self._german = self._utf8 = False
        self._end = "\n" if editor is None else "\r\n"
        self._waiting: list[str] = []
        self._left_out = 0
        self._out: list[str] = []
        self._shown = ("", "")
        """The prompt's line as it stands: what is before the cursor, and what is behind it."""
        self.is_held = False
        """The client is behind: what there is to say waits until it has caught up."""
        self._closed = False

    def write_as(self, *, utf8: bool, german: bool) -> None:
        """With these signs from now on; what is German gets its umlauts spelled out without them."""
        self._utf8, self._german = utf8, german

    @property
    def is_typed_on(self) -> bool:
        """Whether a line has been begun."""
        return self._editor is not None and not self._editor.is_empty

    def say(self, text: str) -> None:
        """A line, as soon as nothing is being typed."""
        self._waiting.append(text)
        if len(self._waiting) > MOST_WAITING:
            self._left_out += 1
            del self._waiting[0]

    def bell(self) -> None:
        """Rings the terminal's bell."""
        if self._editor is not None:
            self._out.append("\a")

    def end_line(self) -> None:
        """The typed line was sent off: it stays, and what comes goes below it."""
        if self._editor is not None:
            self._show_line()
            self._out.append(self._end)
            self._shown = ("", "")

    def settle(self, *, prompts: bool) -> None:
        """Sends what there is to say and what is being typed; `prompts`: a line may be typed now."""
        self.is_held = self._line.backlog() > MOST_BEHIND
        if not (self._closed or self.is_held):
            if not self.is_typed_on:
                self._say_all()
            if prompts or self.is_typed_on:
                self._show_line()
            self._flush()

    def close(self) -> None:
        """Nothing more goes out."""
        self._closed = True

    def _say_all(self) -> None:
        lines, self._waiting = self._waiting, []
        if self._left_out:
            lines.insert(0, f"... {self._left_out}")
            self._left_out = 0
        for text in lines:
            self._put(text)

    def _put(self, text: str) -> None:
        """A line where the prompt stands, which goes."""
        standing = cell_len("".join(self._shown))
        rows = self._rows(text)
        if standing:
            rows[0] += " " * (standing - cell_len(rows[0]))
            self._out.append("\r")
        self._out += [row + self._end for row in rows]
        self._shown = ("", "")

    def _rows(self, text: str) -> list[str]:
        """A line as it fits in the window; without a terminal it is as long as it is."""
        text = self._sayable(text)
        if self._editor is None:
            return [text]
        parts = wrapped([(text, palette.TEXT)], self.columns - 1, INDENT)
        return ["".join(part for part, _ in row) for row in parts]

    def _sayable(self, text: str) -> str:
        text = text if self._utf8 else in_ascii(text, german=self._german)
        return "".join(char if char.isprintable() else "?" for char in text)

    def _show_line(self) -> None:
        """Makes what stands on the prompt's line what should stand there, with few characters."""
        if self._editor is None:
            return
        before, behind = map(self._echoed, self._editor.window(self.columns - 1 - len(PROMPT)))
        old, new = "".join(self._shown), PROMPT + before + behind
        same = _common(old, new) if old != new else len(self._shown[0])
        at = len(self._shown[0])
        self._out.append("\b" * cell_len(old[same:at]) + old[at:same] + new[same:])
        blanks = max(0, cell_len(old) - cell_len(new)) * " "
        wanted = len(PROMPT) + cell_len(before)
        self._out.append(blanks + "\b" * (cell_len(new) + len(blanks) - wanted))
        self._shown = (PROMPT + before, behind)

    def _echoed(self, text: str) -> str:
        """What is typed, in characters that can be shown and take the same room."""
        return text if self._utf8 else "".join(cells(text, utf8=False))

    def _flush(self) -> None:
        data, self._out = "".join(self._out), []
        if data:
            self._line.write(data.encode("utf-8", "replace"))


def _common(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same
