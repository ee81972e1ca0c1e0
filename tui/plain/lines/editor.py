"""A line being typed on a terminal that can only print. Pure: keys in, text out.

A line that is longer than the window is scrolled to the left, so that it never wraps: only then does going
back with BS work on every terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rich.cells import cell_len

LONGEST = 200
"""Characters that can be typed."""
REMEMBERED = 50
"""Lines that Up brings back."""
CUT = "<"
"""Stands for what is out of sight."""


class Editor:
    """The text, the place where the next character goes, and the lines before."""

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        self._before: list[str] = []
        self._recalled = 0
        """How many lines back in `_before` one has gone."""
        self._begun = ""
        """What was typed before one went back."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self.text

    def insert(self, text: str) -> None:
        """Types; what cannot be shown, or is too much, is dropped."""
        fitting = "".join(char for char in text if char.isprintable())[: LONGEST - len(self.text)]
        self.text = self.text[: self.at] + fitting + self.text[self.at :]
        self.at += len(fitting)

    def put(self, text: str) -> None:
        """Another text instead, to go on at its end."""
        self.text, self.at = text[:LONGEST], min(len(text), LONGEST)

    def take(self) -> str:
        """The line as it was sent off; the next one is empty."""
        text = self.text
        if text.strip() and self._before[-1:] != [text]:
            self._before = [*self._before, text][-REMEMBERED:]
        self.clear()
        return text

    def clear(self) -> None:
        """Nothing is typed."""
        self.put("")
        self._recalled, self._begun = 0, ""

    def press(self, key: str) -> bool:
        """Does what an editing key does; whether it is one."""
        act = _KEYS.get(key)
        if act:
            act(self)
        return act is not None

    def erase(self) -> None:
        """The character before the cursor goes."""
        if self.at:
            self.cut(self.at - 1, self.at)

    def delete(self) -> None:
        """The character at the cursor goes."""
        self.cut(self.at, self.at + 1)

    def cut(self, start: int, end: int) -> None:
        """These characters go."""
        self.text, self.at = self.text[:start] + self.text[end:], start

    def erase_word(self) -> None:
        """The word before the cursor goes."""
        begun = self.text[: self.at].rstrip()
        self.cut(len(begun.rpartition(" ")[0]) + (" " in begun), self.at)

    def go(self, to: int) -> None:
        """Puts the cursor before that character."""
        self.at = min(max(to, 0), len(self.text))

    def recall(self, step: int) -> None:
        """So many lines back, or forward again."""
        recalled = min(max(self._recalled + step, 0), len(self._before))
        if recalled == self._recalled:
            return
        if not self._recalled:
            self._begun = self.text
        self._recalled = recalled
        self.put(self._before[-recalled] if recalled else self._begun)

    def window(self, width: int) -> tuple[str, str]:
        """What is shown in `width` cells, at least two: the text before the cursor and the text behind it."""
        width = max(2, width)
        before, behind = self.text[: self.at], self.text[self.at :]
        while cell_len(before) + min(cell_len(behind[:1]), 1) > width:
            before = CUT + before.removeprefix(CUT)[1:]
        room = width - cell_len(before)
        while cell_len(behind) > room:
            behind = behind[:-1]
        return before, behind


_KEYS: Mapping[str, Callable[[Editor], None]] = MappingProxyType(
    {
        "backspace": Editor.erase,
        "delete": Editor.delete,
        "left": lambda editor: editor.go(editor.at - 1),
        "right": lambda editor: editor.go(editor.at + 1),
        "home": lambda editor: editor.go(0),
        "end": lambda editor: editor.go(len(editor.text)),
        "ctrl+a": lambda editor: editor.go(0),
        "ctrl+e": lambda editor: editor.go(len(editor.text)),
        "ctrl+b": lambda editor: editor.go(editor.at - 1),
        "ctrl+f": lambda editor: editor.go(editor.at + 1),
        "ctrl+u": lambda editor: editor.cut(0, editor.at),
        "ctrl+k": lambda editor: editor.cut(editor.at, len(editor.text)),
        "ctrl+w": Editor.erase_word,
        "ctrl+d": Editor.delete,
        "up": lambda editor: editor.recall(1),
        "down": lambda editor: editor.recall(-1),
        "ctrl+p": lambda editor: editor.recall(1),
        "ctrl+n": lambda editor: editor.recall(-1),
    }
)
"""Keys by the names that `tui.wire.line.keyboard` gives them."""
