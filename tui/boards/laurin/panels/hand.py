"""The player's hand below the garden, where there is room: dwarfs at home, and magic cards with what they do.

Everything here is also said elsewhere: beside the seats, and by `?`.
"""

from __future__ import annotations

import textwrap
from collections import Counter

from rich.cells import set_cell_size
from rich.style import Style

from engine.laurin import queries
from engine.laurin.model.cards import stock
from engine.laurin.model.names import Magic
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names
from tui.widgets.panel import Part
from tui.widgets.pieces import cut
from tui.wire.terminal import palette, tones

CARD_WIDTHS = (14, 30)
"""The least and the most cells of a card."""
DWARF = 5
"""The cells of a dwarf."""
GAP = " "

Rows = list[list[Part]]


def hand(model: ViewModel, width: int, height: int) -> tuple[tuple[Part, ...], ...]:
    """Return the hand in `height` rows, a line above it among them; nothing for spectators."""
    if not model.own or height < 2:
        return ()
    rows = height - 1
    home = _home(model)
    lines = _beside(_dwarfs(model, rows), _magic(model, width - home - 2, rows), rows, home)
    return ((("─" * width, palette.FAINT),), *(tuple(cut(line, width)) for line in lines))


def _home(model: ViewModel) -> int:
    """Return the cells of all dwarfs that a player begins with: what is beside them keeps its place."""
    label = len(model.texts._("your dwarfs at home")) + 1
    return max(label, len(stock(len(model.position.stocks))) * (DWARF + 1) + 1)


def _beside(left: Rows, right: Rows, rows: int, column: int) -> Rows:
    return [
        [*cut(left[at] if at < len(left) else (), column), (GAP * 2, palette.TEXT), *right[at]]
        for at in range(rows)
    ]


def _dwarfs(model: ViewModel, rows: int) -> Rows:
    """Return the dwarfs at home, drawn like those in the garden."""
    texts, home = model.texts, model.position.stocks[model.own - 1]
    label: list[Part] = [(GAP, palette.TEXT), (texts._("your dwarfs at home"), palette.DIM)]
    if not home:
        return [label, [(GAP, palette.TEXT), (texts._("none"), palette.TEXT)]]
    tile = tones.bold(tones.SEAT_TILES[model.own - 1])
    letter = model.letter(model.own)
    signs = [(f" {letter}{queries.placing_cost(kind)}", f" →{kind[-1]}") for kind in home]
    found = [label]
    for at in range(min(2, rows - 1)):
        line: list[Part] = [(GAP, palette.TEXT)]
        for sign in signs:
            line += [(sign[at].ljust(DWARF), tile), (GAP, palette.TEXT)]
        found.append(line)
    return found


def _magic(model: ViewModel, room: int, rows: int) -> Rows:
    """The magic cards: those that can be played now are filled. Without room for cards, a line for each."""
    owned = Counter(model.position.magic[model.own - 1])
    empty: Rows = [[] for _ in range(rows)]
    if not owned:
        return [[(model.texts._("no magic"), palette.DIM)], *empty[1:]]
    least, most = CARD_WIDTHS
    each = min(most, room // len(owned) - 1)
    cells = each if each >= least else room
    playable = queries.playable(model.view)
    faces = [
        _card(model, kind, number, cells, rows, now=playable[kind] is None) for kind, number in owned.items()
    ]
    if each >= least:
        return [[part for face in faces for part in (face[at], (GAP, palette.TEXT))] for at in range(rows)]
    lines: Rows = [[face[0]] for face in faces]
    if len(lines) > rows:
        rest = [f"{names.key_of(kind)} {names.name(model.texts, kind)}" for kind in [*owned][rows - 1 :]]
        lines[rows - 1 :] = [[(set_cell_size(f" {', '.join(rest)}", room), tones.TILE)]]
    return [*lines, *empty][:rows]


def _card(model: ViewModel, kind: Magic, number: int, width: int, rows: int, *, now: bool) -> list[Part]:
    """Return a card as one part a row: its key and name, what it does, and when, as far as there is room."""
    texts = model.texts
    times = f" ×{number}" if number > 1 else ""
    long, word, does = names.name(texts, kind), names.word(texts, kind), cards.short(texts, kind)
    name = (long if len(long) + len(times) + 3 <= width else word) + times
    said = textwrap.wrap(does, width - 2)
    words = [name, *said]
    if width > CARD_WIDTHS[1]:
        lines = (f"{one}{times}: {does}" for one in (long, word))
        words = [next((line for line in lines if len(line) + 4 <= width), name)]
    when, _, limits = cards.sentences(texts, kind)
    for sentence in (when, limits):
        more = ["", *textwrap.wrap(sentence, width - 2, break_long_words=False)]
        if len(words) + len(more) > rows or max(map(len, more)) > width - 2:
            break
        words += more
    style: Style = tones.LAURIN.loud if now else tones.TILE
    first = tones.bold(style)
    padded = [f"{names.key_of(kind)} {words[0]}", *words[1:], *[""] * rows][:rows]
    return [(set_cell_size(f" {line}", width), first if at == 0 else style) for at, line in enumerate(padded)]
