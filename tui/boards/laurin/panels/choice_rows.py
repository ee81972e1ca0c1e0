"""The rows of the list beside the garden: movement cards and where they lead, magic on offer, moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from engine.laurin import queries
from engine.laurin.game import GAME
from engine.laurin.model.cards import MovementCard
from engine.laurin.model.moves import Ban, Buy, Cast, Fog, Give, Move
from engine.laurin.model.names import Direction, Magic
from engine.laurin.queries import KingDestination
from tui.boards.kit.view_model import NoIntent
from tui.boards.laurin.panels.choice_list import ChoiceRow, OptionPosition
from tui.boards.laurin.play.intents import ChoosingMove, ChoosingStandingAnswers, Intent
from tui.boards.laurin.play.king_ways import number_of
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names, phrases, standing_answers
from tui.widgets.panel import Part
from tui.widgets.pieces import width_of
from tui.wire.terminal import palette, tones

ARROWS: Mapping[Direction, str] = MappingProxyType({"north": "↑", "east": "→", "south": "↓", "west": "←"})
"""Letters would not do: where east begins with an O, it looks like the number 0."""


class MagicOffer(NamedTuple):
    """A magic card that can be bought."""

    card: Magic


class DrawnCard(NamedTuple):
    """A movement card that is to be given to a seat."""

    card: str


class WayOption(NamedTuple):
    """One of the King's ways."""

    reach: KingDestination


class MoveOption(NamedTuple):
    """One of several moves to choose from."""

    move: Move


class StandingAnswerOption(NamedTuple):
    """A standing answer."""

    word: str


Option = MagicOffer | DrawnCard | WayOption | MoveOption | StandingAnswerOption
"""An option of the list."""


def options(model: ViewModel, intent: Intent) -> tuple[tuple[Option, ...], ...]:
    """The options in rows. Movement cards keep their owner's row: the others stay when one is gone."""
    position = model.position
    if isinstance(intent, ChoosingMove):
        return tuple((MoveOption(move),) for move in intent.moves)
    if isinstance(intent, ChoosingStandingAnswers):
        return tuple((StandingAnswerOption(word),) for word in GAME.standing_answers.words(model.view))
    if position.offer:
        return tuple((MagicOffer(card),) for card in dict.fromkeys(position.offer))
    if position.drawn:
        return tuple((DrawnCard(card),) for card in position.drawn)
    ways = queries.king_destinations(model.view)
    owners = range(1, len(position.movement) + 1)
    return tuple(tuple(WayOption(reach) for reach in ways if reach.owner == owner) for owner in owners)


def option_at(model: ViewModel, intent: Intent, place: OptionPosition) -> Option | None:
    """The option at a position of the list."""
    rows = options(model, intent)
    row, cell = place
    return rows[row][cell] if row < len(rows) and cell < len(rows[row]) else None


def best(model: ViewModel) -> OptionPosition:
    """Return where the cursor begins: at the way that brings the viewer most, else at the first row."""
    found = [
        (target.reach.points[model.own - 1], -row, -cell)
        for row, cells in enumerate(options(model, NoIntent()))
        for cell, target in enumerate(cells)
        if isinstance(target, WayOption) and model.leads
    ]
    _, row, cell = max(found, default=(0, 0, 0))
    return -row, -cell


def choices(model: ViewModel, intent: Intent, width: int) -> tuple[ChoiceRow, ...]:
    """Return the list in words."""
    return tuple(_slip(model, row, width) for row in options(model, intent))


def heading(model: ViewModel, intent: Intent, width: int) -> tuple[Part, ...]:
    """Return the names of the columns of movement cards; nothing above other lists."""
    rows = [row for row in options(model, intent) if row]
    if not rows or not isinstance(rows[0][0], WayOption | DrawnCard):
        return ()
    texts, alone = model.texts, isinstance(rows[0][0], DrawnCard)
    columns = _columns(model, width, alone=alone)
    said = " " * _lead(alone=alone) + "".join(f"{column.word} " for column in columns)
    wishes = (texts._("the King's ways, and who scores"), texts._("ways, who scores"), texts._("ways"))
    left = width - cell_len(said) - 2
    return ((f"{said} {next((wish for wish in wishes if cell_len(wish) <= left), '')}", palette.DIM),)


class Column(NamedTuple):
    """A number on movement cards: the word above it, and which number it is."""

    word: str
    number: Callable[[MovementCard], int]


WAY, LEAST_WAY = 12, 10
"""The cells that a way wants before another column is shown, and before one that matters now."""


def _columns(model: ViewModel, width: int, *, alone: bool) -> tuple[Column, ...]:
    """Return the columns of movement cards: those that matter in this phase, and more if there is room."""
    texts, phase = model.texts, model.position.phase
    steps = Column(texts.pgettext("column", "steps"), lambda card: card.distance)
    points = Column(texts.pgettext("column", "place"), lambda card: card.points)
    moves = Column(texts.pgettext("column", "move"), lambda card: card.moves)
    every = (steps, points, moves)
    if alone or _room(every, width, alone=alone) >= WAY:
        return every
    must = {"auction": (steps,), "placing": (steps, points), "moving": (steps, moves)}.get(phase, every)
    return must if _room(must, width, alone=alone) >= LEAST_WAY else must[-1:]


def _lead(*, alone: bool) -> int:
    """Return the cells before the columns: of the owner's tile and blanks."""
    return 1 if alone else 5


