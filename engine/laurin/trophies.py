"""What a game of laurin gives trophies for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.game import PastStep, Trophies, Verdict
from engine.laurin.model import moves
from engine.laurin.model.events import Bought, KingWent, MagicPlayed, RoundBegan, Scored, TurnedUp

RICH, CHEAP = 10, 5
"""Points by one King's move that one seat alone has, and by one that a bid of 1 won."""
DEAR, WASTED = 8, 6
"""What is paid for a King's move that brings its seat nothing, or nobody anything."""
GRIMOIRE, CHAUFFEUR = 6, 3
"""Magic cards, and King's moves for others, in one game."""


def found(steps: Sequence[PastStep], places: Mapping[int, int], verdict: Verdict) -> set[tuple[int, str]]:
    """The trophies of a game, each with its seat."""
    got, cast, bought, drove = set[tuple[int, str]](), Counter[int](), Counter[int](), Counter[int]()
    mover, paid, last = None, 0, set[int]()
    scores = dict.fromkeys(places, 0)
    for before, _seat, events in steps:
        for event in events:
            match event:
                case RoundBegan():
                    low = min(scores.values())
                    last = {seat for seat, score in scores.items() if score == low < max(scores.values())}
                case Bought(seat):
                    bought[seat] += 1
                case MagicPlayed(seat, move):
                    cast[seat] += 1
                    if isinstance(move, moves.Counter):
                        countered = before.position.spells[-1].move
                        got |= {(seat, "counter-counter")} if isinstance(countered, moves.Counter) else set()
                case TurnedUp(bids, winner):
                    paid = sum(bids[winner - 1]) if winner else 0
                case KingWent(seat):
                    mover = seat
                case Scored(points):
                    scores = {seat: score + points[seat - 1] for seat, score in scores.items()}
                    if mover is not None:
                        got.update(_of_a_kings_move(mover, paid, points))
                        drove[mover] += points[mover - 1] < max(points)
                    got |= {(seat, "all-mine") for seat in places if sum(points) == points[seat - 1] >= RICH}
                    mover, paid = None, 0
    for seat, place in places.items():
        got |= {(seat, "grimoire")} if cast[seat] >= GRIMOIRE else set()
        got |= {(seat, "chauffeur")} if drove[seat] >= CHAUFFEUR else set()
        if place == 1:
            got |= {(seat, "no-magic")} if not bought[seat] else set()
            got |= {(seat, "from-last")} if seat in last else set()
            got |= {(seat, "by-a-nose")} if _is_narrow(verdict) else set()
    return got


def _of_a_kings_move(mover: int, paid: int, points: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yields what the seat gets that made a King's move, for which it paid so much."""
    own = points[mover - 1]
    if paid == 1 and own >= CHEAP:
        yield mover, "for-a-penny"
    if paid >= DEAR and not own:
        yield mover, "dear-nothing"
    if paid >= WASTED and not any(points):
        yield mover, "nobody-home"


def _is_narrow(verdict: Verdict) -> bool:
    first, *behind = verdict.amounts or (0,)
    return verdict.code == "earlier" or (verdict.code != "shared" and behind == [first - 1])


TROPHIES = Trophies(
    (
        "all-mine", "for-a-penny", "grimoire", "no-magic", "from-last", "by-a-nose", "counter-counter",
        "dear-nothing", "nobody-home", "chauffeur",
    ),
    found,
)  # fmt: skip
