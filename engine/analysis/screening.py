"""Compares the moves of decisions by paired playouts of states that the seat could imagine.

First a few samples of every candidate, then more of the better ones, then of the best and the move made.
What is found best by some samples is judged by others, so that luck in the search is not taken for merit. The
worst decisions of a seat are judged once more, closer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.analysis.analyst import SeatDecision
from engine.analysis.findings import WORST, Finding, Reason
from engine.analysis.paired import differences, mean, standard_error
from engine.chance import Chance
from engine.value.values import ChanceOf

CHUNK = 20
"""So many pairs are played at once to judge."""


class SeatOutcome(NamedTuple):
    """What a playout came to for a seat."""

    chance: float
    """Its winning chance there; 1 or 0 at the end of the game, unless the win is shared."""
    own: int
    """Its score."""
    rival: int
    """The highest score of another seat."""


class Screening(NamedTuple):
    """How a game compares moves."""

    sample: Callable[[Any, Chance], Any]
    """A state that gives a view."""
    outcome: Callable[[Any, int, Any, Chance], SeatOutcome]
    """What a playout comes to for a seat that makes a move in a state."""
    candidates: Callable[[SeatDecision, ChanceOf], list[Any]]
    """The moves to compare, the one made among them."""
    notate: Callable[[Any], str]
    reason: Callable[[Any, Any], str]
    """The word for why the second move is better than the first, which was made."""
    first: int
    """Samples of every candidate."""
    second: int
    """More samples of the best three."""
    screened: float
    """The standard error to which every loss is judged."""
    refined: float
    """The same for the worst."""
    most_pairs: int
    deviation: float
    """The least standard deviation of a paired difference that is believed."""


class Comparison(NamedTuple):
    """The best move found, what it is better by in winning chance, and how many moves were compared."""

    best: Any
    loss: float
    error: float
    options: int


class DecisionSamples:
    """Playouts of one decision; sample n is the same state with the same chance for every move."""

    def __init__(self, by: Screening, decision: SeatDecision, chance_of: ChanceOf) -> None:
        self._by, self._chance_of = by, chance_of
        self.decision = decision
        self._states: dict[int, Any] = {}
        self._outcomes: dict[tuple[Any, int], SeatOutcome] = {}

    def outcomes(self, move: Any, numbers: range) -> list[SeatOutcome]:
        """What playouts come to for the seat after a move, by sample."""
        return [self._outcome(move, number) for number in numbers]

    def chances(self, move: Any, numbers: range) -> list[float]:
        """The seat's winning chance after a move, by sample."""
        return [one.chance for one in self.outcomes(move, numbers)]

    def _outcome(self, move: Any, number: int) -> SeatOutcome:
        found = self._outcomes.get((move, number))
        if found is None:
            one = self.decision
            name = f"{one.position} {one.seat} {number}"
            if number not in self._states:
                self._states[number] = self._by.sample(one.view, self._chance_of(f"state {name}"))
            chance = self._chance_of(f"play {name}")
            found = self._by.outcome(self._states[number], one.seat, move, chance)
            self._outcomes[move, number] = found
        return found


def findings(
    by: Screening, decisions: Sequence[SeatDecision], chance_of: ChanceOf
) -> Iterator[Finding | float]:
    """Screens every decision of a seat, then looks closer at the worst: see `analyst.Analyst.findings`."""
    found: list[tuple[DecisionSamples, Comparison]] = []
    for number, decision in enumerate(decisions, start=1):
        samples = DecisionSamples(by, decision, chance_of)
        comparison = screened(by, samples, by.candidates(decision, chance_of))
        if comparison.loss:
            found.append((samples, comparison))
        yield _finding(by, decision, comparison)
        yield number / (len(decisions) + WORST)
    found.sort(key=lambda one: -one[1].loss)
    for place, (samples, comparison) in enumerate(found[:WORST], start=1):
        closer = judged(by, samples, comparison, by.refined)
        yield _finding(by, samples.decision, closer, _reason(by, samples, closer.best))
        yield (len(decisions) + place) / (len(decisions) + WORST)


def screened(by: Screening, samples: DecisionSamples, moves: Sequence[Any]) -> Comparison:
    """The best of the moves, judged by samples that took no part in choosing it."""
    made = samples.decision.move
    if len(moves) < 2:
        return Comparison(made, 0.0, 0.0, len(moves))
    better = _ranked(samples, moves, range(by.first))[:3]
    best = _ranked(samples, better, range(by.first + by.second))[0]
    return judged(by, samples, Comparison(best, 0.0, 0.0, len(moves)), by.screened)


def judged(by: Screening, samples: DecisionSamples, found: Comparison, error: float) -> Comparison:
    """How much better the best move is than the one made, to a standard error. If it turns out no better, the
    one made is the best found.
    """
    made = samples.decision.move
    if found.best == made:
        return found
    start, gains = by.first + by.second, list[float]()
    while standard_error(gains, by.deviation) > error and len(gains) < by.most_pairs:
        numbers = range(start + len(gains), start + len(gains) + CHUNK)
        gains += differences(samples.chances(found.best, numbers), samples.chances(made, numbers))
    loss, reached = mean(gains), standard_error(gains, by.deviation)
    return found._replace(best=found.best if loss > 0 else made, loss=max(loss, 0.0), error=reached)


def _ranked(samples: DecisionSamples, moves: Sequence[Any], numbers: range) -> list[Any]:
    """The moves, best first; of equals the one made comes first."""
    made = samples.decision.move
    return sorted(moves, key=lambda move: (-sum(samples.chances(move, numbers)), move != made))


def _finding(
    by: Screening, decision: SeatDecision, found: Comparison, reason: Reason | None = None
) -> Finding:
    return Finding(
        seat=decision.seat,
        position=decision.position,
        round=decision.round,
        kind=decision.kind,
        played=by.notate(decision.move),
        best=by.notate(found.best),
        loss=round(found.loss, 4),
        error=round(found.error, 4) if found.loss else None,
        options=found.options,
        reason=reason,
    )


def _reason(by: Screening, samples: DecisionSamples, best: Any) -> Reason | None:
    """What the better move brings to the seat and to the strongest other, in the mean of the first samples
    that it was judged by.
    """
    made = samples.decision.move
    if best == made:
        return None
    numbers = range(by.first + by.second, by.first + by.second + CHUNK)
    pairs = list(zip(samples.outcomes(best, numbers), samples.outcomes(made, numbers), strict=True))
    own = mean([one.own - other.own for one, other in pairs])
    rival = mean([one.rival - other.rival for one, other in pairs])
    return Reason(by.reason(made, best), {"own": round(own, 1), "rival": round(rival, 1)})