def _room(columns: tuple[Column, ...], width: int, *, alone: bool) -> int:
    return (width - _lead(alone=alone) - sum(cell_len(column.word) + 1 for column in columns) - 3) // 2


def _slip(model: ViewModel, row: tuple[Option, ...], width: int) -> ChoiceRow:
    if not row:
        return ChoiceRow((), ())
    match row[0]:
        case MoveOption(move):
            said = option(model, move)
            return ChoiceRow(
                (),
                (((said, palette.STRONG),),),
                ((_effect(model, move, width - cell_len(said) - 2), palette.TEXT),),
            )
        case StandingAnswerOption(word):
            mark = "x" if word in model.standing_answers else " "
            said = standing_answers.sentence(model.texts, word)
            return ChoiceRow((), (((f"{mark} ", palette.ACCENT), (said, palette.TEXT)),))
        case MagicOffer(card):
            return _on_offer(model, card)
        case DrawnCard(card):
            first, second = queries.destinations_of(model.view, card)
            return _card(model, first, (first, second), width, alone=True)
        case WayOption(reach):
            ways = tuple(target.reach for target in row if isinstance(target, WayOption))
            return _card(model, reach, ways, width, alone=False)


def _on_offer(model: ViewModel, card: Magic) -> ChoiceRow:
    """Return a magic card that is for sale: its key, its name, what it costs, and whether that is there."""
    texts = model.texts
    number = model.position.offer.count(card)
    name = names.name(texts, card) + (f" ×{number}" if number > 1 else "")
    widest = max(cell_len(names.name(texts, kind)) for kind in model.position.offer) + 3
    price = texts._("costs {price}", price=queries.price(card))
    padding = " " * (widest - cell_len(name))
    pays = bool(queries.payments(model.view, card))
    tile = tones.LAURIN.loud if pays else tones.TILE
    return ChoiceRow(
        ((f" {names.key_of(card)}", palette.DIM),),
        (((name, tile),),),
        (
            (f"{padding}{price}", palette.TEXT if pays else palette.DIM),
            (f" {tones.TICK}" * pays, tones.LAURIN.ink),
        ),
    )


def _card(
    model: ViewModel, reach: KingDestination, ways: tuple[KingDestination, ...], width: int, *, alone: bool
) -> ChoiceRow:
    """Return a movement card: its owner, its numbers, and both its ways."""
    columns = _columns(model, width, alone=alone)
    owner: tuple[Part, ...] = ((" ", palette.TEXT),)
    if not alone:
        tile = tones.SEAT_TILES[reach.owner - 1]
        owner = ((" ", palette.TEXT), (f" {model.letter(reach.owner)} ", tile), (" ", palette.TEXT))
    numbers = "".join(
        f"{str(column.number(reach.card)).center(cell_len(column.word))} " for column in columns
    )
    lead: tuple[Part, ...] = (*owner, (numbers, palette.TEXT))
    words = [_way(model, way, _room(columns, width, alone=alone)) for way in ways]
    if not alone:
        return ChoiceRow(lead, tuple(words))
    return ChoiceRow(lead, ((*words[0], (" ", palette.TEXT), *words[1]),))


def _way(model: ViewModel, reach: KingDestination, room: int) -> tuple[Part, ...]:
    """Return a way in exactly `room` cells: its number, where it leads, who would score how much there."""
    number = number_of(reach) if reach.owner else ""
    arrow = ARROWS[reach.direction]
    head: tuple[Part, ...] = ((number, tones.REACHED), (f"{arrow} ", palette.TEXT))
    left = room - cell_len(number) - 2
    if reach.end is None or not any(reach.points):
        texts = model.texts
        wishes = (texts._("off the board"), texts._("off")) if reach.end is None else (texts._("nobody"), "-")
        said = next((wish for wish in wishes if cell_len(wish) <= left), wishes[-1])
        return (*head, (said.ljust(left), palette.DIM))
    return (*head, *_gains(model, reach.points, left))


def _gains(model: ViewModel, points: Sequence[int], room: int) -> tuple[Part, ...]:
    """Return who would score how much in exactly `room` cells, by letters; the viewer's in colour."""
    found = [
        (f"{model.letter(seat)}{gain}", palette.SEATS[seat - 1] if seat == model.own else palette.TEXT)
        for seat, gain in enumerate(points, start=1)
        if gain
    ]
    between = " " if width_of(found) + len(found) - 1 <= room else ""
    parts = [part for sign in found for part in ((between, palette.TEXT), sign)][1:]
    return (*parts, (" " * (room - width_of(parts)), palette.TEXT))


def option(model: ViewModel, move: Move) -> str:
    """Return a move to choose, in a few words."""
    match move:
        case Buy(_, paid):
            return model.texts._("pay {cards}", cards=phrases.treasure(paid))
        case Give(_, seat):
            return model.names(seat)
    return phrases.aim(model.texts, model.names, move)  # type: ignore[arg-type]  # magic is what is left


def _effect(model: ViewModel, move: Move, room: int) -> str:
    """Return what a choice would lead to, if `room` cells can say it."""
    if isinstance(move, Buy | Give | Ban):
        return ""
    cast: Cast = move  # type: ignore[assignment]  # as in `option`
    points = queries.would_score(model.view, cast)
    point = queries.king_after(model.view, cast)
    there = f"{phrases.spot(point)}: " if point and not isinstance(move, Fog) else ""
    said = f" {there}{phrases.gains(model.texts, model.names, points)}"
    return said if cell_len(said) <= room else f" {there}{phrases.signs(model.letters, points)}"
