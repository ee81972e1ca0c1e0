"""What happens at a court table, as data: everything here is public."""

from __future__ import annotations

from msgspec import Struct

from engine.court.model.state import Dice, Kind, Result


class RoundBegan(Struct, frozen=True, gc=False, tag="round"):
    """A round begins; `final`: it is the final round."""

    round: int
    starter: int
    final: bool = False


class TurnBegan(Struct, frozen=True, gc=False, tag="turn"):
    """A seat takes its dice in hand."""

    seat: int
    dice: int


class Rolled(Struct, frozen=True, gc=False, tag="rolled"):
    """Dice were rolled, in the order they fell."""

    seat: int
    dice: Dice
    first: bool = False


class Kept(Struct, frozen=True, gc=False, tag="kept"):
    """Dice were set aside; `aside` is everything that is set aside now."""

    seat: int
    dice: Dice
    aside: Dice


class DiceChanged(Struct, frozen=True, gc=False, tag="changed"):
    """A card turned, moved or threw dice again: these faces became those."""

    seat: int
    card: Kind
    before: Dice
    after: Dice


class DieAdded(Struct, frozen=True, gc=False, tag="joined"):
    """A card brought a die: showing `face`, or in hand before the first roll (None)."""

    seat: int
    card: Kind
    face: int | None


class Took(Struct, frozen=True, gc=False, tag="took"):
    """A turn ended with a card, or with nothing (None)."""

    seat: int
    card: Kind | None
    result: Dice


class EndBegan(Struct, frozen=True, gc=False, tag="end"):
    """Somebody took King and Queen: this round is the last before the final round."""

    seat: int
    mark: Result


class Stood(Struct, frozen=True, gc=False, tag="stood"):
    """A turn of the final round ended; `crowned`: the King changed to this seat."""

    seat: int
    result: Result
    crowned: bool


class Conceded(Struct, frozen=True, gc=False, tag="conceded"):
    """A seat gave up its turn of the final round."""

    seat: int


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over: `king` won it, or None: the house limit ended it."""

    king: int | None


Event = (
    RoundBegan
    | TurnBegan
    | Rolled
    | Kept
    | DiceChanged
    | DieAdded
    | Took
    | EndBegan
    | Stood
    | Conceded
    | Ended
)
