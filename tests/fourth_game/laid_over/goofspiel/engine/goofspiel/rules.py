"""The rules of goofspiel: the deal, bids of all seats at once, who takes a prize, what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Ask, Refused, Setup, Standing, Step
from engine.goofspiel.model import SEATS, UNSEEN, Bid, Event, Laid, State, Taken, Tied, Turned, View
from engine.kit.seats import rank, with_value
from engine.options import check_setup

ASKS = 10
"""The id of an ask is this times the round, and the seat."""


def start(setup: Setup, chance: Chance, *, drawn: bool = True) -> Step:
    """Everybody has all cards, and the first prize is turned up. Raises Refused like
    `engine.options.check_setup`.
    """
    check_setup(setup, SEATS)
    cards = tuple(range(1, setup.options.cards + 1))
    hands, bids, points = (cards,) * setup.seats, (None,) * setup.seats, (0,) * setup.seats
    state = State(setup.options, 0, cards, hands, bids, points, drawn=drawn)
    state, turned = _turned(state, chance)
    return Step(state, (turned,), reversible=False)


def start_in_order(setup: Setup, chance: Chance) -> Step:
    """The deal by the first version of the rules: prizes come from the lowest to the highest."""
    return start(setup, chance, drawn=False)


def asks(state: State) -> tuple[Ask, ...]:
    """Everybody who has not bid yet, at once; whose time runs out bids the lowest card."""
    return tuple(
        Ask(state.round * ASKS + seat, seat, "bid", Bid(state.hands[seat - 1][0]))
        for seat, bid in enumerate(state.bids, 1)
        if bid is None and not state.over
    )


def refusal(state: State, seat: int | None, move: Bid) -> Refused | None:
    """Why the seat may not make this move; None: it may."""
    if state.over:
        return Refused("game-over")
    if seat is None or state.bids[seat - 1] is not None:
        return Refused("not-asked")
    return None if move.card in state.hands[seat - 1] else Refused("not-in-hand", {"number": move.card})


def play(state: State, ask: Ask, move: Bid, chance: Chance) -> Step:
    """The position after a bid; the last one of a round shows all. Raises Refused as `refusal` has it."""
    why = refusal(state, ask.seat, move)
    if why is not None:
        raise why
    after, laid = _laid(state, ask.seat, move.card), Laid(ask.seat, move.card)
    if None in after.bids:
        return Step(after, (laid,), reversible=True)
    after, shown = _shown(after)
    if not after.left:
        return Step(replace(after, over=True), (laid, shown), reversible=False)
    after, turned = _turned(after, chance)
    return Step(after, (laid, shown, turned), reversible=False)


def _laid(state: State, seat: int, card: int) -> State:
    hand = tuple(other for other in state.hands[seat - 1] if other != card)
    return replace(state, hands=with_value(state.hands, seat, hand), bids=with_value(state.bids, seat, card))


def _shown(state: State) -> tuple[State, Event]:
    bids = tuple(bid or UNSEEN for bid in state.bids)
    points, best = state.prize + state.added, max(bids)
    after = replace(state, bids=(None,) * len(bids), added=0)
    if bids.count(best) > 1:
        kept = state.options.ties == "added" and bool(state.left)
        return replace(after, added=points if kept else 0), Tied(points, kept, bids)
    seat = bids.index(best) + 1
    total = state.points[seat - 1] + points
    return replace(after, points=with_value(state.points, seat, total)), Taken(seat, points, bids)


def _turned(state: State, chance: Chance) -> tuple[State, Event]:
    prize = int(chance.pick([str(prize) for prize in state.left])) if state.drawn else state.left[0]
    left = tuple(other for other in state.left if other != prize)
    return replace(state, prize=prize, left=left), Turned(prize, state.added)


def view(state: State, who: int | None) -> View:
    """A seat's own bid is known to it; of the others only whether they were made."""
    for seat, bid in enumerate(state.bids, 1):
        if bid is not None and seat != who:
            hand = tuple(sorted((*state.hands[seat - 1], bid)))
            state = replace(
                state, hands=with_value(state.hands, seat, hand), bids=with_value(state.bids, seat, UNSEEN)
            )
    return View(who, state)


def show(event: Event, who: int | None) -> Event:
    """A bid of somebody else is UNSEEN."""
    return Laid(event.seat, UNSEEN) if isinstance(event, Laid) and event.seat != who else event


def sample(view: View, chance: Chance) -> State:
    """Any card of the hand can be the bid that lies there."""
    state = view.position
    for seat, bid in enumerate(state.bids, 1):
        if bid == UNSEEN:
            state = _laid(state, seat, int(chance.pick([str(card) for card in state.hands[seat - 1]])))
    return state


def legal(view: View) -> Iterator[Bid]:
    """Each card of the hand."""
    own = view.position.hands[view.seat - 1] if view.seat else ()
    return (Bid(card) for card in own if check(view, Bid(card)) is None)


def check(view: View, move: Bid) -> Refused | None:
    """Why the viewing seat may not make this move; None: it may."""
    return refusal(view.position, view.seat, move)


def preview(view: View, move: Bid) -> View | None:
    """The view after a bid; None for the last one, which shows secrets. Raises what `check` would say."""
    why = check(view, move)
    if why is not None:
        raise why
    after = _laid(view.position, view.seat or 0, move.card)
    return View(view.seat, after) if None in after.bids else None


def standings(state: State) -> tuple[Standing, ...]:
    """By points."""
    return rank({seat: (points,) for seat, points in enumerate(state.points, 1)}, state.points)
