"""Analyses a finished game by the value of its positions and moves (`engine.value`), in three steps:

1. every decision is screened;
2. those that seem to have cost something are judged, as closely as the game can;
3. the largest losses are replayed: strong players play on from both moves, in pairs of the same luck.

What was replayed has the loss of the replay. The account and the curve come from the same value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.analysis.account import account, followed
from engine.analysis.findings import (
    CLOSE,
    ERRORS,
    LEAST,
    REPLAYED,
    WORST,
    CurvePoint,
    Finding,
    Part,
    Piece,
    SeatDone,
)
from engine.analysis.played import Played, SeatDecision
from engine.analysis.reasons import reason
from engine.chance import Chance
from engine.game import AnyGame
from engine.value.seats import Seats, alike
from engine.value.values import ChanceOf, MoveValue, Values, among_stayed

JUDGED = 10
"""How many decisions of a seat are judged."""
SCREENING, JUDGING, REPLAYING = 0.4, 0.2, 0.4
"""How much of the work of a seat each step is, for the progress bar."""


class Compared(NamedTuple):
    """A decision, the best move found and the one made, and how to look at them more closely."""

    decision: SeatDecision
    best: MoveValue
    made: MoveValue
    closer: Iterator[tuple[MoveValue, ...]]
    """Empty if there is no need: what has begun keeps what it has worked out."""

    @property
    def is_costly(self) -> bool:
        """Whether it cost enough to be told."""
        return self.loss >= LEAST

    @property
    def loss(self) -> float:
        """By how much the best move wins more often than the one made."""
        return self.best.chance - self.made.chance


def parts(
    game: AnyGame, values: Values, played: Played, chance_of: ChanceOf, first: Sequence[int]
) -> Iterator[Part]:
    """The parts of an analysis, as `engine.analysis.analyse.analyse` has them."""
    seats = alike(values.strong, played.seats)
    order = [*dict.fromkeys([*first, *range(1, played.seats + 1)])]
    found: dict[int, list[Compared]] = {seat: [] for seat in order}
    decided = {one.position: one for one in played.decisions}
    whole, base, course = played.seats + 1.0, 0.0, None
    for seat in order:
        if game.secrets:
            own = played.of_seat(seat)
            for number, decision in enumerate(own):
                found[seat].append(screened(values, decision, seats, chance_of))
                done = base + SCREENING * number / len(own)
                yield Part(done / whole, finding_of(game, values, found[seat][-1]))
            base += SCREENING
        if course is None:
            # What is worked out for chances serves decisions as well, where nothing is hidden.
            work = 1.0 if game.secrets else 1.0 + SCREENING * played.seats
            lying = partial(_named, chance_of, "lying")
            for number, last in enumerate(followed(values, played, values.playing(played.bots), lying)):
                course, piece = last, None
                if number in decided and not game.secrets:
                    mover = found[decided[number].seat]
                    mover.append(screened(values, decided[number], seats, chance_of))
                    piece = finding_of(game, values, mover[-1])
                yield Part((base + work * number / len(played.states)) / whole, piece)
            assert course is not None  # noqa: S101  (the last of them)
            base += work
            for point in curve(values, played):
                yield Part(base / whole, point)
        losses = {one.decision.position: max(0.0, one.loss) for one in found[seat]}
        for share, more in closer(game, values, found[seat], chance_of, losses):
            yield Part((base + share) / whole, more)
        base += JUDGING + REPLAYING
        done = min(base / whole, 1 - 1e-9)
        yield Part(done, account(course, played, seat, losses if game.secrets else None))
        yield Part(done, SeatDone(seat))


def _named(chance_of: ChanceOf, prefix: str, name: str) -> Chance:
    return chance_of(f"{prefix} {name}")


def screened(values: Values, decision: SeatDecision, seats: Seats, chance_of: ChanceOf) -> Compared:
    """A decision, as it seems at once."""
    own = partial(_named, chance_of, f"{decision.position} {decision.seat}")
    closer = values.moves(decision.view, seats, own, decision.move)
    found = _compared(decision, next(closer), closer)
    return found if found.is_costly and found.made.error else found._replace(closer=iter(()))


def closer(
    game: AnyGame, values: Values, found: Sequence[Compared], chance_of: ChanceOf, losses: dict[int, float]
) -> Iterator[tuple[float, Piece | None]]:
    """What more is found of the screened decisions of a seat, with how much of that is done (0 to JUDGING +
    REPLAYING). Corrects its losses, by position.
    """
    done = 0.0
    judged = list[Compared]()
    for number, compared in enumerate(_worst(found, JUDGED), start=1):
        own = compared
        for moves in compared.closer:
            own = _compared(compared.decision, moves, compared.closer)
            yield done, None
        losses[compared.decision.position] = max(0.0, own.loss)
        judged.append(own)
        yield done, finding_of(game, values, own)
        done = JUDGING * number / JUDGED
    done = JUDGING
    large = [one for one in _worst(judged, WORST) if one.loss > REPLAYED]
    for number, compared in enumerate(large, start=1):
        for finding in _replayed(game, values, compared, chance_of):
            yield done, finding
            if finding is not None:
                losses[finding.position] = finding.loss
        done = JUDGING + REPLAYING * number / len(large)


def _compared(
    decision: SeatDecision, moves: Sequence[MoveValue], closer: Iterator[tuple[MoveValue, ...]]
) -> Compared:
    made = next(one for one in moves if one.move == decision.move)
    return Compared(decision, max(moves[0], made, key=lambda one: one.chance), made, closer)


def _worst(found: Sequence[Compared], most: int) -> list[Compared]:
    """Those that cost most, of those that cost enough to be told."""
    costly = [one for one in found if one.is_costly]
    return sorted(costly, key=lambda one: (-one.loss, one.decision.position))[:most]


def _replayed(
    game: AnyGame, values: Values, compared: Compared, chance_of: ChanceOf
) -> Iterator[Finding | None]:
    """What replays say of a decision: None while they are made, then the finding. They end once the error is
    small enough, or the loss is clearly none.
    """
    decision, mean, error = compared.decision, compared.loss, None
    own = partial(_named, chance_of, f"replay {decision.position} {decision.seat}")
    for gain in values.replayed(decision.view, compared.best.move, decision.move, own):
        mean, error = gain
        yield None
        if error <= CLOSE or mean + ERRORS * error < LEAST:
            break
    yield finding_of(game, values, compared, mean, error, replayed=True)


def finding_of(
    game: AnyGame,
    values: Values,
    compared: Compared,
    loss: float | None = None,
    error: float | None = None,
    *,
    replayed: bool = False,
) -> Finding:
    """What is told of a decision; `loss` and its error are those of replays, if there were any."""
    decision = compared.decision
    lost = round(min(1.0, compared.loss if loss is None else loss), 4)
    error = compared.made.error if error is None else error
    is_better = lost > 0
    return Finding(
        seat=decision.seat,
        position=decision.position,
        round=decision.round,
        kind=decision.kind,
        played=game.notate(decision.move),
        best=game.notate(compared.best.move if is_better else decision.move),
        loss=lost if is_better else 0.0,
        error=(round(error, 4) or None) if is_better else None,
        replayed=replayed,
        reason=reason(compared.best, compared.made) if lost >= LEAST else None,
        laid=values.laid(decision.view) if lost >= LEAST else {},
    )


def curve(values: Values, played: Played) -> Iterator[CurvePoint]:
    """A point at every boundary between turns or rounds, and one at the end with the result."""
    last, before, seats = len(played.states) - 1, None, values.playing(played.bots)
    for number, state in enumerate(played.states[:-1]):
        if values.at_boundary(state) and state is not before:
            found = among_stayed(values.boundary(state, seats), played.resigned[number])
            chances = tuple([round(one, 4) for one in found])
            yield CurvePoint(number, played.rounds[number], chances, (values.miss,) * played.seats)
        before = state
    yield CurvePoint(last, played.rounds[last], tuple([round(one, 4) for one in played.result]))
