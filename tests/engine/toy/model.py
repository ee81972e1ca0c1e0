"""What pearls consists of: everybody's hidden cards, one laid face down, a pile, public scores."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

DECK = tuple(sorted([*range(1, 10), *range(1, 10)]))


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=9)] = 4
    ties: Literal["dice", "first"] = "dice"
    calm: bool = False
    """Calm pearls: the highest stake is 1."""


class Public(Struct, frozen=True):
    """What lies open. `played` are the cards of all finished rounds, by seat."""

    options: Options
    seats: int
    round: int
    phase: Literal["lay", "stake", "throw", "over"]
    laid: tuple[bool, ...]
    played: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    leader: int | None = None
    stake: int = 0


class State(Struct, frozen=True):
    public: Public
    hands: tuple[tuple[int, ...], ...]
    down: tuple[int | None, ...]
    """Cards laid face down in this round, by seat; they are no longer in the hand."""
    pile: tuple[int, ...]
    """The face-down pile as a multiset, ascending."""


class View(Struct, frozen=True):
    seat: int | None
    public: Public
    hand: tuple[int, ...]
    down: int | None
    pile: int
    """How many cards the pile has."""


class Lay(Struct, frozen=True, tag="lay"):
    card: int


class Stake(Struct, frozen=True, tag="stake"):
    dice: int


class Throw(Struct, frozen=True, tag="throw"):
    """Throw the dice staked; the highest counts."""


class Pass(Struct, frozen=True, tag="pass"):
    """Be content with one point."""


Move = Lay | Stake | Throw | Pass


class Laid(Struct, frozen=True, tag="laid"):
    seat: int
    card: int | None


class Revealed(Struct, frozen=True, tag="revealed"):
    cards: tuple[int, ...]
    leader: int


class Scored(Struct, frozen=True, tag="scored"):
    seat: int
    dice: tuple[int, ...]
    points: int


class Staked(Struct, frozen=True, tag="staked"):
    seat: int
    dice: int


class Drew(Struct, frozen=True, tag="drew"):
    seat: int
    card: int | None


Event = Laid | Revealed | Scored | Staked | Drew


def hidden_from(view: View) -> list[int]:
    """The cards a viewer cannot place: the pile's and everybody else's, ascending."""
    rest = list(DECK)
    known = [card for cards in view.public.played for card in cards] + list(view.hand)
    for card in known + ([] if view.down is None else [view.down]):
        rest.remove(card)
    return rest


def seats_of(public: Public) -> Iterator[int]:
    return iter(range(1, public.seats + 1))
