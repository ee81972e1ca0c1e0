"""What intrigue is about, for who sits down for the first time."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from engine.intrigue.model.state import Kind
from tui.boards.intrigue.words.names import CARDS
from tui.boards.kit.board import FirstTable
from tui.language.texts import N_, NC_, Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import fit
from tui.wire.terminal import palette, tones

QUEUE: tuple[tuple[str, int, Kind | None, int], ...] = (
    ("Birch", 2, "archer", 0), ("", 0, None, 2), ("Amber", 1, "heir", 0), ("Birch", 2, None, 1),
    ("Amber", 1, None, 0),
)  # fmt: skip
"""Whose the cards are ('': the reader's), the colour of that seat, what those are that lie open, and the
influence on them.
"""

FRONT, END = NC_("queue", "front"), NC_("queue", "end")


def _picture(texts: Texts, width: int) -> Sequence[Sequence[Part]]:
    """Returns a queue of five cards, some of them face down with influence on them."""
    each = (width - len(QUEUE) + 1) // len(QUEUE)
    rows: list[list[Part]] = [[], [], []]
    for number, (owner, seat, kind, influence) in enumerate(QUEUE, 1):
        ground = tones.TILE if kind else tones.BACK
        surface = Style(bgcolor=ground.bgcolor)
        name = owner or texts._("you")
        shown = CARDS.name(texts, kind) if kind else "▒" * (each - 2)
        label = f" {number} "
        rows[0] += [
            (label, surface + palette.DIM),
            (fit(name, each - len(label)), surface + palette.OWN_SEATS[seat]),
        ]
        rows[1] += [(fit(f" {shown}", each), tones.bold(ground) if kind else ground)]
        rows[2] += [(fit(f" {'●' * influence}", each), surface + tones.INFLUENCE)]
        for row in rows:
            row.append((" ", palette.TEXT))
    front, end = texts.of(FRONT), texts.of(END)
    line = "─" * max(1, width - len(front) - len(end) - 5)
    return [
        *rows,
        [(f"{front} ", palette.DIM), (line, palette.FAINT), ("▶", tones.PLOT.ink), (f" {end}", palette.DIM)],
    ]


FIRST_TABLE = FirstTable(
    aim=N_("Have the most influence in front of you after six rounds."),
    steps_of=N_("A round"),
    steps=(
        N_("Lay one card face down: front, end, or on your own."),
        N_("The queue acts from the front: show yours, or leave it."),
        N_("Left face down, it gathers 1 influence; shown, it acts."),
    ),
    advice=N_("Influence on a card pays when you show it, if it is still there."),
    picture=_picture,
)
