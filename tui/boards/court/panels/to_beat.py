"""What has to be beaten in the final round, and how far the seat is that has its turn: dice in two rows, in a
narrow place below the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from textual.geometry import Size

from engine.court.model.state import View
from tui.boards.court.words import phrases
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import fit, width_of
from tui.wire.terminal import palette, tones

NAME = 14
LEAST, NARROW = 60, 24
"""The fewest cells for it in two rows, and in five."""


def to_beat(texts: Texts, names: Names, view: View, _: Sequence[Any], room: Size) -> list[list[Part]]:
    """Return the King's mark, and what the turn under way has of what it needs; nothing without a turn, or
    where there is no room for it.
    """
    rows = _drawn(texts, names, view, room.width)
    return rows if len(rows) <= room.height else []


def _drawn(texts: Texts, names: Names, view: View, width: int) -> list[list[Part]]:
    final, turn = view.position.final, view.position.turn
    if final is None or not final.begun or turn is None or width < NARROW:
        return []
    mark, dice = final.mark, Counter((*turn.active, *turn.aside))
    even = turn.seat == final.queen
    needed = {
        face: mark.count + (face < mark.face or (face == mark.face and not even)) for face in range(1, 7)
    }
    face = max(range(1, 7), key=lambda one: (dice[one] - needed[one], one))
    have, need = dice[face], needed[face]
    crown: list[Part] = [("♛ ", palette.GOLD), *_named(names, final.king)]
    first = [*crown, (phrases.group(texts, mark.count, mark.face), palette.TEXT)]
    said = texts._("needs {number}", number=need)
    second: list[Part] = [("  ", palette.TEXT), *_named(names, turn.seat), (said, palette.TEXT)]
    words = max(width_of(first), width_of(second)) + 2 if width >= LEAST else 0
    rows = list[list[Part]]()
    for parts, count, shown, style, total in (
        (first, mark.count, mark.face, tones.DIE_ASIDE, mark.count),
        (second, have, face, tones.DIE, need),
    ):
        if not words:
            drawn = [
                (f"{shown} ", style) if at < count else ("· ", palette.DIM)
                for at in range(min(total, width // 2 - 1))
            ]
            rows += [parts, [("  ", palette.TEXT), *drawn]]
            continue
        row = [*parts, (" " * (words - width_of(parts)), palette.TEXT)]
        for at in range(min(total, (width - words - 12) // 4)):
            row += [(f" {shown} ", style) if at < count else (" · ", palette.DIM), (" ", palette.TEXT)]
        rows.append(row)
    said = texts._("{number} of {total}", number=min(have, need), total=need)
    reached: Part = (f" {said}", palette.GOLD if have >= need else palette.TEXT)
    return [*rows[:-1], [*rows[-1], reached]] if words else [*rows, [(" ", palette.TEXT), reached]]


def _named(names: Names, seat: int) -> list[Part]:
    name = fit(names(seat), min(NAME, max(len(names(seat)), 6)))
    return [(name, palette.OWN_SEATS[seat - 1]), ("  ", palette.TEXT)]
