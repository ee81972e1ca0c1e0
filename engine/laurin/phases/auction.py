"""Phase 6: bids, the winner, what the others take back, and the King's moves.

Sources: the rulebook's "Königszüge versteigern" and its example; laurin.md, "A round" 6. Read literally: the
losers take back at the same time, before the winner chooses, and may take back less than half. A bid of a
single card is lost without a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.kit.multiset import difference
from engine.kit.seats import with_value
from engine.laurin.model import cards, garden
from engine.laurin.model.events import BidLaid, Event, KingWent, Lapsed, Passed, TookBack, TurnedUp
from engine.laurin.model.moves import Bid, Lapse, Lead, TakeBack
from engine.laurin.model.names import Cards
from engine.laurin.model.state import Auction, KingsMove, State
from engine.laurin.phases import treasure
from engine.laurin.phases.transition import (
    Transition,
    answered,
    ask,
    clockwise,
    seats_of,
    then,
    with_position,
)


def next_sale(state: State) -> Transition:
    """Goes on while cards lie open, nobody is asked and no King's move is under way."""
    position = state.position
    if position.auction is None:
        return _open(state)
    if None in position.auction.laid:
        return _next_bidder(state)
    if not position.auction.shown:
        return _turn_up(state, position.auction)
    if position.auction.winner is not None:
        return ask(state, "king", (position.auction.winner,)), ()
    return _next_chooser(state)


def _open(state: State) -> Transition:
    """Opens an auction if at least two cards lie open; the last card belongs to its owner."""
    position = state.position
    owners = [seat for seat in seats_of(position) if position.movement[seat - 1] is not None]
    if len(owners) == 1:
        return ask(state, "king-last", (owners[0],)), ()
    auction = Auction((None,) * len(position.scores))
    return with_position(state, auction=auction, waiting=clockwise(position)), ()


def _next_bidder(state: State) -> Transition:
    """Asks the next seat in turn order to bid; a seat without treasure passes without being asked."""
    seat, *waiting = state.position.waiting
    state = with_position(state, waiting=tuple(waiting))
    if state.position.cards[seat - 1]:
        return ask(state, "bid", (seat,)), ()
    return pass_bid(state, seat)


def bid(state: State, seat: int, move: Bid) -> Transition:
    """Lays a bid face down."""
    after = _laid(treasure.lay(state, seat, move.cards), seat, len(move.cards))
    return after, (BidLaid(seat, len(move.cards), move.cards),)


def pass_bid(state: State, seat: int) -> Transition:
    """Passes instead of bidding."""
    return _laid(state, seat, 0), (Passed(seat, "bid"),)


def _laid(state: State, seat: int, count: int) -> State:
    auction = state.position.auction
    assert auction is not None  # noqa: S101  (bids belong to an auction)
    return with_position(state, auction=replace(auction, laid=with_value(auction.laid, seat, count)))


def winner(bids: Sequence[Cards], order: Sequence[int]) -> int | None:
    """Returns the seat with the highest sum; at equal sums, the most cards, then the first in turn order.
    None: nobody bid.
    """
    bidding = [seat for seat in order if bids[seat - 1]]
    return max(bidding, key=lambda seat: (sum(bids[seat - 1]), len(bids[seat - 1])), default=None)


def _turn_up(state: State, auction: Auction) -> Transition:
    """Turns all bids up: the winner's bid is lost, the other seats choose what they take back."""
    bids, order = state.bids, clockwise(state.position)
    first = winner(bids, order)
    state = with_position(state, auction=replace(auction, shown=bids, winner=first))
    state = replace(state, bids=((),) * len(bids))
    events: list[Event] = [TurnedUp(bids, first)]
    if first is None:
        return with_position(state, waiting=order), tuple(events)
    for seat in order:
        state, more = _seen(state, seat, bids[seat - 1], lost=seat == first)
        events += more
    choosing = tuple(seat for seat in order if len(bids[seat - 1]) > 1 and seat != first)
    return ask(state, "take-back", choosing) if choosing else state, tuple(events)


def _seen(state: State, seat: int, shown: Cards, *, lost: bool) -> Transition:
    """Turns one bid up: everybody knows these cards now; some go to the discards or the hand unasked."""
    after = treasure.forget(state, seat, shown)
    if lost:
        return treasure.discard(after, shown), ()
    if len(shown) == 1:
        return treasure.discard(after, shown), (TookBack(seat, (), shown),)
    return after, ()


def take_back(state: State, seat: int, move: TakeBack) -> Transition:
    """Takes some cards of a bid back into the hand and discards the rest."""
    auction = state.position.auction
    assert auction is not None  # noqa: S101  (see _laid)
    rest = difference(auction.shown[seat - 1], move.cards)
    after = treasure.discard(treasure.take_back(answered(state, seat), seat, move.cards), rest)
    return after, (TookBack(seat, move.cards, rest),)


# The King


def _next_chooser(state: State) -> Transition:
    """Lets the next seat choose, if nobody bid; once all have declined, the open cards are discarded."""
    position = state.position
    if position.waiting:
        seat, *waiting = position.waiting
        return ask(with_position(state, waiting=tuple(waiting)), "king-free", (seat,)), ()
    return _gone(state, None, seats_of(position))


def lead(state: State, seat: int, move: Lead) -> Transition:
    """Moves the King and discards the card; scoring follows once no seat reacts any more."""
    position = state.position
    name = position.movement[move.seat - 1] or ""
    length = cards.MOVEMENT[name].distance
    end = garden.walked(position.king, move.direction, length)
    assert end is not None  # noqa: S101  (the move was judged)
    kings_move = KingsMove(seat, name, position.king, move.direction, length)
    went = KingWent(seat, move.seat, name, move.direction, position.king, end)
    return with_position(_discarded(state, (move.seat,)), king=end, kings_move=kings_move), (went,)


def lapse(state: State, seat: int, move: Lapse) -> Transition:
    """Discards the card without a King's move."""
    return _gone(state, seat, (move.seat,))


def decline_last(state: State, seat: int) -> Transition:
    """Discards the last open card without a King's move."""
    owners = seats_of(state.position)
    return then((state, (Passed(seat, "king-last"),)), lambda after: _gone(after, seat, owners))


def _gone(state: State, seat: int | None, owners: tuple[int, ...]) -> Transition:
    names = tuple(name for owner in owners if (name := state.position.movement[owner - 1]) is not None)
    return _discarded(state, owners), (Lapsed(seat, names),)


def _discarded(state: State, owners: tuple[int, ...]) -> State:
    """Returns the state without the open cards of these seats and without the auction."""
    position = state.position
    gone = [name for owner in owners if (name := position.movement[owner - 1]) is not None]
    kept = tuple(None if seat in owners else position.movement[seat - 1] for seat in seats_of(position))
    piles = replace(position.piles, movement=(*position.piles.movement, *gone))
    return with_position(state, movement=kept, piles=piles, auction=None, waiting=())
