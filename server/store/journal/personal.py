"""What journals know of one account besides its results: for those who ask what is known of them."""

from __future__ import annotations

from msgspec import Struct


class SignedRecord(Struct, frozen=True):
    """A record that the account has signed, by its table."""

    table: str
    seat: int
    base64: str


class JoinedTable(Struct, frozen=True):
    """A table that the account has opened or where it sat, also one whose game never began."""

    table: str
    name: str
    game: str
    opened: float
    owner: bool
    """Whether the account has opened it."""
    ended: bool


class KnownRatingChange(Struct, frozen=True):
    """What a rated game did to the account's rating; `kind` is "person" or "program", `games` the number of
    its rated games then.
    """

    table: str
    game: str
    ended: float
    kind: str
    old_mu: float
    old_sigma: float
    mu: float
    sigma: float
    games: int


class PersonalRecords(Struct, frozen=True):
    """What a journal knows of an account, each part the oldest first."""

    tables: tuple[JoinedTable, ...] = ()
    signatures: tuple[SignedRecord, ...] = ()
    rating_changes: tuple[KnownRatingChange, ...] = ()
    missed_reveals: int = 0
    """How often it did not reveal what it had committed to add to the dice."""
