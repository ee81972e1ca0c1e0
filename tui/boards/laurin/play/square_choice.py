"""What choosing a square means: placing, lifting and setting down, exchanging. Pure.

The rules are the engine's: it is asked about every step as a move.
"""

from __future__ import annotations

from engine.game import Refused
from engine.laurin import queries
from engine.laurin.model.cards import DWARF_KINDS
from engine.laurin.model.garden import SQUARES
from engine.laurin.model.moves import Exchange, Place
from engine.laurin.model.names import DwarfKind
from engine.laurin.model.refusals import refused
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.boards.laurin.play.intents import ChoosingExchange, Intent, MovingDwarfs
from tui.boards.laurin.play.view_model import ViewModel


def empty_square(model: ViewModel) -> str:
    """Return any square on which a dwarf could be placed."""
    taken = {dwarf.square for dwarf in model.position.dwarfs}
    return next(square for square in SQUARES if square not in taken)


def nearest_free(model: ViewModel, square: str) -> str:
    """Return the square nearest to this one without a dwarf."""
    taken = {dwarf.square for dwarf in model.position.dwarfs}
    free = [there for there in SQUARES if there not in taken]
    return min(free, key=lambda there: _steps(square, there), default=square)


def nearest_dwarf(model: ViewModel, square: str, *, own: bool = False) -> str:
    """Return the square nearest to this one with a dwarf on it, an `own` one; this one if there is none."""
    taken = sorted(dwarf.square for dwarf in model.position.dwarfs if not own or dwarf.seat == model.own)
    return min(taken, key=lambda there: _steps(square, there), default=square)


def _steps(one: str, other: str) -> int:
    """Return how many keys lead from one square to another."""
    return sum(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))


def placeable(model: ViewModel) -> list[DwarfKind]:
    """Return which dwarfs can still be placed, the strongest first."""
    square = empty_square(model)
    return [kind for kind in DWARF_KINDS if model.check(Place(kind, square)) is None]


def to_place(model: ViewModel, wanted: DwarfKind | None) -> DwarfKind | None:
    """Return the wanted dwarf, or the strongest one that can still be placed; None if none can."""
    kinds = placeable(model)
    return wanted if wanted in kinds else next(iter(kinds), None)


def could_do_more(model: ViewModel, dwarf: DwarfKind | None) -> bool:
    """Return whether ending the turn would give something away: a dwarf could still be placed or moved."""
    if model.question == "place":
        return dwarf is not None
    own = any(one.seat == model.own for one in model.position.dwarfs)
    return own and model.position.turn is not None and model.position.turn.left > 0


def chosen(
    model: ViewModel, intent: Intent, square: str, dwarf: DwarfKind | None
) -> Place | Intent | Refused:
    """Return what Enter on a square leads to: a move, another intent, or why it is not possible."""
    if isinstance(intent, ChoosingExchange):
        return _swapped(model, intent, square)
    if model.question == "move":
        return _lifted(model, intent if isinstance(intent, MovingDwarfs) else MovingDwarfs(), square)
    move = Place(dwarf or DWARF_KINDS[-1], square)
    return model.check(move) or move


def _swapped(model: ViewModel, intent: ChoosingExchange, square: str) -> Intent | Refused:
    if queries.dwarf_on(model.view, square) is None:
        return refused("no-dwarf-there", square=square)
    if intent.first is None:
        return ChoosingExchange(square)
    if square == intent.first:
        return ChoosingExchange()
    first, second = sorted((intent.first, square))
    move = Exchange(first, second)
    return model.check(move) or Confirming(move)


def _lifted(model: ViewModel, intent: MovingDwarfs, square: str) -> Intent | Refused:
    """Lift a dwarf, or set the one in hand down; an own dwarf on that square is lifted next."""
    if intent.held is None:
        return _taken_up(intent, square) or _lift(model, intent, square)
    if square == intent.held:
        return _idle_if_empty(MovingDwarfs(intent.steps))
    after = MovingDwarfs((*intent.steps, (intent.held, square)))
    there = queries.dwarf_on(model.view, square)
    if there is not None and there.seat == model.own and square not in intent.lifted:
        return _refusal(model, after, allowing="square-taken") or _lift(model, after, square)
    return _refusal(model, after) or after


def _taken_up(intent: MovingDwarfs, square: str) -> MovingDwarfs | None:
    """Return the intent with the dwarf on this square in hand again; None if none was set down there."""
    for source, target in intent.steps:
        if target == square:
            return MovingDwarfs(tuple(step for step in intent.steps if step[0] != source), source)
    return None


def _lift(model: ViewModel, intent: MovingDwarfs, square: str) -> Intent | Refused:
    """Take the next dwarf in hand, if it may be lifted at all."""
    anywhere = empty_square(model)
    lifted = dict.fromkeys((*intent.lifted, square), anywhere)
    why = model.check(queries.relocation(model.view, tuple(lifted.items())))
    if why is not None and why.code != "set-down-twice":
        return why
    return MovingDwarfs(intent.steps, square)


def _refusal(model: ViewModel, after: MovingDwarfs, allowing: str = "") -> Refused | None:
    """Return why these dwarfs may not be set down there."""
    why = model.check(after.move(model.view))
    return None if why is None or why.code == allowing else why


def _idle_if_empty(intent: MovingDwarfs) -> Intent:
    return intent if intent.steps else NoIntent()


def one_step_back(intent: MovingDwarfs) -> Intent:
    """Put the dwarf in hand back; if none is in hand, take the last one set down in hand again."""
    if intent.held is not None:
        return _idle_if_empty(MovingDwarfs(intent.steps))
    if intent.steps:
        return MovingDwarfs(intent.steps[:-1], intent.steps[-1][0])
    return NoIntent()
