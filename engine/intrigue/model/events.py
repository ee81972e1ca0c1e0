"""What happens at an intrigue table, as data. Only `Laid` hides something from others: the card.

A place is the place after the event if the event moves or lays a card, and before it if the event removes
one. `seat` is the seat that acts: the owner of the acting card.
"""

from __future__ import annotations

from msgspec import Struct

from engine.intrigue.model.state import Kind


class RoundBegan(Struct, frozen=True, gc=False, tag="round"):
    """A round begins; the seat with the crown plays first."""

    round: int
    crown: int


class Laid(Struct, frozen=True, gc=False, tag="laid"):
    """A card was played face down; `on`: on top of another. `card` is None for other seats."""

    seat: int
    place: int
    on: bool
    card: Kind | None


class ResolutionBegan(Struct, frozen=True, gc=False, tag="resolution"):
    """Everybody has played; the queue is resolved from its front."""

    round: int


class Left(Struct, frozen=True, gc=False, tag="left"):
    """A card stayed face down; `influence` lies on it now."""

    seat: int
    place: int
    influence: int


class Revealed(Struct, frozen=True, gc=False, tag="revealed"):
    """A card was turned face up by its owner."""

    seat: int
    place: int
    card: Kind


class Copied(Struct, frozen=True, gc=False, tag="copied"):
    """The Shapeshifter at `place` carries out the effect of the `card` at `source`."""

    seat: int
    place: int
    source: int
    card: Kind


class Gained(Struct, frozen=True, gc=False, tag="gained"):
    """A seat got influence from the supply for the effect of `card`, or for its removed Ambush."""

    seat: int
    card: Kind
    amount: int


class Idle(Struct, frozen=True, gc=False, tag="idle"):
    """The effect of the card at `place` had nothing to do, or its condition was not met."""

    seat: int
    place: int
    card: Kind


class Removed(Struct, frozen=True, gc=False, tag="removed"):
    """`card` of `seat` removed the top card of `place`; `lost` influence on it went to the supply."""

    seat: int
    card: Kind
    place: int
    owner: int
    removed: Kind
    up: bool
    """True if it was face up, so that everybody knew it."""
    lost: int


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """A Decree moved a card; `on`: on top of another. `card` is None where it lies face down."""

    seat: int
    source: int
    place: int
    on: bool
    owner: int
    card: Kind | None


class Stole(Struct, frozen=True, gc=False, tag="stole"):
    """One influence went from one family to another."""

    seat: int
    victim: int


class Doubled(Struct, frozen=True, gc=False, tag="doubled"):
    """A Conspiracy doubled the influence on it, which is `influence` now."""

    seat: int
    influence: int


class Returned(Struct, frozen=True, gc=False, tag="returned"):
    """The influence on a revealed Ambush went back to the supply."""

    seat: int
    amount: int


class Collected(Struct, frozen=True, gc=False, tag="collected"):
    """The owner took the influence that lay on a revealed card."""

    seat: int
    card: Kind
    amount: int


class Discarded(Struct, frozen=True, gc=False, tag="discarded"):
    """A card went to its owner's discard pile after its effect."""

    seat: int
    place: int
    card: Kind


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over; `winners` share the first place."""

    winners: tuple[int, ...]


Event = (
    RoundBegan
    | Laid
    | ResolutionBegan
    | Left
    | Revealed
    | Copied
    | Gained
    | Idle
    | Removed
    | Moved
    | Stole
    | Doubled
    | Returned
    | Collected
    | Discarded
    | Ended
)
