"""What the rest of a round may bring the seats: from rounds played on, as the odds panel shows it.

The states are those that the seat of a view (None: a spectator) cannot tell from the real one. The same view
has the same prospects: their chance follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import exp, log
from typing import NamedTuple

from engine import codec
from engine.analysis.paired import mean
from engine.chance import FairChance
from engine.intrigue.bots.master import numbers
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import View
from engine.intrigue.rules.standings import winners
from engine.intrigue.rules.validation import acting_seat
from engine.intrigue.value.likely_cards import LikelySamples
from engine.intrigue.value.playing_on import Round, boundary, seeds
from engine.value.values import Chances, Likelihood

PLAYED = 300
"""So many rounds are played on."""
DOUBT = 1.0
"""So many rounds more count as evenly shared among all that may come, since few can agree by chance."""


SURE, CALM = 0.72, 0.2
"""How sure the chance to be spared is, and what is added to it, as the logarithm of its odds: fitted to 80
games of stewards (docs/odds.md).
"""


class RoundEnd(NamedTuple):
    """How a round ended."""

    first: tuple[int, ...]
    """The seats with most influence; after the last round those that have won."""
    harmed: frozenset[int]
    """The seats that lost a card or influence to another one."""
    chances: Chances


@lru_cache(maxsize=64)
def round_ends(view: View, move: Move | None) -> tuple[RoundEnd, ...]:
    """Rounds played on from a view, after a move of its seat if one is given. Round n is of the same state
    and chance whatever the move.
    """
    samples, found = LikelySamples(view), list[RoundEnd]()
    for seed in seeds(FairChance(sha256(codec.encode(view)).digest()), PLAYED):
        random = numbers(seed)
        played = Round(samples.drawn(random))
        if move is not None:
            played.play(move)
        end = played.play_on(random)
        most = max(end.influence)
        leaders = tuple([seat for seat, own in enumerate(end.influence, start=1) if own == most])
        over = acting_seat(end) is None
        first = tuple(winners(end.influence, end.queue)) if over else leaders
        found.append(RoundEnd(first, frozenset(played.harmed), boundary(end)))
    return tuple(found)


def leads_chance(found: Sequence[RoundEnd], seat: int) -> float:
    """The chance that no seat has more influence than this one when the round ends."""
    return _likely(sum(seat in one.first for one in found), len(found))


def spared_chance(found: Sequence[RoundEnd], seat: int) -> float:
    """The chance that a seat loses no card and no influence to others until the round ends. Habits tell it
    too surely, and a little too low: both are corrected.
    """
    told = _likely(sum(seat not in one.harmed for one in found), len(found))
    return 1 / (1 + exp(-(SURE * log(told / (1 - told)) + CALM)))


def _likely(count: int, number: int) -> float:
    return (count + DOUBT / 2) / (number + DOUBT)


def outcomes(found: Sequence[RoundEnd], seat: int) -> tuple[Likelihood, ...]:
    """What can come for a seat, as the odds panel shows it: that it leads, and that it is spared."""
    return (
        Likelihood("leads", leads_chance(found, seat), exact=False),
        Likelihood("spared", spared_chance(found, seat), exact=False),
    )


def worths(found: Sequence[RoundEnd], seat: int) -> tuple[float, ...]:
    """By outcome: how much likelier the seat wins with it than without."""
    cases = ([seat in one.first for one in found], [seat not in one.harmed for one in found])
    return tuple([max(0.0, _gain(found, seat, came)) for came in cases])


def _gain(found: Sequence[RoundEnd], seat: int, came: Sequence[bool]) -> float:
    by = [
        [one.chances[seat - 1] for one, is_so in zip(found, came, strict=True) if is_so == so]
        for so in (True, False)
    ]
    return mean(by[0]) - mean(by[1]) if all(by) else 0.0
