"""Views of laurin: the one module through which secrets could leak.

Other seats' treasure in hand, their draws, and bids before they are turned up are hidden. `sample` fills in
what a seat cannot see, consistently with everything that was public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine.chance import Chance
from engine.kit.multiset import difference, draw
from engine.laurin.model import cards
from engine.laurin.model.events import BidLaid, Drew, Event
from engine.laurin.model.moves import Bid, Move, Pass
from engine.laurin.model.names import Cards
from engine.laurin.model.state import Position, State, View
from engine.laurin.phases import treasure
from engine.laurin.phases.transition import seats_of
from engine.laurin.rules.legal import check
from engine.laurin.rules.transitions import perform

T = TypeVar("T")


def view(state: State, who: int | None) -> View:
    """The position with seat `who`'s own treasure (None: spectators, who see nobody's)."""
    if who is None:
        return View(None, state.position)
    return View(who, state.position, state.hands[who - 1], state.bids[who - 1])


def reveal(state: State, who: int | None) -> View:
    """The position with everybody's treasure known to all, once the game is over."""
    held = tuple([cards.joined(*pair) for pair in zip(state.hands, state.bids, strict=True)])
    return view(replace(state, position=replace(state.position, known=held)), who)


def show(event: Event, who: int | None) -> Event:
    """What `who` sees of an event: of treasure that others draw or bid, only the number of cards."""
    if isinstance(event, Drew | BidLaid) and event.seat != who:
        return replace(event, cards=None)
    return event


# What a seat cannot see


def sample(view: View, chance: Chance) -> State:
    """A state that gives this view, with unseen treasure wherever it can be."""
    position = view.position
    seats = [seat for seat in seats_of(position) if seat != view.seat]
    rest = _spread(treasure.unseen(position, view.hand, view.bid))
    for seat in seats:
        rest = difference(rest, position.known[seat - 1])
    unknown = {seat: _held(position, seat) - len(position.known[seat - 1]) for seat in seats}
    rest = _without_pile(position, rest, len(rest) - sum(unknown.values()), chance)
    hands, bids = [view.hand] * len(position.scores), [view.bid] * len(position.scores)
    for seat in seats:
        found, rest = draw(rest, unknown[seat], chance)
        held = cards.joined(position.known[seat - 1], found)
        bid, hands[seat - 1] = draw(held, _face_down(position, seat), chance)
        bids[seat - 1] = cards.descending(bid)
    return State(position, tuple(hands), tuple(bids))


def _spread(counts: tuple[int, int, int]) -> Cards:
    return tuple(value for value in reversed(cards.VALUES) for _ in range(counts[value - 1]))


def _face_down(position: Position, seat: int) -> int:
    """The number of cards in a seat's bid that is still face down."""
    auction = position.auction
    return 0 if auction is None or auction.shown else auction.laid[seat - 1] or 0


def _held(position: Position, seat: int) -> int:
    return position.cards[seat - 1] + _face_down(position, seat)


def _without_pile(position: Position, rest: Cards, size: int, chance: Chance) -> Cards:
    """What is left for hands after the pile, which holds at most what went in when it was last made."""
    possible = difference(rest, difference(rest, _spread(position.piles.shuffled)))
    pile, _ = draw(possible, size, chance)
    return difference(rest, pile)


# What a move would lead to


class Decides(Exception):  # noqa: N818  (no fault: chance would decide)
    """A card would have to be drawn."""


class _First:
    """Chance whose results do not matter: it always picks the first option."""

    def dice(self, count: int) -> tuple[int, ...]:
        raise AssertionError(f"laurin has no dice, {count} were asked for")

    def pick(self, options: Sequence[T]) -> T:
        return options[0]


class NoDraw(_First):
    """Chance for what comes until something is drawn: a draw raises Decides."""

    def pick(self, options: Sequence[T]) -> T:
        raise Decides(len(options))


def preview(view: View, move: Move) -> View | None:
    """The view after a legal move; None if cards drawn or bids turned up decide.

    Raises Refused as `check` would.
    """
    why = check(view, move)
    if why is not None:
        raise why
    seat = view.seat or 0
    if isinstance(move, Bid | Pass) and _uncovers(view.position, seat):
        return None
    try:
        step = perform(sample(view, _First()), seat, move, NoDraw())
    except Decides:
        return None
    return View(seat, step.state.position, step.state.hands[seat - 1], step.state.bids[seat - 1])


def _uncovers(position: Position, seat: int) -> bool:
    """True if this seat bids last, and other bids are face down."""
    if position.question != "bid" or position.auction is None:
        return False
    others = [_face_down(position, other) for other in seats_of(position) if other != seat]
    return any(others) and not any(position.cards[other - 1] for other in position.waiting)
