"""The rows of the list beside the garden: movement cards and where they lead, magic on offer, moves to choose
from.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from engine.laurin import queries
from engine.laurin.game import GAME
from engine.laurin.model.moves import Ban, Buy, Cast, Fog, Give, Move
from engine.laurin.model.names import Direction, Magic
from engine.laurin.queries import KingDestination
from tui.boards.kit.intents import NoIntent
from tui.boards.laurin.panels.choice_list import ChoiceRow, OptionPosition
from tui.boards.laurin.panels.garden_picture import number_of
from tui.boards.laurin.play.intents import ChoosingMove, ChoosingStandingAnswers, Intent
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names, phrases, standing_answers
from tui.widgets.panel import Part
from tui.wire.terminal import palette

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
    """Return the options in rows. Movement cards keep their owner's row, so that the others stay in place
    when one is gone.
    """
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
    """Return the list in words; if there is room, the labels of the columns are below the King's ways."""
    rows = options(model, intent)
    found = tuple(_slip(model, row, width) for row in rows)
    if not any(isinstance(row[0], WayOption) for row in rows if row):
        return found
    return (*found, ChoiceRow((columns(model),), ()))


def columns(model: ViewModel) -> Part:
    """Return the labels of the columns of movement cards."""
    said = model.texts._("distance, place/move, who scores")
    return f" {said}", palette.DIM


def _slip(model: ViewModel, row: tuple[Option, ...], width: int) -> ChoiceRow:
    if not row:
        return ChoiceRow((), ())
    match row[0]:
        case MoveOption(move):
            return ChoiceRow(
                (), (((option(model, move), palette.STRONG),),), ((_effect(model, move), palette.TEXT),)
            )
        case StandingAnswerOption(word):
            mark = "x" if word in model.standing_answers else " "
            said = standing_answers.sentence(model.texts, word)
            return ChoiceRow(((f" {mark}", palette.ACCENT),), (((said, palette.TEXT),),))
        case MagicOffer(card):
            return _on_offer(model, card)
        case DrawnCard(card):
            first, second = queries.destinations_of(model.view, card)
            return _card(model, first, (first, second), width, alone=True)
        case WayOption(reach):
            ways = tuple(target.reach for target in row if isinstance(target, WayOption))
            return _card(model, reach, ways, width, alone=False)


def _on_offer(model: ViewModel, card: Magic) -> ChoiceRow:
    texts = model.texts
    number = model.position.offer.count(card)
    name = names.name(texts, card) + (f" ×{number}" if number > 1 else "")
    widest = max(cell_len(names.name(texts, kind)) for kind in model.position.offer) + 3
    price = texts._("costs {price}", price=queries.price(card))
    padding = " " * (widest - cell_len(name))
    ink = palette.AFFORDABLE if queries.payments(model.view, card) else palette.TEXT
    return ChoiceRow(
        ((f" {names.key_of(card)}", palette.DIM),), (((name, ink),),), ((f"{padding}{price}", palette.DIM),)
    )


def _card(
    model: ViewModel, reach: KingDestination, ways: tuple[KingDestination, ...], width: int, *, alone: bool
) -> ChoiceRow:
    """Return a movement card: its owner, distance, placing points, moving number, and both its ways."""
    card = reach.card
    own = reach.owner == model.own
    ink = (palette.OWN_SEATS if own else palette.SEATS)[reach.owner - 1] if reach.owner else palette.TEXT
    letter = model.letter(reach.owner) if reach.owner else " "
    lead: tuple[Part, ...] = (
        (f" {letter}", ink),
        (f" {card.distance}", palette.TEXT),
        (f" {card.points}/{card.moves}", palette.DIM),
    )
    room = (width - 8 - 3) // 2
    words = [_way(model, way, room) for way in ways]
    if not alone:
        return ChoiceRow(lead, tuple(words))
    return ChoiceRow(lead, ((*words[0], (" ", palette.TEXT), *words[1]),))


def _way(model: ViewModel, reach: KingDestination, room: int) -> tuple[Part, ...]:
    """Return a way in exactly `room` cells: its number, where it leads, who would score how much there."""
    texts = model.texts
    number = number_of(reach) if reach.owner else ""
    head = f"{number}{ARROWS[reach.direction]} "
    if reach.end is None:
        said = texts._("off")
    else:
        said = phrases.signs(model.letters, reach.points)
        if cell_len(head) + cell_len(said) > room:
            said = phrases.signs(model.letters, reach.points, "")
    ink = palette.DIM if reach.end is None or not any(reach.points) else palette.TEXT
    return (head, palette.TEXT), (said.ljust(room - len(head)), ink)


def option(model: ViewModel, move: Move) -> str:
    """Return a move to choose, in a few words."""
    match move:
        case Buy(_, paid):
            return model.texts._("pay {cards}", cards=phrases.treasure(paid))
        case Give(_, seat):
            return model.names(seat)
    return phrases.aim(model.texts, model.names, move)  # type: ignore[arg-type]  # magic is what is left


def _effect(model: ViewModel, move: Move) -> str:
    """Return what a choice would lead to, if a few cells can say it."""
    if isinstance(move, Buy | Give | Ban):
        return ""
    gains: Cast = move  # type: ignore[assignment]  # as in `option`
    shown = phrases.signs(model.letters, queries.would_score(model.view, gains))
    point = queries.king_after(model.view, gains)
    there = f"{phrases.spot(point)}: " if point and not isinstance(move, Fog) else ""
    return f" {there}{shown}"
