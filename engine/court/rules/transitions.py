"""The rules of court as transitions: the deal, the open question, and what a move leads to.

`engine.court.rules.validation` decides whether a move is allowed, `engine.court.rules.rounds` whose turn is
next. Only `start`, rolls and rerolls draw. Sources: the rulebook's "Spielvorbereitung", "Spielablauf" and
"Spielende"; court.md, "A turn" and "End".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine.chance import Chance, DrawPlace, chance_at
from engine.court.model.cards import in_rows, stock
from engine.court.model.dice import best_group, exchanged, joined, without
from engine.court.model.events import (
    Conceded,
    DiceChanged,
    DieAdded,
    EndBegan,
    Event,
    Kept,
    Rolled,
    Stood,
    Took,
)
from engine.court.model.moves import (
    NOTHING,
    ROLL,
    STAND,
    AddDie,
    Concede,
    Keep,
    Move,
    Raise,
    RaiseEach,
    Reroll,
    Roll,
    Shift,
    Spread,
    Stand,
    Take,
    TurnDie,
)
from engine.court.model.refusals import refused
from engine.court.model.state import Final, Kind, Result, State, Turn
from engine.court.rules.legal import takeable
from engine.court.rules.powers import ADDED_FACE, Change, outcome
from engine.court.rules.rounds import Transition, begin_round, next_turn
from engine.court.rules.validation import beats, final_round, refusal
from engine.game import Ask, Setup, Step
from engine.kit.seats import draw_first_seat, with_value
from engine.options import check_setup

SEATS = range(2, 6)
DRAWING: frozenset[type[Move]] = frozenset((Roll, Reroll))
"""The moves that roll dice."""


RULES_VERSION = 2


def start(setup: Setup, chance: Chance) -> Step:
    """The deal: the cards in the middle, and the start marker drawn by seat number ("1", "2", ...).

    Raises Refused (seats-not-possible, option-not-possible).
    """
    check_setup(setup, SEATS)
    position = State(
        options=setup.options,
        number=0,
        round=1,
        starter=draw_first_seat(setup.seats, chance),
        waiting=(),
        stock=stock(setup.seats, setup.options.edition),
        cards=((),) * setup.seats,
        turn=None,
        rules=RULES_VERSION,
    )
    return Step(*begin_round(position), reversible=False)


def start_by_first_rules(setup: Setup, chance: Chance) -> Step:
    """The deal of a game by version 1 of the rules."""
    dealt = start(setup, chance)
    return replace(dealt, state=replace(dealt.state, rules=1))


def asks(state: State) -> tuple[Ask, ...]:
    """The one open question: "roll" before the first roll, "dice" while dice are active, "end".

    The timeout moves do no harm: roll, keep everything, take the best card that is paid for, or stand.
    """
    turn = state.turn
    if turn is None:
        return ()
    if not turn.rolled:
        return (Ask(state.number, turn.seat, "roll", ROLL),)
    if turn.active:
        return (Ask(state.number, turn.seat, "dice", Keep(turn.active)),)
    return (Ask(state.number, turn.seat, "end", STAND if final_round(state) else _best_take(state, turn)),)


def _best_take(state: State, turn: Turn) -> Take:
    """Taking the highest card that the dice set aside pay for; taking nothing if they pay for none."""
    paid = takeable(state, turn.seat, turn.aside)
    return Take(paid[-1]) if paid else NOTHING


def play(state: State, ask: Ask, move: Move, chance: Chance) -> Step:
    """What the move leads to. Raises Refused, having drawn nothing, if it is not allowed."""
    turn = state.turn
    if turn is None or ask.id != state.number or ask.seat != turn.seat:
        raise refused("not-asked")
    why = refusal(state, move)
    if why is not None:
        raise why
    return perform(state, turn, move, chance)


def perform(state: State, turn: Turn, move: Move, chance: Chance) -> Step:
    """What a legal move of the present turn leads to."""
    kind = type(move)
    after, events = _EFFECTS[kind](state, turn, move, chance)
    return Step(after, events, kind not in DRAWING)


def successor(state: State, move: Move, chance: Chance) -> State:
    """The state that a legal move of the present turn leads to; the game is not over."""
    assert state.turn is not None  # noqa: S101
    return _EFFECTS[type(move)](state, state.turn, move, chance)[0]


def _with_turn(state: State, turn: Turn) -> State:
    """The position one move later, in the same turn."""
    return State(
        state.options,
        state.number + 1,
        state.round,
        state.starter,
        state.waiting,
        state.stock,
        state.cards,
        turn,
        state.final,
        state.rules,
    )


def _roll(state: State, turn: Turn, _move: Roll, chance: Chance) -> Transition:
    fell = chance.dice(turn.hand or len(turn.active))
    active = tuple(sorted(fell))
    rolled = Turn(turn.seat, 0, active, turn.aside, rolled=True, kept=False, used=turn.used)
    return _with_turn(state, rolled), (Rolled(turn.seat, fell, not turn.rolled),)


def _keep(state: State, turn: Turn, move: Keep, _chance: Chance) -> Transition:
    active = without(turn.active, move.dice) or ()
    aside = joined(turn.aside, move.dice)
    kept = Turn(turn.seat, 0, active, aside, rolled=True, kept=True, used=turn.used)
    return _with_turn(state, kept), (Kept(turn.seat, move.dice, aside),)


def _reroll(state: State, turn: Turn, move: Reroll, chance: Chance) -> Transition:
    if state.rules > 1:
        chance = chance_at(chance, DrawPlace(turn.seat, state.round, pile=move.card))
    return _changed(state, turn, move.card, move.dice, chance.dice(len(move.dice)))


def _change(state: State, turn: Turn, move: Change, _chance: Chance) -> Transition:
    return _changed(state, turn, move.card, *outcome(move))


def _changed(
    state: State, turn: Turn, card: Kind, before: tuple[int, ...], after: tuple[int, ...]
) -> Transition:
    active = exchanged(turn.active, before, after)
    changed = Turn(turn.seat, 0, active, turn.aside, turn.rolled, turn.kept, (*turn.used, card))
    return _with_turn(state, changed), (DiceChanged(turn.seat, card, before, after),)


def _add_die(state: State, turn: Turn, move: AddDie, _chance: Chance) -> Transition:
    used = (*turn.used, move.card)
    if not turn.rolled:
        grown = Turn(turn.seat, turn.hand + 1, used=used)
        return _with_turn(state, grown), (DieAdded(turn.seat, move.card, None),)
    face = move.face or ADDED_FACE[move.card]
    assert face is not None  # noqa: S101  (the Queen's face was checked)
    active = joined(turn.active, (face,))
    with_die = Turn(turn.seat, 0, active, turn.aside, turn.rolled, turn.kept, used)
    return _with_turn(state, with_die), (DieAdded(turn.seat, move.card, face),)


def _take(state: State, turn: Turn, move: Take, _chance: Chance) -> Transition:
    took = Took(turn.seat, move.card, turn.aside)
    taken = replace(state, number=state.number + 1)
    if move.card is None:
        return _going_on(taken, took)
    taken = _give(taken, turn.seat, move.card)
    if move.card != "king":
        return _going_on(taken, took)
    mark = Result(turn.seat, *best_group(turn.aside))
    crowned = replace(taken, final=Final(turn.seat, turn.seat, mark))
    return _going_on(crowned, took, EndBegan(turn.seat, mark))


def _give(state: State, seat: int, card: Kind) -> State:
    """The state with the card moved from the middle to the seat; a Charlatan is a flipped Jester."""
    own = list(state.cards[seat - 1])
    if card == "charlatan":
        own.remove("jester")
    gained: tuple[Kind, ...] = ("king", "queen") if card == "king" else (card,)
    left = {kind: count - (kind in gained) for kind, count in state.stock.items()}
    return replace(state, stock=left, cards=_with_cards(state, seat, (*own, *gained)))


def _with_cards(state: State, seat: int, own: tuple[Kind, ...]) -> tuple[tuple[Kind, ...], ...]:
    return with_value(state.cards, seat, in_rows(own))


def _stand(state: State, turn: Turn, _move: Stand, _chance: Chance) -> Transition:
    final = state.final
    assert final is not None  # noqa: S101  (standing is of the final round)
    result = Result(turn.seat, *best_group(turn.aside))
    crowned = beats(result, final)
    results = (*final.results, result)
    stood = replace(state, number=state.number + 1, final=replace(final, results=results))
    if crowned:
        stood = _crown(stood, final.king, result, results)
    return _going_on(stood, Stood(turn.seat, result, crowned))


def _crown(state: State, holder: int, result: Result, results: tuple[Result, ...]) -> State:
    """The King changed from `holder` to the seat of the result, which is the new mark."""
    assert state.final is not None  # noqa: S101  (see _stand)
    bereft = tuple(card for card in state.cards[holder - 1] if card != "king")
    passed = replace(state, cards=_with_cards(state, holder, bereft))
    owner = (*passed.cards[result.seat - 1], "king")
    return replace(
        passed,
        cards=_with_cards(passed, result.seat, owner),
        final=replace(state.final, king=result.seat, mark=result, results=results),
    )


def _concede(state: State, turn: Turn, _move: Concede, _chance: Chance) -> Transition:
    final = state.final
    assert final is not None  # noqa: S101  (conceding is of the final round)
    results = (*final.results, Result(turn.seat, 0, 0))
    gone = replace(state, number=state.number + 1, final=replace(final, results=results))
    return _going_on(gone, Conceded(turn.seat))


def _going_on(state: State, *events: Event) -> Transition:
    after, more = next_turn(state)
    return after, (*events, *more)


_EFFECTS: Mapping[type[Move], Callable[[State, Turn, Any, Chance], Transition]] = MappingProxyType(
    {
        Roll: _roll,
        Keep: _keep,
        Reroll: _reroll,
        Raise: _change,
        Shift: _change,
        TurnDie: _change,
        Spread: _change,
        RaiseEach: _change,
        AddDie: _add_die,
        Take: _take,
        Stand: _stand,
        Concede: _concede,
    }
)
