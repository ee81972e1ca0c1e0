"""The card that acts, large, and beside it what it does: for steps that are shown one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from engine.intrigue.model import events
from engine.intrigue.model.state import Kind, View
from tui.boards.intrigue.panels.inks import family, on
from tui.boards.intrigue.words import cards
from tui.boards.intrigue.words.events import event_text, yours
from tui.boards.intrigue.words.names import CARDS, subject
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.widgets.even import even_lines
from tui.widgets.panel import Part
from tui.widgets.paragraphs import inked, marked, wrap
from tui.widgets.pieces import cut, fit, width_of
from tui.wire.terminal import palette, tones

WIDTH, ROWS = 34, 4
"""Cells and rows of the card."""
BESIDE = 60
"""Cells from which on what it does stands beside it."""
ARROW = "  ──→  "
"""Leads to what is acted on."""
INKS = (on(tones.TILE, palette.WARNING), tones.TILE, tones.TILE)
"""Of what becomes of a card, what is lost with it, and what is left."""
OF_EVENTS: dict[type, Kind] = {
    events.Stole: "spy",
    events.Moved: "decree",
    events.Doubled: "conspiracy",
    events.Returned: "ambush",
}
"""The card that acts where an event does not name it."""


def acting(
    texts: Texts, names: Names, view: View, happened: Sequence[Any], room: Size
) -> Sequence[Sequence[Part]]:
    """Return the card and what it does, or what is left face down; nothing if no card acts. A card or family
    that it acts on stands beside it, and what happens below. Of less room the heads of both are enough, then
    what happens there is not told again below; nothing where that is too much, too.
    """
    first = next((one for one in happened if hasattr(one, "seat") and not isinstance(one, events.Laid)), None)
    if first is None:
        return ()
    drawn = _drawn(texts, names, view, happened, first, room.width)
    return next((rows for rows in drawn if len(rows) <= room.height), ())


def _drawn(
    texts: Texts, names: Names, view: View, happened: Sequence[Any], first: Any, width: int
) -> Iterator[list[list[Part]]]:
    """Yield the picture in ever fewer rows."""
    told = _told(texts, names, happened, view.seat)
    cells = min(WIDTH, width)
    hidden = isinstance(first, events.Left)
    card = _back(names, first.seat, cells) if hidden else _card(texts, names, first, cells)
    if width < BESIDE:
        yield [*card, *wrap(told, width)]
        yield [card[0], *wrap(told, width)]
        return
    acted_on = next((one for one in happened if isinstance(one, events.Removed | events.Stole)), None)
    if acted_on is not None:
        across = min(cells, width - cells - len(ARROW))
        target = _target(texts, names, view, acted_on, across)
        gaps = [(ARROW if at == 1 else " " * len(ARROW), palette.TEXT) for at in range(ROWS)]
        rows = [[*row, gap, *other] for row, gap, other in zip(card, gaps, target, strict=True)]
        yield [*rows, *wrap(told, width)]
        heads = [
            [*card[0], gaps[1], *target[0]],
            [*_row(first.seat, [], cells), gaps[0], *_becomes(texts, view, acted_on, across)],
        ]
        yield [*heads, *wrap(told, width)]
        others = [one for one in happened if one is not acted_on]
        yield [*heads, *wrap(_told(texts, names, others, view.seat), width)]
        return
    gap: Part = ("   ", palette.TEXT)
    beside = wrap(told, width - cells - len(gap[0]) - 1)
    if len(beside) <= ROWS:
        rows = [[*row, gap, *(beside[at] if at < len(beside) else [])] for at, row in enumerate(card)]
        yield [*rows, *wrap(_coming(texts, names, view), width)]
        yield rows
    else:
        yield [*card, *wrap(told, width)]
    yield [card[0], *wrap(told, width)]


def following(texts: Texts, names: Names, view: View, happened: Sequence[Any]) -> str:
    """Return what Enter shows behind a view: a place of the queue, or what the card that was turned over
    does; '' for anything else.
    """
    asked = view.position.resolving
    first = next((one for one in happened if hasattr(one, "seat")), None)
    if asked is None or first is None:
        return ""
    if asked.effect is not None:
        return texts._("Enter shows what {card} does.", card=subject(texts, asked.effect))
    if isinstance(first, events.Left | events.Revealed) and first.place == asked.place:
        return texts._(
            "Enter shows what {name} does at place {place}.", name=names(first.seat), place=asked.place
        )
    return ""


def _coming(texts: Texts, names: Names, view: View) -> list[Part]:
    """Who is asked next, at which place, and what they can do there; nothing if that is who looks."""
    asked = view.position.resolving
    if asked is None or asked.effect is not None:
        return []
    owner = view.position.queue[asked.place - 1][-1].owner
    if owner == view.seat:
        return []
    said = texts._(
        "Place {place}: {name} shows the card, or leaves it and lays 1 influence on it.",
        place=asked.place, name=marked(owner, names(owner)),
    )  # fmt: skip
    return inked(said, palette.DIM)


def _card(texts: Texts, names: Names, event: Any, cells: int) -> list[list[Part]]:
    kind: Kind = getattr(event, "card", None) or OF_EVENTS.get(type(event), "spy")
    effect = even_lines(cards.effect(texts, kind), cells - 3)
    if len(effect) >= ROWS:
        effect = even_lines(cards.short_effect(texts, kind), cells - 3)
    said = [*effect, "", "", ""][: ROWS - 1]
    rows = [_row(event.seat, [(f" {one}", tones.TILE)], cells) for one in said]
    return [_head(names, event.seat, CARDS.name(texts, kind), cells), *rows]


def _target(
    texts: Texts, names: Names, view: View, event: events.Removed | events.Stole, cells: int
) -> list[list[Part]]:
    """Return the card or family that is acted on, and what becomes of it."""
    seat, name, said = _acted_on(texts, event)
    has = cards.influence(texts, view.position.influence[seat - 1])
    told = [[(" ", tones.TILE), part] for part in zip((*said, has), INKS, strict=True)]
    return [_head(names, seat, name, cells), *(_row(seat, parts, cells) for parts in told)]


def _becomes(texts: Texts, view: View, event: events.Removed | events.Stole, cells: int) -> list[Part]:
    """Return what becomes of what is acted on, in one row: as much of it as fits whole."""
    seat, _, (what, lost) = _acted_on(texts, event)
    has = cards.influence(texts, view.position.influence[seat - 1])
    said = [(f" {part}", ink) for part, ink in zip((what, lost, has), INKS, strict=True) if part]
    while len(said) > 1 and width_of(said) >= cells:
        said.pop()
    return _row(seat, said, cells)


def _acted_on(texts: Texts, event: events.Removed | events.Stole) -> tuple[int, str, tuple[str, str]]:
    """Return whose card it is, its name and what becomes of it; of a family no name."""
    if isinstance(event, events.Stole):
        return event.victim, "", ("-1", "")
    lost = texts._("({influence} lost)", influence=cards.influence(texts, event.lost)) if event.lost else ""
    return event.owner, CARDS.name(texts, event.removed), (texts._("✗ removed"), lost)


def _back(names: Names, seat: int, cells: int) -> list[list[Part]]:
    """Return a card face down, in a pattern of few signs: each takes three bytes."""
    hidden = [("▒ " * cells)[row % 2 :][: cells - 3] for row in range(ROWS - 1)]
    return [
        _head(names, seat, "", cells, tones.BACK),
        *[_row(seat, [(f" {one} ", tones.BACK)], cells, tones.BACK) for one in hidden],
    ]


def _head(names: Names, seat: int, name: str, cells: int, ground: Style = tones.TILE) -> list[Part]:
    owner = fit(names(seat), min(16, max(1, cells - 4 - len(name)))).rstrip()
    left = cut([(f" {name}", tones.bold(ground))], cells - 2 - cell_len(owner), ground)
    return _row(seat, [*left, (owner, family(ground, seat)), (" ", ground)], cells, ground)


def _row(seat: int, parts: Sequence[Part], cells: int, ground: Style = tones.TILE) -> list[Part]:
    return [("█", palette.SEATS[seat - 1]), *cut(parts, cells - 1, ground)]


def _told(texts: Texts, names: Names, happened: Sequence[Any], you: int | None) -> list[Part]:
    """Return all that happened in sentences, each name in its seat's colour; who reads them is "you"."""
    parts = list[Part]()
    for event in happened:
        said = event_text(texts, lambda seat: marked(seat, names(seat)), event)
        if said is None:
            continue
        gap = " " if parts else ""
        own = yours(texts, lambda seat: marked(seat, names(seat)), event, you) if you else ""
        if own:
            parts += inked(f"{gap}{own}.", palette.TEXT)
        elif said.seat is None:
            parts += inked(gap + said.text, palette.DIM)
        else:
            parts += [
                (gap + names(said.seat), palette.OWN_SEATS[said.seat - 1]),
                *inked(f" {said.text}.", palette.TEXT),
            ]
    return parts
