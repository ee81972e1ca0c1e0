"""What an analysis of a finished game says, as data: one loss per decision, accounts, chances over the game.

An analysis is stored once, as JSON by `engine.codec`, and shown to everybody; `VERSION` changes whenever an
older one should be made anew. Positions are numbered as in `engine.records.course`: position n is what step n
of the record led to, so the move of a decision at position n is step n + 1. Chances are from 0 to 1; an
`error` is the standard error of the figure beside it, None if the figure was calculated without sampling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

VERSION = 17
WORST = 5
"""How many decisions of a seat are told with what would have been better."""
REPLAYED, CLOSE = 0.05, 0.02
"""A loss of winning chance above the first is only told once it was replayed, to the second as its error."""
BY_VALUE, STRONG = "value", "strong"
"""The method of an analysis by the game's value, and that the others are strong players."""
LEAST = 0.01
"""The least loss that is told of."""
ERRORS = 2
"""A loss is told of if it is at least so many standard errors."""
Datum = int | float | str


class Reason(Struct, frozen=True):
    """Why a move was better, by the game's own word, with figures and names in notation."""

    code: str
    data: dict[str, Datum] = {}


class Finding(Struct, frozen=True, omit_defaults=True, tag="finding"):
    """A decision of a seat, compared with the best one found from what the seat could know."""

    seat: int
    position: int
    """The position in which the seat decided."""
    round: int
    kind: str
    """The kind of question, as in its ask."""
    played: str
    """The move made, in notation."""
    best: str
    """The best move found, in notation; the same as `played` if none was better."""
    loss: float = 0.0
    """What the move lost against the best one, in winning chance; never below 0."""
    error: float | None = None
    options: int = 0
    """How many moves were compared."""
    reason: Reason | None = None
    """None if nothing was lost."""
    replayed: bool = False
    """True if the loss is that of strong players who played on from both moves."""
    laid: dict[str, Datum] = {}
    """What lay on the table, by the game's own words."""


class CurvePoint(Struct, frozen=True, omit_defaults=True, tag="curve"):
    """The chance of every seat to win in a position, seat 1 first. They sum up to 1."""

    position: int
    round: int
    chances: tuple[float, ...]
    errors: tuple[float, ...] = ()
    """Empty if nothing was sampled."""


class Account(Struct, frozen=True, kw_only=True, tag="account"):
    """How a seat's chance to win became its result: `start` and all columns add up to `result`, to the last
    digit that numbers have (`engine.analysis.account`). Figures are not rounded.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = (
        "deal",
        "own_dice",
        "others_dice",
        "hidden",
        "own_errors",
        "others",
        "correction",
    )
    seat: int
    start: float
    """An equal share."""
    deal: float
    """What the deal brought: who begins, and cards that were dealt or drawn later."""
    own_dice: float
    others_dice: float
    hidden: float
    """How hidden cards lay, after its own moves."""
    own_errors: float
    """What its decisions cost; not above 0, where nothing is hidden."""
    others: float
    """What the moves of others brought it."""
    correction: float
    """That chances were estimated and then known better."""
    result: float
    """1 for a win, 0 for none; a shared win counts as its part."""

    @property
    def columns(self) -> dict[str, float]:
        """All that lies between start and result, by name, in the order in which it is told."""
        return {name: getattr(self, name) for name in self.COLUMNS}


class SeatDone(Struct, frozen=True, tag="seat-done"):
    """Nothing more comes for a seat."""

    seat: int


Piece = Finding | Account | CurvePoint | SeatDone


class Part(Struct, frozen=True):
    """One step of an analysis under way: how much of it is done (0 to 1), and what was found, if anything."""

    done: float
    piece: Piece | None = None


class Analysis(Struct, frozen=True, kw_only=True, dict=True, weakref=True):
    """An analysis as far as it goes; `with_part` adds to it. Of a long game it has thousands of findings, and
    pages ask the same of it at every key, so what they ask is worked out once.
    """

    version: int = VERSION
    game: str
    seats: int
    unit: str = "win"
    """The unit of all figures: winning chance. In earlier versions there were others."""
    method: str = BY_VALUE
    """How decisions are valued: there is one way."""
    opponents: str = STRONG
    """What the other seats are assumed to play: well."""
    close: float = CLOSE
    """The largest standard error with which a replayed loss is told."""
    findings: tuple[Finding, ...] = ()
    """By position."""
    luck: tuple[()] = ()
    """Empty: luck is in the accounts. In earlier versions it was told here."""
    accounts: tuple[Account, ...] = ()
    """By seat, as far as they are there."""
    curve: tuple[CurvePoint, ...] = ()
    """By position."""
    done: tuple[int, ...] = ()
    """Seats for which nothing more comes, in the order in which they were done."""
    complete: bool = False

    def of_seat(self, seat: int) -> tuple[Finding, ...]:
        """The findings of a seat, by position."""
        return tuple(one for one in self.findings if one.seat == seat)

    def worst(self, seat: int) -> tuple[Finding, ...]:
        """The decisions that cost a seat most, worst first; without those that cost next to nothing or too
        little to be sure, and those whose loss would have to be replayed but was not, or not closely enough.
        """
        return self._told.get(seat, ())[:WORST]

    @cached_property
    def _told(self) -> Mapping[int, tuple[Finding, ...]]:
        found = sorted(filter(self.is_told, self.findings), key=lambda one: (-one.loss, one.position))
        return {seat: tuple(one for one in found if one.seat == seat) for seat in range(1, self.seats + 1)}

    def is_told(self, one: Finding) -> bool:
        """Whether a finding says that a move was worse than another one."""
        if one.loss < max(LEAST, ERRORS * (one.error or 0.0)):
            return False
        return one.loss <= REPLAYED or (one.replayed and (one.error or 0.0) <= self.close)

    @cached_property
    def errors(self) -> tuple[float, float]:
        """The mean standard errors of the curve and of the losses; 0 where none is known."""
        curve = [error for point in self.curve for error in point.errors]
        losses = [one.error for one in self.findings if one.error]
        return _mean(curve), _mean(losses)

    def account(self, seat: int) -> Account | None:
        """The account of a seat; None if there is none yet."""
        return next((one for one in self.accounts if one.seat == seat), None)


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures) if figures else 0.0


def with_part(analysis: Analysis, part: Part) -> Analysis:
    """The analysis with one part more. A finding replaces an earlier one of the same decision, and so does an
    account or a point of the curve.
    """
    piece = part.piece
    match piece:
        case Finding():
            findings = [one for one in analysis.findings if _key(one) != _key(piece)]
            analysis = replace(analysis, findings=tuple(sorted([*findings, piece], key=_key)))
        case Account():
            accounts = [one for one in analysis.accounts if one.seat != piece.seat]
            analysis = replace(analysis, accounts=tuple(sorted([*accounts, piece], key=lambda one: one.seat)))
        case CurvePoint():
            curve = [one for one in analysis.curve if one.position != piece.position]
            analysis = replace(analysis, curve=tuple(sorted([*curve, piece], key=lambda one: one.position)))
        case SeatDone(seat):
            analysis = replace(analysis, done=(*analysis.done, seat))
        case None:
            pass
    return replace(analysis, complete=True) if part.done >= 1 else analysis


def _key(one: Finding) -> tuple[int, int]:
    return one.position, one.seat
