"""A tray of dice: those set aside, and below them those that can be moved over and marked.

It is one node with any number of dice, drawn as large as they fit. The widget knows keys, focus and marks;
what marking means, which dice may be marked and how many, comes from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from tui.widgets.die_faces import DieFace, faces_for
from tui.widgets.panel import Panel, Part, line_of
from tui.wire.terminal import palette

TrayDice = tuple[int, ...]


class MarkLimit(NamedTuple):
    """What may be marked: how many dice at most, and which (by their place in the tray).

    With `most` 1 a mark moves, and Enter without a mark takes the die under the cursor.
    """

    most: int = 12
    allowed: Callable[[int], bool] = lambda _: True


NOTHING = MarkLimit(0)


def carry_marks(marks: Iterable[int], old: Sequence[int], new: Sequence[int]) -> frozenset[int]:
    """Returns the marks on `old` dice moved to as many dice of the same faces among `new`."""
    if tuple(old) == tuple(new):
        return frozenset(marks)
    left = Counter(old[index] for index in marks)
    found = []
    for index, face in enumerate(new):
        if left[face] > 0:
            left[face] -= 1
            found.append(index)
    return frozenset(found)


class DiceTray(Panel):
    """Dice with a cursor and marks."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "DiceTray { width: 1fr; height: 3; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)"),
        Binding("right,l", "move(1)"),
        Binding("up,k", "beyond(-1)"),
        Binding("down,j", "beyond(1)"),
        Binding("home", "move(-99)"),
        Binding("end", "move(99)"),
        Binding("space", "mark"),
        Binding("enter", "confirm"),
        *(Binding(str(face), f"mark_face({face})") for face in range(1, 7)),
    ]

    @dataclass
    class Moved(Message):
        """The cursor went to another die."""

        tray: DiceTray
        index: int

    @dataclass
    class Marked(Message):
        """Marks were set or taken away; `marks` are those there now, ascending."""

        tray: DiceTray
        marks: TrayDice

    @dataclass
    class Barred(Message):
        """A die could not be marked: it is not allowed, enough are marked, or there is none (of that
        face): then there is no `index`.
        """

        tray: DiceTray
        index: int | None
        face: int | None = None

    @dataclass
    class Confirmed(Message):
        """Enter was pressed; `marks` may be empty."""

        tray: DiceTray
        marks: TrayDice

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.dice: TrayDice = ()
        self.aside: TrayDice = ()
        self.labels = ("", "")
        self.framed = True
        """True if the dice are there to be chosen from."""
        self._left = 2
        """The cells before the dice."""
        self.limit = MarkLimit()
        self.cursor = 0
        self._marks: frozenset[int] = frozenset()
        self._notes: Mapping[int, str] = {}

    @property
    def marks(self) -> TrayDice:
        """The places of the marked dice, ascending."""
        return tuple(sorted(self._marks))

    @property
    def marked_faces(self) -> TrayDice:
        """The faces of the marked dice, in the tray's order."""
        return tuple(self.dice[index] for index in self.marks)

    def show(
        self,
        dice: Iterable[int],
        aside: Iterable[int] = (),
        labels: tuple[str, str] = ("", ""),
        *,
        framed: bool = True,
    ) -> None:
        """Shows dice, in the order they are drawn; 0 is a die that shows no face yet.

        `labels` stand before the dice set aside and before the active ones. Marks stay on dice of the same
        faces, the cursor in its place.
        """
        dice, aside = tuple(dice), tuple(aside)
        if (dice, aside, labels, framed) == (self.dice, self.aside, self.labels, self.framed):
            return
        self._marks = carry_marks(self._marks, self.dice, dice)
        self.dice, self.aside, self.labels, self.framed = dice, aside, labels, framed
        self._left = max(map(cell_len, labels)) + 2
        self.cursor = max(0, min(self.cursor, len(dice) - 1))
        self.refresh()

    def restrict(self, limit: MarkLimit) -> None:
        """Sets what may be marked from now on; marks that are no longer allowed are removed."""
        self.limit = limit
        self.mark(index for index in self.marks if limit.allowed(index))

    def mark(self, indices: Iterable[int]) -> None:
        """Marks exactly these dice, as far as the limit allows. Posts nothing."""
        marks = frozenset(sorted(indices)[: self.limit.most])
        changed, self._marks = self._marks ^ marks, marks
        self._redraw(changed)

    def note(self, notes: Mapping[int, str]) -> None:
        """Sets what is under dice instead of a mark: one cell each, by place."""
        changed = {index for index in {*notes, *self._notes} if notes.get(index) != self._notes.get(index)}
        self._notes = dict(notes)
        self._redraw(changed)

    def go(self, index: int) -> None:
        """Puts the cursor on a die. Posts nothing."""
        index = max(0, min(index, len(self.dice) - 1))
        changed, self.cursor = {self.cursor, index}, index
        self._redraw(changed)

    # Keys

    def action_move(self, by: int) -> None:
        """Moves one die on, from the last one to the first; or by many to the end."""
        before, last = self.cursor, len(self.dice) - 1
        self.go((before + by) % (last + 1) if abs(by) == 1 and self.dice else before + by)
        if self.cursor != before:
            self.post_message(self.Moved(self, self.cursor))

    def action_beyond(self, by: int) -> None:
        """Moves out of the tray."""
        self.post_message(self.Beyond(self, by))

    def action_mark(self) -> None:
        """Marks the die at the cursor, or removes its mark."""
        if not self.dice:
            self.post_message(self.Barred(self, None))
        elif self.cursor in self._marks:
            self._remark(self._marks - {self.cursor})
        elif not self.limit.allowed(self.cursor) or not self._room():
            self.post_message(self.Barred(self, self.cursor))
        else:
            kept = self._marks if self.limit.most > 1 else frozenset()
            self._remark(kept | {self.cursor})

    def action_mark_face(self, face: int) -> None:
        """Marks all dice of a face, or removes their marks; the cursor goes to them."""
        alike = [index for index, die in enumerate(self.dice) if die == face]
        allowed = [index for index in alike if self.limit.allowed(index)]
        if allowed and self.cursor not in allowed:
            self.go(allowed[0])
        if alike and not allowed:
            self.post_message(self.Barred(self, alike[0]))
        elif allowed and (self._marks.issuperset(allowed) or self._marks == set(allowed[: self.limit.most])):
            self._remark(self._marks.difference(allowed))
        elif allowed:
            self._mark_more(allowed)
        else:
            self.post_message(self.Barred(self, None, face))

    def action_confirm(self) -> None:
        """Confirms the choice."""
        marks = self.marks
        if not marks and self.limit.most == 1 and self.dice:
            if not self.limit.allowed(self.cursor):
                self.post_message(self.Barred(self, self.cursor))
                return
            marks = (self.cursor,)
        self.post_message(self.Confirmed(self, marks))

    def _room(self) -> bool:
        return self.limit.most == 1 or len(self._marks) < self.limit.most

    def _mark_more(self, indices: Sequence[int]) -> None:
        kept = self._marks if self.limit.most > 1 else frozenset()
        more = [index for index in indices if index not in kept][: self.limit.most - len(kept)]
        if more:
            self._remark(kept.union(more))
        else:
            self.post_message(self.Barred(self, indices[0]))

    def _remark(self, marks: Iterable[int]) -> None:
        self.mark(marks)
        self.post_message(self.Marked(self, self.marks))

    # Drawing

    def caret(self) -> Offset | None:
        """The digit under the cursor."""
        _, face = self._faces()
        top = self._tops()[1]
        x = self._left + self.cursor * face.width + face.width // 2
        return Offset(x if self.dice else self._left, top + (face.digit_row if self.dice else 0))

    def on_focus(self) -> None:
        """Draws the focus."""
        self._redraw({self.cursor})

    def on_blur(self) -> None:
        """Takes the focus mark away."""
        self._redraw({self.cursor})

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        aside, active = self._faces()
        _, top, bottom = self._tops()
        if y < top:
            parts = self._row(self.aside, aside, y, self.labels[0], focus=None)
        elif y < bottom:
            focus = self.cursor if self.has_focus else None
            parts = self._row(self.dice, active, y - top, self.labels[1], focus)
        else:
            parts = self._below(active) if y == bottom else []
        return line_of(parts, self.size.width)

    def _row(self, dice: TrayDice, face: DieFace, y: int, label: str, focus: int | None) -> list[Part]:
        text = label if y == face.height // 2 else ""
        parts: list[Part] = [(f" {text}".ljust(self._left), palette.DIM)]
        for index, die in enumerate(dice):
            parts.extend(face.row(die, y, focused=index == focus))
        return parts

    def _below(self, face: DieFace) -> list[Part]:
        parts: list[Part] = [(" " * self._left, palette.TEXT)]
        for index in range(len(self.dice)):
            sign = self._notes.get(index, "*" if index in self._marks else " ")
            focused = self.has_focus and index == self.cursor
            parts.append((face.below(sign, focused=focused), palette.ACCENT))
        return parts

    def _faces(self) -> tuple[DieFace, DieFace]:
        width, height = self.size
        return faces_for(width - self._left, height, len(self.aside), len(self.dice), framed=self.framed)

    def _tops(self) -> tuple[int, int, int]:
        aside, active = self._faces()
        return 0, aside.height, aside.height + active.height

    def _redraw(self, indices: Iterable[int]) -> None:
        if self.size == Size(0, 0):
            return
        _, face = self._faces()
        _, top, bottom = self._tops()
        regions = [
            Region(self._left + index * face.width, top, face.width, bottom - top + 1) for index in indices
        ]
        if regions:
            self.refresh(*regions)
