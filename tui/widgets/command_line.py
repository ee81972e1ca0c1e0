"""The last two rows of a screen: what to do now, and with which keys; or a line to type in.

While the player is asked something, the first row is filled with an accent; else it is silent.
A notice (why a key was refused, or an answer) takes the place of the first row, or of both if it is long,
until it is removed; one that needs more rows than there are gets them from what is above. While a line is
typed, the first row shows what it would do; that, and the completion of words, is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import wrap_again
from tui.widgets.pieces import cut, keys_line, keys_lines, width_of
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

CONFIRMING = ("enter", "y")
ROWS = 2
"""Rows where a screen gives no others."""
LONGEST = 200
"""Characters that can be typed."""
Words = Callable[[str], str]
Keys = tuple[tuple[str, str], ...]
"""Keys with what they do, the most important first."""


class _Manner(NamedTuple):
    """How a prompt is shown."""

    asked: bool = False
    """True while the player is asked something: the prompt is loud."""
    accent: Accent = tones.LOBBY
    leading: int = 1
    """The keys that are shown before the last one has room."""


class CommandLine(Panel):
    """A prompt, and a line to type in once it is opened."""

    DEFAULT_CSS: ClassVar[str] = f"CommandLine {{ width: 1fr; height: {ROWS}; }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit"),
        Binding("escape", "close"),
        Binding("backspace", "erase"),
        Binding("delete", "delete"),
        Binding("left", "move(-1)"),
        Binding("right", "move(1)"),
        Binding("home,ctrl+a", "move(-999)"),
        Binding("end,ctrl+e", "move(999)"),
        Binding("ctrl+u", "clear"),
        Binding("up", "recall"),
        Binding("tab", "complete"),
    ]

    @dataclass
    class Typed(Message):
        """A line was typed and sent off; it is clean text of one line. If a question waited that it did not
        answer, and that is closed now, `counts` says whether its player had seen that.
        """

        line: CommandLine
        text: str
        counts: bool | None = None

    @dataclass
    class Confirmed(Message):
        """A confirming key was pressed: the question is closed, and the focus can go back."""

        line: CommandLine

    @dataclass
    class Closed(Message):
        """The line was closed, typed or not, or the question was answered with no: the focus can go back."""

        line: CommandLine

    def __init__(
        self,
        *,
        hint: Words = lambda _: "",
        complete: Words = lambda text: text,
        meant: Callable[[Keys, str], str] = lambda _keys, _text: "",
        may_answer: Callable[[], bool] = lambda: True,
        id: str | None = None,  # noqa: A002  (Textual's own name for it)
    ) -> None:
        super().__init__(id=id)
        self._hint, self._complete, self._meant, self._may_answer = hint, complete, meant, may_answer
        self.text = ""
        self.at = 0
        self._last = ""
        """The last line that was sent."""
        self.is_open = False
        """True while it has the focus and takes all keys: a line is typed, or a question waits."""
        self._question: tuple[str, Keys, tuple[str, ...]] | None = None
        """What is asked, the keys it shows, and those that confirm."""
        self._answers = False
        """Whether the answer to the question is being typed."""
        self._questions = 0
        """How many were asked."""
        self._note = ""
        """What stands behind the keys, whatever is asked above them."""
        self._prompt = ""
        self._notice: Part = ("", palette.WARNING)
        self._keys: Keys = ()
        self.keys: Keys = ()
        """Those that were shown when the line was opened."""
        self._manner = _Manner()

    def prompt(
        self,
        text: str,
        keys: Iterable[tuple[str, str]],
        *,
        asked: bool = False,
        accent: Accent = tones.LOBBY,
        leading: int = 1,
    ) -> None:
        """Sets what to do now, and keys with what they do, the most important first; the `leading` ones are
        shown before the last has room. `asked`: it is the player's to do, and nothing goes on before.
        """
        if (manner := _Manner(asked, accent, leading)) != self._manner:
            self._manner = manner
            self._redraw(0)
            self._redraw(1)
        self._show(text, self._notice, tuple(keys))

    def notice(self, text: str, style: Style = palette.WARNING) -> None:
        """Shows a sentence in place of what to do; '' removes it."""
        self._show(self._prompt, (text, style), self._keys)

    def note(self, text: str) -> None:
        """Shows a sentence behind the keys, and leaves what is asked above them; '' removes it."""
        if text != self._note:
            self._note = text
            self._redraw(0)
            self._redraw(1)

    @property
    def question(self) -> int | None:
        """Which question is asked; None: none is."""
        return self._questions if self._question is not None else None

    @property
    def has_notice(self) -> bool:
        """Whether a sentence stands in place of what to do."""
        return bool(self._notice[0])

    def open(self, text: str = "") -> None:
        """Opens the line; keys are typed from now on."""
        self.text, self.at = text, len(text)
        self._question, self._answers, self.keys = None, False, self._keys
        self._take_keys()

    def ask(
        self, question: str, keys: Iterable[tuple[str, str]], confirming: tuple[str, ...] = CONFIRMING
    ) -> None:
        """Waits for one of the confirming keys; any other key closes the question, and so does a line that
        does not answer it.
        """
        self._question, self._answers = (question, tuple(keys), confirming), False
        self._questions += 1
        self._take_keys()

    def _take_keys(self) -> None:
        self.is_open = self.can_focus = True
        self.focus()
        self._redraw(0)
        self._redraw(1)

    def on_resize(self) -> None:
        """Has room for the notice at another width."""
        self._grow()

    @property
    def rows(self) -> int:
        """The rows that it asks for."""
        return int(self.styles.height.value) if self.styles.height else ROWS

    def _grow(self) -> None:
        """Asks for the rows that the notice needs, of half the window at most. News may come before it is on
        a screen; it is resized once it is.
        """
        if not self.size.area:
            return
        told = len(wrap_again([self._notice], max(1, self.size.width - 2))) if self._notice[0] else 0
        rows = max(ROWS, min(told, self.screen.size.height // 2))
        if rows != self.rows:
            self.styles.height = rows

    def _show(self, text: str, notice: Part, keys: Keys) -> None:
        if (text, notice) != (self._prompt, self._notice):
            self._prompt, self._notice = text, notice
            self._redraw(0)
            self._redraw(1)
            self._grow()
        if keys != self._keys:
            self._keys = keys
            self._redraw(1)

    # Typing

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        if self._question is not None and not self._answers:
            event.stop()
            if event.key == "slash":
                self._answers = True
                self._write("/", 1)
            elif self._may_answer():
                self._answer(event.key)
        elif event.is_printable and event.character:
            event.stop()
            self._insert(event.character)
        elif event.key == "shift+tab":
            event.stop()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        if self._question is None:
            self._insert(" ".join(event.text.split()))

    def _answer(self, key: str) -> None:
        confirmed = self._question is not None and key in self._question[2]
        self._close()
        self.post_message(self.Confirmed(self) if confirmed else self.Closed(self))

    def _insert(self, text: str) -> None:
        text = "".join(char for char in text if char.isprintable())[: LONGEST - len(self.text)]
        self._write(self.text[: self.at] + text + self.text[self.at :], self.at + len(text))

    def action_erase(self) -> None:
        """Erases the character before the cursor."""
        if not self.text:
            self.action_close()
        elif self.at:
            self._write(self.text[: self.at - 1] + self.text[self.at :], self.at - 1)

    def action_delete(self) -> None:
        """Erases the character at the cursor."""
        self._write(self.text[: self.at] + self.text[self.at + 1 :], self.at)

    def action_move(self, by: int) -> None:
        self._write(self.text, max(0, min(self.at + by, len(self.text))))

    def action_clear(self) -> None:
        """Erases the line."""
        self._write("", 0)

    def action_recall(self) -> None:
        """Brings back an earlier line."""
        if self._last:
            self._write(self._last, len(self._last))

    def action_complete(self) -> None:
        """Completes the last word."""
        if self.at == len(self.text):
            text = self._complete(self.text)[:LONGEST]
            self._write(text, len(text))

    def action_submit(self) -> None:
        text, counts = self.text.strip(), None
        if self._question:
            key, counts = self._meant(self._question[1], text.strip("/ ")), self._may_answer()
            if key:
                if counts:
                    self._answer(key)
                return
        self._close()
        self.post_message(self.Closed(self))
        if text:
            self._last = text
            self.post_message(self.Typed(self, text, counts))

    def action_close(self) -> None:
        self._close()
        self.post_message(self.Closed(self))

    def _close(self) -> None:
        self.is_open = self.can_focus = False
        self._question, self._answers = None, False
        self._redraw(0)
        self._redraw(1)

    def _write(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self._redraw(0)
        self._redraw(1)

    # Drawing

    def caret(self) -> Offset | None:
        if self._question is not None and not self._answers:
            return Offset(1, 0)
        shown, at = self._window()
        return Offset(3 + cell_len(shown[:at]), max(1, self.size.height - 1))

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        if self._question and not (self._answers and y == self.size.height - 1):
            width, height = self.size
            rows = question_rows(*self._question[:2], self._manner.accent, width, height, self._note)
            return line_of(rows[y] if y < len(rows) else [], self.size.width)
        said, last = self._said(), max(1, self.size.height - 1)
        if self.is_open:
            if y < len(said):
                return line_of(said[y], self.size.width)
            line = [(" > ", self._manner.accent.ink), (self._window()[0], palette.TEXT)] if y == last else []
            return line_of(line, self.size.width)
        _, accent, leading = self._manner
        rows = noted_rows(said, self._keys, accent, self.size.width, last + 1, self._note, leading)
        return line_of(rows[y] if y < len(rows) else [], self.size.width)

    def _said(self) -> list[list[Part]]:
        """Returns the rows above the keys; all rows of a long notice while nothing is typed."""
        if self._notice[0]:
            told = self._laid(*self._notice, self._rows + 1, filled=False)
            return told[: self._rows] if self.is_open else told
        hint = self._hint(self.text) if self.is_open else ""
        if hint:
            return self._laid(hint, palette.DIM, self._rows, filled=False)
        asked, accent, _ = self._manner
        style = accent.loud if asked else palette.TEXT
        return self._laid(self._prompt, style, self._rows, filled=asked)

    @property
    def _rows(self) -> int:
        """The rows above the keys: one, or two in a narrow window."""
        return max(1, self.size.height - 1)

    def _laid(self, text: str, style: Style, most: int, *, filled: bool) -> list[list[Part]]:
        return _laid(text, style, self.size.width, most, filled=filled)

    def _window(self) -> tuple[str, int]:
        """Returns the visible part of the line, and where in it the next character goes."""
        start = 0
        while start < self.at and cell_len(self.text[start : self.at]) > self.size.width - 5:
            start += 1
        return self.text[start:], self.at - start

    def _redraw(self, y: int) -> None:
        """Has a row drawn again; in a narrow window all of them, because texts and keys share them."""
        if self.size.area:
            whole = self._rows > 1
            self.refresh(Region(0, 0 if whole else y, self.size.width, self.size.height if whole else 1))


def question_rows(
    question: str, keys: Keys, accent: Accent, width: int, height: int, note: str = ""
) -> list[list[Part]]:
    """Returns a question and the keys that answer it; a note stands behind them. A question that needs the
    row of its keys has the first of them behind it.
    """
    said = _laid(question, accent.loud, width, max(1, height - 1), filled=True)
    lines = wrap_again([(question, accent.loud)], max(1, width - 2))
    room = width - 4 - width_of(lines[-1])
    if 1 < len(lines) == height and keys and cell_len(" ".join(keys[0])) <= room:
        last = [(" ", accent.loud), *lines[-1], ("  ", palette.TEXT), *keys_line(keys, room, accent.ink)]
        return [*_laid(question, accent.loud, width, height, filled=True)[:-1], last]
    return noted_rows(said, keys, accent, width, max(2, height), note)


def noted_rows(
    said: list[list[Part]], keys: Keys, accent: Accent, width: int, height: int, note: str, leading: int = 1
) -> list[list[Part]]:
    """Returns what is said and the keys. A note stands behind the keys or in a row that they leave; else
    behind what is said, if it has room there: keys make way for it only where there is none.
    """
    most = height - len(said)
    rows = keys_rows(keys, accent, width, most, "", leading)
    if not note or not said or len(rows) < most or width_of(rows[-1]) + cell_len(note) + 2 <= width:
        return [*said, *keys_rows(keys, accent, width, most, note, leading)]
    *before, last = said
    text = "".join(piece for piece, _ in last).rstrip()
    if cell_len(text) + cell_len(note) + 3 > width:
        return [*said, *keys_rows(keys, accent, width, most, note, leading)]
    noted: list[Part] = [(text, last[-1][1]), ("  ", palette.TEXT), (note, palette.WARNING)]
    return [*before, noted, *rows]


def keys_rows(
    keys: Keys, accent: Accent, width: int, most: int, note: str, leading: int = 1
) -> list[list[Part]]:
    """Returns keys with what they do, in at most so many rows; a note has the last of several rows, or stands
    behind the keys that leave it whole.
    """
    if note and most > 1:
        return [
            *keys_rows(keys, accent, width, most - 1, "", leading),
            [(" ", palette.TEXT), (note, palette.WARNING)],
        ]
    if note:
        room = width - 4 - cell_len(note)
        beside = keys_line(keys, room, accent.ink, leading) if keys and room > 0 else []
        beside = [*beside, ("  ", palette.TEXT)] if 0 < width_of(beside) <= room else []
        return [cut([(" ", palette.TEXT), *beside, (note, palette.WARNING)], width, palette.TEXT)]
    rows = keys_lines(keys, width - 2, most, accent.ink, leading) if keys else []
    return [[(" ", palette.TEXT), *row] for row in rows]


def _laid(text: str, style: Style, width: int, most: int, *, filled: bool) -> list[list[Part]]:
    """Returns a text in at most so many rows, the last of them cut; `filled`: over the whole width."""
    lines = wrap_again([(text, style)], max(1, width - 2)) if most > 1 else [[(text, style)]]
    blank = " ", style if filled else palette.TEXT
    rows: list[list[Part]] = [[blank, *line] for line in lines[:most]]
    return [cut(row, width, style) for row in rows] if filled else rows
