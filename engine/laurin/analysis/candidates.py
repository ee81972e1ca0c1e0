"""The moves of laurin that are compared: those that bots would make, and some bids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.analysis.analyst import SeatDecision
from engine.laurin.bots import page, steward
from engine.laurin.model.cards import selections
from engine.laurin.model.moves import Bid, Move, Pass
from engine.laurin.model.state import View
from engine.laurin.rules.legal import PASS
from engine.value.values import ChanceOf

ReasonCode = Literal["pass", "bid", "bid-more", "bid-less", "points"]
MOST_BIDS = 6


def candidates(decision: SeatDecision, chance_of: ChanceOf) -> list[Move]:
    """The steward's move, the page's (it draws, so it is asked twice), some bids, and the one made."""
    view: View = decision.view
    chance = chance_of(f"page {decision.position} {decision.seat}")
    found = [steward.decide(view, decision.kind, decision.seat)]
    found += [page.decide(view, decision.kind, decision.seat, chance) for _ in range(2)]
    if decision.kind == "bid":
        found += [PASS, *_bids(view)]
    return list(dict.fromkeys([*found, decision.move]))


def _bids(view: View) -> Iterator[Move]:
    """Bids of different sums, in steps as even as the hand allows."""
    by_sum = {sum(chosen): chosen for chosen in reversed(selections(view.hand))}
    sums = sorted(by_sum)
    return (Bid(by_sum[one]) for one in sums[:: len(sums) // MOST_BIDS + 1])


def reason(played: Move, best: Move) -> ReasonCode:
    """What is different about the better move."""
    if isinstance(best, Pass):
        return "pass"
    if not isinstance(best, Bid):
        return "points"
    if not isinstance(played, Bid):
        return "bid"
    return "bid-more" if sum(best.cards) > sum(played.cards) else "bid-less"
