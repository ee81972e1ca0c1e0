"""The odds as lines: every card that can still be reached and its chance, in columns. Pure.

The place of each card depends on the position alone, and the effect of a choice follows the chance it
changes, so that another choice redraws few cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from engine.court.model.moves import Keep, Move, Roll, Use
from engine.court.model.state import Kind
from engine.game import Odds
from engine.value.values import Likelihood
from tui.boards.court.panels.court_rows import kind_of
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import names
from tui.boards.court.words.phrases import dice as in_words
from tui.boards.court.words.phrases import mark as in_notation
from tui.language.odds_words import AT_LEAST, percent
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import bar
from tui.wire.terminal import palette

_TRIVIAL = frozenset(("jester", "charlatan"))
"""The cards that every result pays for."""
_CHANCE = 9
"""The cells of a blank, a chance and the chance after the choice: ` 87→>99%`."""
_NEARLY = 1e-9
SHORTEST_BAR, LONGEST_BAR = 4, 10
"""Cells of a bar, where there is room for one."""
_GAPS = (3, 2, 1)
"""Cells between columns, the best first."""

Line = tuple[Part, ...]


class OddsRow(NamedTuple):
    """A card, its chance, and its chance after the choice (None: no choice, or no change)."""

    kind: str
    now: str
    then: str | None = None


def rows(now: Iterable[Likelihood], then: Iterable[Likelihood]) -> tuple[OddsRow, ...]:
    """Return the cards that are listed, from the highest on."""
    later = {likely.what: likely for likely in then}
    found = [_row(likely, later.get(likely.what)) for likely in now if likely.what not in _TRIVIAL]
    return tuple(reversed(found))


def _row(now: Likelihood, then: Likelihood | None) -> OddsRow:
    here, after = percent(now), percent(then) if then else None
    stays = then is None or then.chance >= now.chance - _NEARLY or after == here
    return OddsRow(now.what, here, None if stays else after)


AROUND_TITLE = 4
"""Cells of the line above the odds that are not its title."""


def title(model: ViewModel, odds: Odds, move: Move | None, shown: Sequence[OddsRow], width: int) -> str:
    """Return whose odds these are, what is chosen, and, where there is room, what the sign of an inexact
    chance means: that more is still to come, or that this is all that could be worked out.
    """
    texts = model.texts
    if odds.seat != model.view.seat:
        said = texts._("{name}'s odds with best play", name=model.names(odds.seat))
    elif move is None:
        said = texts._("your odds with best play")
    else:
        said = texts._("your odds → {choice}", choice=_choice(model, move))
    final = model.view.position.final
    if final is not None and final.begun:
        aim = texts._("{result} to beat", result=in_notation(final.mark.count, final.mark.face))
        aimed = f"{said}   {aim}"
        said = aimed if cell_len(aimed) + AROUND_TITLE <= width else said
    at_least = texts._("at least so far") if odds.more else texts._("at least")
    bounded = any(AT_LEAST in row.now + (row.then or "") for row in shown)
    explained = f"{said}   {AT_LEAST} {at_least}"
    return explained if bounded and cell_len(explained) + AROUND_TITLE <= width else said


def _choice(model: ViewModel, move: Move) -> str:
    match move:
        case Keep(dice):
            return model.texts._("{dice} aside", dice=in_words(dice))
        case Roll():
            return model.texts._("roll")
    assert isinstance(move, Use)  # noqa: S101  (nothing else is chosen among dice and powers)
    return names.name(model.texts, move.card)


def lines(model: ViewModel, shown: Sequence[OddsRow], room: Size) -> tuple[Line, ...]:
    """Return the rows in as few columns as the height allows, from the highest card down."""
    texts = model.texts
    if not shown:
        return (((texts._("No card is within reach this turn, except perhaps a Jester."), palette.DIM),),)
    for word in (names.name, _first_word, names.short):
        words = {row.kind: word(texts, kind_of(row.kind)) for row in shown}
        for gap in _GAPS:
            columns = _columns(shown, room.height)
            width = sum(_widest(column, words) + _CHANCE + gap for column in columns) - gap
            if width <= room.width:
                spare = (room.width - width) // len(columns) - 1
                return _laid(columns, words, gap, min(spare, LONGEST_BAR) if spare >= SHORTEST_BAR else 0)
    kept = max(1, (room.width // (_CHANCE + 4)) * room.height)
    return _laid(_columns(shown[:kept], room.height), words, 1)


def _first_word(texts: Texts, kind: Kind) -> str:
    return names.name(texts, kind).partition(" ")[0]


def _columns(shown: Sequence[OddsRow], height: int) -> list[Sequence[OddsRow]]:
    count = -(-len(shown) // max(1, height))
    each = -(-len(shown) // count)
    return [shown[at : at + each] for at in range(0, len(shown), each)]


def _widest(column: Iterable[OddsRow], words: Mapping[str, str]) -> int:
    return max(cell_len(words[row.kind]) for row in column)


def _laid(
    columns: Sequence[Sequence[OddsRow]], words: Mapping[str, str], gap: int, cells: int = 0
) -> tuple[Line, ...]:
    """Return the lines; `cells`: the length of the bar beside each chance."""
    widths = [_widest(column, words) for column in columns]
    found: list[Line] = []
    for place in range(len(columns[0])):
        line: list[Part] = []
        for column, width in zip(columns, widths, strict=True):
            if place < len(column):
                line += _cell(column[place], words[column[place].kind], width, cells)
                line.append((" " * gap, palette.TEXT))
        found.append(tuple(line[:-1]))
    return tuple(found)


def _bar(row: OddsRow, cells: int) -> list[Part]:
    """Return the chance that counts as a bar: the one after the choice, if it changes."""
    chance = int("".join(filter(str.isdigit, row.then or row.now)) or 0)
    style = palette.STRONG if row.then is None else palette.ACCENT
    return [*bar(round(chance * cells / 100), cells, style), (" ", palette.TEXT)] if cells else []


def _cell(row: OddsRow, word: str, width: int, cells: int) -> list[Part]:
    """Return a card's cells, always in the same number."""
    name = f"{word}{' ' * (width - cell_len(word))} "
    return [(name, palette.TEXT), *_bar(row, cells), *_chances(row)]


def _chances(row: OddsRow) -> list[Part]:
    if row.then is None:
        return [(f"{row.now:>3}%", palette.STRONG), (" " * 4, palette.TEXT)]
    return [(f"{row.now:>3}", palette.STRONG), (f"→{row.then:>3}%", palette.ACCENT)]
