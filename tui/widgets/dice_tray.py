"""A tray of dice: those that can be moved over and marked, and beside them those set aside.

It is one node with any number of dice, drawn as large as they fit. The widget knows keys, focus and marks;
what marking means, which dice may be marked and how many, comes from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import ClassVar, NamedTuple

from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from tui.widgets.die_faces import DieFace, TrayPlace, TrayShape, tray_shape
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import CARET, width_of
from tui.wire.terminal import palette, tones

TrayDice = tuple[int, ...]

_below = lru_cache(maxsize=512)(DieFace.below)


class DiePart(Enum):
    """What of a die is to be drawn again: the rows with its caret, or with what is under it."""

    ALL = auto()
    CARET = auto()
    BELOW = auto()


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
    """Dice with a cursor and marks. `changed` is called when a key has moved the cursor or set marks."""

    can_focus = True
    _rolling: TrayDice = ()
    """The faces that are drawn while dice settle; () if they have."""
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

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002  (Textual's own name for it)
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(id=id)
        self._changed = changed
        self.dice: TrayDice = ()
        self.aside: TrayDice = ()
        self.labels = ("", "")
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
    ) -> None:
        """Shows dice, in the order they are drawn; 0 is a die that shows no face yet.

        Of those set aside the last come first, so that the others stay where they are.
        `labels` stand before the active dice and before those set aside. Marks stay on dice of the same
        faces, the cursor in its place.
        """
        dice, aside = tuple(dice), tuple(aside)[::-1]
        if (dice, aside, labels) == (self.dice, self.aside, self.labels):
            return
        self._marks = carry_marks(self._marks, self.dice, dice)
        self.dice, self.aside, self.labels = dice, aside, labels
        self.cursor = max(0, min(self.cursor, len(dice) - 1))
        self._rolling = ()
        self.refresh()

    def settle(self, before: Sequence[int], number: int) -> None:
        """Draws the first dice as they are and those behind them as they were, until it is called with the
        number of all dice.
        """
        rolling = (*self.dice[:number], *before[number:]) if len(before) == len(self.dice) else self.dice
        shown = self._drawn_dice
        self._rolling = () if rolling == self.dice else rolling
        self._redraw(index for index, die in enumerate(self._drawn_dice) if die != shown[index])

    @property
    def _drawn_dice(self) -> TrayDice:
        return self._rolling or self.dice

    def restrict(self, limit: MarkLimit) -> None:
        """Sets what may be marked from now on; marks that are no longer allowed are removed."""
        self.limit = limit
        self.mark(index for index in self.marks if limit.allowed(index))

    def mark(self, indices: Iterable[int]) -> None:
        """Marks exactly these dice, as far as the limit allows. Posts nothing."""
        marks = frozenset(sorted(indices)[: self.limit.most])
        changed, self._marks = self._marks ^ marks, marks
        self._redraw(changed, DiePart.BELOW)

    def note(self, notes: Mapping[int, str]) -> None:
        """Sets what is under dice instead of a mark: one cell each, by place."""
        if notes == self._notes:
            return
        changed = {index for index in {*notes, *self._notes} if notes.get(index) != self._notes.get(index)}
        self._notes = dict(notes)
        self._redraw(changed, DiePart.BELOW)

    def go(self, index: int) -> None:
        """Puts the cursor on a die. Posts nothing."""
        index = max(0, min(index, len(self.dice) - 1))
        changed, self.cursor = {self.cursor, index}, index
        self._redraw(changed, DiePart.CARET)

    # Keys

    def action_move(self, by: int) -> None:
        """Moves one die on, from the last one to the first; or by many to the end."""
        before, last = self.cursor, len(self.dice) - 1
        self.go((before + by) % (last + 1) if abs(by) == 1 and self.dice else before + by)
        if self.cursor != before:
            self._changed()

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
        self._changed()

    # Drawing

    def caret(self) -> Offset | None:
        shape = self._shape()
        left, top, face = shape.active.left, shape.active.top, shape.active.face
        if not self.dice:
            return Offset(left, top)
        return Offset(left + self.cursor * face.pitch + face.width // 2, shape.below if face.pips else top)

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        shape = self._shape()
        if y == shape.below:
            return line_of(self._below(shape), self.size.width)
        here = self.is_focused and y == self._caret_row(shape)
        active = self._group(
            self._drawn_dice,
            shape.active,
            y,
            f" {self.labels[0]}",
            tones.DIE,
            cursor=self.cursor if here else None,
        )
        if not self.aside:
            return line_of(active, self.size.width)
        aside = self._group(
            self.aside, shape.aside, y, self.labels[1], tones.DIE_ASIDE, start=shape.aside.label
        )
        gap = shape.aside.label - width_of(active)
        between: list[Part] = [(" " * gap, palette.TEXT)] if gap > 0 and aside else []
        return line_of([*active, *between, *aside], self.size.width)

    def _group(
        self,
        dice: TrayDice,
        place: TrayPlace,
        y: int,
        said: str,
        style: Style,
        *,
        start: int = 0,
        cursor: int | None = None,
    ) -> list[Part]:
        """Returns a row of dice and what is said before them, from column `start` on; nothing above or below.
        `cursor`: the die with the caret.
        """
        face, row = place.face, y - place.top
        if not 0 <= row < face.height:
            return []
        room = place.left - start - 1
        parts: list[Part] = [((said if row == face.middle else "").ljust(room)[:room], palette.DIM)]
        for index, die in enumerate(dice):
            parts += [(CARET if index == cursor else " ", palette.ACCENT), (face.row(die, row), style)]
        return parts

    def _below(self, shape: TrayShape) -> list[Part]:
        """Returns digits and marks of the dice that can be moved, and the digits of the others."""
        face, parts, marks, notes = shape.active.face, list[Part](), self._marks, self._notes
        at = self.cursor if self.is_focused and self._caret_row(shape) == shape.below else None
        run, ink = " " * (shape.active.left - 1), palette.TEXT
        for index, die in enumerate(self._drawn_dice):
            text = _below(face, die, marked=index in marks, note=notes.get(index, ""))
            own = palette.ACCENT if index in marks or index in notes else palette.TEXT
            if index == at:
                caret = face.width // 2 - 2  # beside the mark, where the cursor comes from and goes to
                parts += [(f"{run} {text[:caret]}", ink), (CARET, palette.ACCENT)]
                run, ink = text[caret + 1 :], own
            elif own is ink:
                run += f" {text}"
            else:
                parts.append((run, ink))
                run, ink = f" {text}", own
        parts.append((run, ink))
        if self.aside and shape.aside.face.pips:
            at_rest, between = shape.aside.face, shape.aside.face.pitch - shape.aside.face.width
            digits = [_below(at_rest, die, marked=False) for die in self.aside]
            before = shape.aside.left - (shape.active.left - 1 + len(self._drawn_dice) * face.pitch)
            parts.append((" " * before + (" " * between).join(digits), palette.DIM))
        return parts

    @staticmethod
    def _caret_row(shape: TrayShape) -> int:
        """Returns the row of the digit that the caret points at: the cursor is there, too, so that a step to
        another die is one short way for the terminal.
        """
        face = shape.active.face
        return shape.below if face.pips else shape.active.top + face.middle

    def _shape(self) -> TrayShape:
        width, height = self.size
        return tray_shape((width, height), len(self.dice), len(self.aside), self.labels)

    def _redraw(self, indices: Iterable[int], part: DiePart = DiePart.ALL) -> None:
        """Has dice drawn again, or only the rows in which a part of them is."""
        places = tuple(indices)
        if not places or not any(self.size):
            return
        shape = self._shape()
        top, face = shape.active.top, shape.active.face
        rows = 1 if part is not DiePart.ALL else face.height + 1
        if part is DiePart.CARET:
            top = self._caret_row(shape)
        elif part is DiePart.BELOW:
            top = shape.below
        first, last, pitch = min(places), max(places), face.pitch
        left = shape.active.left + first * pitch - 1
        self.refresh(Region(left, top, (last - first + 1) * pitch + 1, rows))
