"""The seed of a table's draws, and what seats add to it before the deal. Pure.

A seat adds a text, or first only its hash and the text once all hashes are known: then nobody, the host
included, can choose a text that suits the others'. The start closes this (`lock`); when every text is known,
the game is dealt. If a seat does not reveal its text in time, or somebody leaves meanwhile, the deal is
voided and begins anew with the next seed, which follows from the one before: nobody can choose between two
deals (docs/fair-dice.md). A table that was restored from a backup draws from another seed from then on: its
players may know what the old one would have given. What players may do about the dice is left to
`server.log.fair_dice_requests`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine.chance import NOTHING_ADDED, commitment, contribution_hash, next_seed
from server.log.entries import Entry, Opening

STEPS = frozenset(("start", "move", "concede"))
"""Kinds of entries that are steps of a game."""
FREED = frozenset(("stand", "kick"))
"""Kinds of entries by which a seat becomes free."""


class Contribution(Struct, frozen=True):
    """What a seat adds: the hash that everybody sees at once, and the text, None until it is revealed."""

    hash: str
    text: str | None = None


class VoidedSeed(Struct, frozen=True):
    """A deal that was voided: the seats it is counted against, and the seed that was not used (32 bytes)."""

    seats: tuple[int, ...]
    seed: bytes

    def __repr__(self) -> str:  # the next seed follows from it
        return f"VoidedSeed({self.seats!r})"


class GivenUpSeed(Struct, frozen=True):
    """A seed from which nothing is drawn from a step on (0: the deal), since the host was restored from a
    backup of a time, in seconds.
    """

    step: int
    backup: float
    seed: bytes

    def __repr__(self) -> str:  # draws before that step follow from it
        return f"GivenUpSeed({self.step!r}, {self.backup!r})"


class TableSeed(Struct, frozen=True):
    """Where the draws of a table come from. `locked_at` is when the start was asked for, from which on only
    missing texts are waited for.
    """

    seed: bytes
    commitment: str
    added: Mapping[int, Contribution] = {}
    locked_at: float | None = None
    voided: tuple[VoidedSeed, ...] = ()
    restored: tuple[GivenUpSeed, ...] = ()

    def __repr__(self) -> str:  # a seed must not get into a log
        return f"TableSeed({self.commitment!r})"

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose text is not known yet."""
        return tuple(seat for seat, one in sorted(self.added.items()) if one.text is None)

    @property
    def texts(self) -> Mapping[int, str]:
        """The texts that seats added, by seat; complete once the game is dealt."""
        if not self.added:
            return NOTHING_ADDED
        return {seat: one.text for seat, one in self.added.items() if one.text is not None}


def unused(opening: Opening) -> TableSeed:
    """The seed of a table before its first entry."""
    return TableSeed(opening.seed, opening.commitment)


def after(dice: TableSeed, entry: Entry, table: str, step: int = 0) -> TableSeed:
    """What becomes of it by an entry of a table that has not begun, or, before a step, by a restoring."""
    match entry.kind:
        case "restore":
            return _restored(dice, entry, table, step)
        case "contribute":
            return replace(dice, added=_with(dice, entry.seat, entry.note, entry.move or None))
        case "lock":
            return replace(dice, locked_at=entry.time)
        case "reveal":
            return replace(dice, added=_with(dice, entry.seat, dice.added[entry.seat].hash, entry.move))
        case "void":
            return _voided(dice, entry.seat, table)
    if entry.kind in FREED and entry.seat in dice.added:
        return replace(dice, added={other: one for other, one in dice.added.items() if other != entry.seat})
    return dice


def drawn_from(opening: Opening, log: Iterable[Entry]) -> TableSeed:
    """What a table's draws follow from, by its log."""
    dice, step = unused(opening), 0
    for entry in log:
        if entry.kind == "restore" or not step:
            dice = after(dice, entry, opening.id, step)
        step += entry.kind in STEPS
    return dice


def _with(dice: TableSeed, seat: int, hash_: str, text: str | None) -> Mapping[int, Contribution]:
    return {**dice.added, seat: Contribution(hash_, text)}


def _voided(dice: TableSeed, seat: int, table: str) -> TableSeed:
    """The next seed; or, where others voided this deal already, the same with this seat beside them."""
    if dice.locked_at is None:
        *before, last = dice.voided
        return replace(dice, voided=(*before, replace(last, seats=(*last.seats, seat))))
    seed = next_seed(dice.seed)
    voided = (*dice.voided, VoidedSeed((seat,), dice.seed))
    return TableSeed(seed, commitment(seed, table), voided=voided, restored=dice.restored)


def _restored(dice: TableSeed, entry: Entry, table: str, step: int) -> TableSeed:
    """The new seed; before the deal, everybody adds to it anew, since texts may be known by now."""
    seed = bytes.fromhex(entry.move)
    given_up = (*dice.restored, GivenUpSeed(step, float(entry.note), dice.seed))
    if not step:
        return TableSeed(seed, commitment(seed, table), restored=given_up)
    return replace(dice, seed=seed, commitment=commitment(seed, table), restored=given_up)


def restored(seed: bytes, backup: float) -> Entry:
    """What a table that has not ended goes on with after a restored backup: a new seed (32 bytes)."""
    return Entry(kind="restore", move=seed.hex(), note=repr(backup))


def contributed(seat: int, text: str) -> Entry:
    """A text that a seat adds; everybody sees its hash, and the text when the game is dealt."""
    return Entry(kind="contribute", seat=seat, by="player", note=contribution_hash(text), move=text)


def committed(seat: int, hash_: str) -> Entry:
    """The hash of a text that a seat will reveal."""
    return Entry(kind="contribute", seat=seat, by="player", note=hash_)
