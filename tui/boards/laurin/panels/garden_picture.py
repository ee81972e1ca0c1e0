"""The garden as one player sees it now: dwarfs, the King, where he can go, and what is being done."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from engine.laurin import queries
from engine.laurin.game import GAME
from engine.laurin.model.moves import Exchange, Haste, Lead, Move, Place, Revolt
from engine.laurin.model.names import Point
from engine.laurin.model.state import Dwarf, View
from tui.boards.kit.view_model import Confirming
from tui.boards.laurin.panels.squares import AIMED, DwarfSign, GardenPicture
from tui.boards.laurin.play.intents import ChoosingExchange, ChoosingMove, Intent, MovingDwarfs
from tui.boards.laurin.play.king_ways import number_of
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words.phrases import seen
from tui.wire.terminal import tones

LIFTED = DwarfSign("·", tones.LAWN_FOCUS)
"""A square from which a dwarf was lifted."""


def garden_picture(
    model: ViewModel, intent: Intent, aim: Move | None, *, brief: bool = False
) -> GardenPicture:
    """Return the picture of the garden. `aim` is the move under the cursor while one of several is chosen;
    a `brief` picture does not say where the King can go.
    """
    view = _becoming(model.view, intent)
    dwarfs = {dwarf.square: dwarf_sign(model, dwarf) for dwarf in view.position.dwarfs}
    if isinstance(intent, MovingDwarfs):
        dwarfs = {**dict.fromkeys(intent.lifted, LIFTED), **dwarfs}
        if intent.held is not None and intent.held not in {target for _, target in intent.steps}:
            dwarfs[intent.held] = LIFTED
    ways = {} if brief else marks(model, intent, aim)
    return GardenPicture(MappingProxyType(dwarfs), model.position.king, ways, _picks(intent))


def _becoming(view: View, intent: Intent) -> View:
    """Return the view after the planned move, if the engine can give it."""
    planned = intent.move(view) if isinstance(intent, MovingDwarfs) and intent.steps else None
    if planned is None or GAME.check(view, planned):
        return view
    return GAME.preview(view, planned) or view


def dwarf_sign(model: ViewModel, dwarf: Dwarf) -> DwarfSign:
    """Return a dwarf: a tile in its owner's colour with their letter, its value, and what it shows next."""
    at = dwarf.seat - 1
    style = tones.TURNED_TILES[at] if dwarf.turned else tones.bold(tones.SEAT_TILES[at])
    after = "" if dwarf.turned else f"→{dwarf.kind[-1]}"
    return DwarfSign(f"{model.letter(dwarf.seat)}{seen(dwarf)}", style, after)


def marks(model: ViewModel, intent: Intent, aim: Move | None) -> Mapping[Point, str]:
    """Return where the King can go: for each point the number of the way that leads there."""
    found: dict[Point, str] = {}
    if isinstance(intent, ChoosingMove) and intent.of == "give":
        return MappingProxyType(found)
    for reach in queries.king_destinations(model.view):
        if reach.end is not None:
            found.setdefault(reach.end, number_of(reach))
    point = _led_to(
        model, aim if aim is not None else intent.move if isinstance(intent, Confirming) else None
    )
    if point is not None:
        found[point] = AIMED
    return MappingProxyType(found)


def _led_to(model: ViewModel, move: Move | None) -> Point | None:
    match move:
        case Haste() | Revolt():
            return queries.king_after(model.view, move)
        case Lead(seat, direction):
            ways = queries.king_destinations(model.view)
            return next((way.end for way in ways if (way.owner, way.direction) == (seat, direction)), None)
    return None


def _picks(intent: Intent) -> Collection[str]:
    match intent:
        case ChoosingExchange(first) if first is not None:
            return (first,)
        case Confirming(Exchange(first, second)):
            return (first, second)
        case Confirming(Place(_, square)):
            return (square,)
    return ()
