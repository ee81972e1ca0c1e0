"""What a terminal shows after some bytes. How that is drawn is `docs.pictures.drawing`'s.

pyte leaves out dim ink (SGR 2), which lines and labels are written in; here it stands in the
place of blinking, which crownhouse never sends.
"""

from __future__ import annotations

import re

import pyte

UNKNOWN = re.compile(
    rb"\x1b\[\?\d+\$p|\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?u|\x1b\[2[23];2t|\x1b\][02];[^\x07\x1b]*(?:\x07|\x1b\\)"
)
"""What pyte would show as text: questions to the terminal, titles."""
DIM, BLINK, NEITHER_BOLD_NOR_DIM, NO_BLINK = 2, 5, 22, 25
COLOUR_FOLLOWS = (38, 48)


class Screen(pyte.Screen):
    """Cells that blink are dim; cells that are pushed out of a line are lost."""

    def insert_characters(self, count: int | None = None) -> None:
        """ICH. pyte's own keeps a cell behind the line, which DCH would bring back."""
        super().insert_characters(count)
        self.buffer[self.cursor.y].pop(self.columns, None)

    def select_graphic_rendition(self, *attrs: int) -> None:
        """SGR with dim ink as what pyte knows."""
        super().select_graphic_rendition(*_without_dim(list(attrs)))


def _without_dim(codes: list[int]) -> list[int]:
    known, at = [], 0
    while at < len(codes):
        code = codes[at]
        if code in COLOUR_FOLLOWS:
            taken = 3 if codes[at + 1 : at + 2] == [5] else 5
            known += codes[at : at + taken]
            at += taken
            continue
        known += {DIM: [BLINK], NEITHER_BOLD_NOR_DIM: [NEITHER_BOLD_NOR_DIM, NO_BLINK]}.get(code, [code])
        at += 1
    return known


def screen_after(data: bytes, columns: int, rows: int) -> Screen:
    """The screen of a terminal that was sent `data`."""
    screen = Screen(columns, rows)
    pyte.ByteStream(screen).feed(UNKNOWN.sub(b"", data))
    return screen
