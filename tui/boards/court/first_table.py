"""What court is about, for who sits down for the first time."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tui.boards.kit.board import FirstTable
from tui.language.texts import N_, Texts
from tui.widgets.die_faces import DIGIT, WIDE
from tui.widgets.panel import Part
from tui.widgets.pixels import pixels
from tui.wire.terminal import palette, tones

SMALL_CROWN = (
    "......o......",
    "o..o..#..o..o",
    "##.##.#.##.##",
    "#############",
    "bjbbjbbbjbbjb",
    "#############",
)
"""As in `tui.widgets.pixels`, as high as a die."""
GILDED = {("o", "#"): tones.CROWN_TIP, ("b", "#"): tones.CROWN_BAND, ("j", "#"): tones.CROWN_JEWEL}


def _picture(_: Texts, width: int) -> Sequence[Sequence[Part]]:
    """Returns seven sixes, and the King that they bring."""
    face = WIDE if width >= 7 * WIDE.pitch + 5 + len(SMALL_CROWN[0]) else DIGIT
    inks: dict[str, Style] = {
        "#": tones.GILT, "o": tones.PEARL, "b": tones.BAND, "j": palette.SEATS[1]
    }  # fmt: skip
    crown = [[("♛", palette.GOLD)]]
    if face.height > 1:
        crown = pixels(SMALL_CROWN, inks, GILDED)
    lines: list[list[Part]] = []
    for row in range(face.height):
        dice = [part for _ in range(7) for part in ((face.row(6, row), tones.DIE), (" ", palette.TEXT))]
        arrow = " ━▶  " if row == face.middle else "     "
        lines.append([*dice, (arrow, tones.COURT.ink), *crown[row]])
    return lines


FIRST_TABLE = FirstTable(
    aim=N_(
        "Hold the King at the end. The first to show seven dice of one face takes him; everyone else then "
        "has one last turn to beat that."
    ),
    steps_of=N_("Your turn"),
    steps=(
        N_("Roll. Set one die or more aside; roll the others again."),
        N_("All dice aside: take one card that they pay for."),
        N_("People bring more dice, or change what they show."),
    ),
    advice=N_("Take the Farmer early: a fourth die in every turn."),
    picture=_picture,
)
