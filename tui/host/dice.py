"""What a host shows of the dice of its tables, so that nobody has to trust it. docs/fair-dice.md says how."""

from __future__ import annotations

from msgspec import Struct


class AddedToDice(Struct, frozen=True):
    """What a seat adds to the dice: everybody sees the hash (hex) at once; the text, empty until then, when
    the game is dealt, or while the last texts are waited for.
    """

    seat: int
    hash: str
    text: str = ""


class FairDice(Struct, frozen=True):
    """What is shown of a table's dice, so that nobody has to trust the host (docs/fair-dice.md)."""

    commitment: str = ""
    """To the seed, in hex: shown before the first draw; the seed is in the record of the ended game."""
    added: tuple[AddedToDice, ...] = ()
    """By seat; a seat that adds nothing is missing."""
    awaited: tuple[int, ...] = ()
    """Once the start was asked for: the seats that still have to reveal their texts."""
    reveal_by: float | None = None
    """By the host's clock: when the deal is voided otherwise."""
    voided: tuple[tuple[int, ...], ...] = ()
    """For each deal that was voided, the seats it is counted against."""
    restored: tuple[float, ...] = ()
    """When the backups were made that this table was restored from, each time with a new commitment."""


class DiceCounts(Struct, frozen=True):
    """What became of the commitments that a host has shown, counted since it began."""

    opened: int = 0
    """Tables, each with a commitment to its seed."""
    dealt: int = 0
    finished: int = 0
    """Dealt, and ended with a result."""
    unfinished: int = 0
    """Dealt, and ended without one."""
    voided: int = 0
    """Deals voided because a seat did not reveal what it had committed to."""
    missed: tuple[tuple[str, int], ...] = ()
    """Names of accounts ('': who hides the profile), and how many texts each of them did not reveal; most
    first, at most twenty.
    """

    @property
    def running(self) -> int:
        """Dealt, and not ended yet."""
        return self.dealt - self.finished - self.unfinished
