"""A game record as data; its text is one step a line, so that people can write it by hand (`docs/record.md`).

`reading` and `writing` have the text, `replay` checks the steps against the rules. Errors carry data:
`NotARecord` if the header does not say what is played, `BrokenRecord` with the first wrong step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from engine.chance import NOTHING_ADDED
from engine.game import AnyGame, Param, Refused, Standing
from engine.playthrough import RESIGN, UNDO
from engine.refusals import Code, refused

FIRST_WORDS = "crownhouse record"
VERSIONS = (1, 2)
"""The versions of the format that are read; the newest is written."""
FORMAT = f"{FIRST_WORDS} {VERSIONS[-1]}"
COMMON_MOVES: Mapping[str, Any] = MappingProxyType({"undo": UNDO, "resign": RESIGN})
"""The moves that every game has, by their notation."""
DEAL = "deal"
CHANCE, DUPLICATE = "chance", "duplicate"
"""The option of every game, beside its own, that says how draws follow from the seed; and its one value."""


class VoidedDeal(Struct, frozen=True):
    """A deal that was given up because a seat did not reveal what it had committed to: those seats, and the
    seed that was not used, with its commitment, both in hex.
    """

    seats: tuple[int, ...]
    commitment: str
    seed: str


class RestoredSeed(Struct, frozen=True):
    """A seed that was given up before a step, since the host was restored from a backup and the players may
    know what would have come: the number of that step, the time of the backup (UTC, as in
    2026-11-21T03:00:00Z), the commitment to the seed given up, and that seed, in hex; None while the game
    runs.
    """

    step: int
    time: str
    commitment: str
    seed: str | None = None


class Header(Struct, frozen=True, kw_only=True):
    """The lines before the deal. Only game and seats are required."""

    version: int = VERSIONS[-1]
    """The version of the format. By version 1 nothing says whose key a signature is made with."""
    game: str
    seats: tuple[str, ...]
    """The players' names by seat, seat 1 first."""
    options: Mapping[str, str] = {}
    rules: int | None = None
    """The version of the rules it was played with."""
    table: str | None = None
    """The table's id, on which its dice depend."""
    deal: str | None = None
    """The id of a deal that several tables play; their dice depend on it instead."""
    commitment: str | None = None
    """Hex, shown before the game (`engine.chance.commitment`); where dice were given up, of the last seed."""
    seed: str | None = None
    """Hex of 32 bytes, shown after the game; requires `table` and `rules`."""
    date: str | None = None
    keys: Mapping[int, tuple[str, ...]] = {}
    """The fingerprints of the keys that may sign for a seat, by seat."""
    added: Mapping[int, str] = NOTHING_ADDED
    """The texts that seats added to the dice, by seat."""
    voided: tuple[VoidedDeal, ...] = ()
    """Deals that were given up before the first draw, oldest first."""
    restored: tuple[RestoredSeed, ...] = ()
    """Seeds that were given up because the host was restored, oldest first."""

    @property
    def is_duplicate(self) -> bool:
        """Whether draws follow from seat, round and throw (`engine.chance.KeyedChance`)."""
        return self.options.get(CHANCE) == DUPLICATE

    @property
    def dice_of(self) -> str | None:
        """The id on which the dice depend."""
        return self.deal or self.table


class Signature(Struct, frozen=True):
    """A player's signature of the text before all signatures: the seat, and an OpenSSH signature (what stands
    between the lines of its armor, without line breaks). `server.proofs.signed_records` checks it.
    """

    seat: int
    base64: str


class RecordStep(Struct, frozen=True):
    """One step: its seat (None: the deal), its notation, and the tokens of its draws."""

    seat: int | None
    notation: str
    draws: tuple[str, ...] = ()


class Record(Struct, frozen=True):
    """A record. Step number n stands at index n, the deal step 0; `result` are places by seat."""

    header: Header
    steps: tuple[RecordStep, ...] = ()
    result: tuple[int, ...] | None = None
    signatures: tuple[Signature, ...] = ()


class NotARecord(Exception):  # noqa: N818  (an answer, not a fault)
    """A text that does not say what is played, or names something that cannot be played here."""

    def __init__(self, code: Code, **params: Param) -> None:
        self.refused = refused(code, **params)
        super().__init__(self.refused)


class BrokenRecord(Exception):  # noqa: N818  (an answer, not a fault)
    """A record with a wrong step: its number, and what is wrong."""

    def __init__(self, step: int, refused: Refused) -> None:
        super().__init__(step, refused)
        self.step, self.refused = step, refused


def deal_step(draws: Iterable[str]) -> RecordStep:
    """The deal, which is step 0."""
    return RecordStep(None, DEAL, tuple(draws))


def record_step(game: AnyGame, seat: int, move: Any, draws: Iterable[str] = ()) -> RecordStep:
    common = [notation for notation, common_move in COMMON_MOVES.items() if common_move == move]
    return RecordStep(seat, common[0] if common else game.notate(move), tuple(draws))


def places(standings: Iterable[Standing]) -> tuple[int, ...]:
    """Places by seat, as in a record's result."""
    return tuple(standing.place for standing in sorted(standings, key=lambda standing: standing.seat))
