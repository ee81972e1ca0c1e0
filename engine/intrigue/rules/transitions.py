"""The rules of intrigue as transitions: the deal, the open question, and what a move leads to.

`engine.intrigue.rules.validation` decides whether a move is allowed, `engine.intrigue.rules.resolution`
resolves the queue. Only the deal draws: it secretly decides which cards leave the game. Sources: the
rulebook's "Kartenphase" and "Auswertungsphase"; intrigue.md, "A round".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from engine.chance import Chance
from engine.game import Ask, Setup, Step
from engine.intrigue.model.cards import KINDS, OUT, in_order
from engine.intrigue.model.events import Event, Laid, Removed, Revealed, RoundBegan
from engine.intrigue.model.moves import LEAVE, Choice, Leave, Move, Play, Reveal
from engine.intrigue.model.refusals import refused
from engine.intrigue.model.state import Kind, State
from engine.intrigue.rules import resolution
from engine.intrigue.rules.legal import moves
from engine.intrigue.rules.mutable_position import MutablePosition
from engine.intrigue.rules.validation import acting_seat, refusal
from engine.kit.multiset import draw
from engine.kit.seats import clockwise, draw_first_seat
from engine.options import check_setup

SEATS = range(3, 6)
CHOICE_KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        "assassination": "remove",
        "archer": "remove",
        "soldier": "remove",
        "decree": "move",
        "shapeshifter": "copy",
        "spy": "steal",
    }
)
"""The kind of question for an effect with choices: the first word of the answer's notation."""


def start(setup: Setup, chance: Chance) -> Step:
    """The deal: the crown drawn by seat number, then three cards of every seat that leave the game.

    Raises Refused (seats-not-possible, option-not-possible).
    """
    check_setup(setup, SEATS)
    crown = draw_first_seat(setup.seats, chance)
    out = tuple([in_order(draw(KINDS, OUT, chance)[0]) for _ in range(setup.seats)])
    state = State(
        options=setup.options,
        number=0,
        round=1,
        crown=crown,
        waiting=clockwise(setup.seats, crown),
        influence=(1,) * setup.seats,
        hands=tuple([tuple(kind for kind in KINDS if kind not in gone) for gone in out]),
        out=out,
        discards=((),) * setup.seats,
        queue=(),
    )
    return Step(state, (RoundBegan(1, crown),), reversible=False)


def asks(state: State) -> tuple[Ask, ...]:
    """The one open question: "play", "reveal" (or leave), "remove", "move", "copy" or "steal".

    The timeout moves play the first card of the hand at the end of the queue, leave a card face down, or
    make the first possible choice. A timeout move that names a card of the hand is a secret of the seat
    that is asked.
    """
    seat = acting_seat(state)
    if seat is None:
        return ()
    resolving = state.resolving
    if resolving is None:
        [kind, *_] = state.hands[seat - 1]
        assert kind is not None  # noqa: S101  (a state hides nothing)
        return (Ask(state.number, seat, "play", Play(kind, "end" if state.queue else "front")),)
    if resolving.effect is None:
        return (Ask(state.number, seat, "reveal", LEAVE),)
    [first] = islice(moves(state), 1)
    return (Ask(state.number, seat, CHOICE_KINDS[resolving.effect], first),)


def play(state: State, ask: Ask, move: Move, _chance: Chance) -> Step:
    """What the move leads to; nothing is drawn. Raises Refused if it is not allowed."""
    if ask.id != state.number or ask.seat != acting_seat(state):
        raise refused("not-asked")
    why = refusal(state, move)
    if why is not None:
        raise why
    return perform(state, move)


def perform(state: State, move: Move) -> Step:
    """What a legal move leads to. Raises HiddenCard if a hidden card decides."""
    position = MutablePosition(state)
    apply_move(position, move)
    events = tuple(position.events)
    return Step(position.state(), events, not any(map(_reveals, events)))


def after(state: State, move: Move) -> State:
    """The state that a legal move leads to, for whoever plays on and asks for no events."""
    position = MutablePosition(state)
    apply_move(position, move)
    return position.state()


def apply_move(position: MutablePosition, move: Move) -> None:
    """Carries a legal move out. Raises HiddenCard, with the changes so far, if a hidden card decides."""
    match move:
        case Play():
            _lay(position, move)
        case Reveal():
            resolution.reveal(position)
        case Leave():
            resolution.leave(position)
        case _:
            _choose(position, move)


def _lay(position: MutablePosition, move: Play) -> None:
    seat, spot = position.waiting[0], move.spot
    card = position.from_hand(seat, move.card)
    if isinstance(spot, int):
        place, on = spot, True
        position.put_on(place, card)
    else:
        place, on = 1 if spot == "front" else len(position.queue) + 1, False
        position.put_between(place, card)
    position.events.append(Laid(seat, place, on, move.card))
    position.waiting = position.waiting[1:]
    if not position.waiting:
        resolution.begin(position)


def _choose(position: MutablePosition, choice: Choice) -> None:
    resolving = position.before.resolving
    assert resolving is not None  # noqa: S101  (the choice was judged)
    assert resolving.effect is not None  # noqa: S101
    resolution.choose(position, resolving.effect, choice)


def _reveals(event: Event) -> bool:
    return isinstance(event, Revealed) or (isinstance(event, Removed) and not event.up)
