"""What happens at a laurin table, as data. Two events carry secrets: `Drew` and `BidLaid`.

Everything else is shown to everybody as it is (`engine.laurin.views.show`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.laurin.model.moves import Cast
from engine.laurin.model.names import Cards, Direction, DwarfKind, Magic, Phase, Point, Question
from engine.laurin.model.state import Dwarf


class RoundBegan(Struct, frozen=True, gc=False, tag="round"):
    """A round begins; `starter` has the crown."""

    round: int
    starter: int


class PhaseBegan(Struct, frozen=True, gc=False, tag="phase"):
    """A phase of the round begins."""

    phase: Phase


class Refilled(Struct, frozen=True, gc=False, tag="refilled"):
    """A draw pile was used up and its discards became the new one."""

    pile: Literal["treasure", "magic", "movement"]


class Drew(Struct, frozen=True, gc=False, tag="drew"):
    """A seat drew treasure; `cards` only for that seat, in the order they came."""

    seat: int
    count: int
    cards: tuple[int, ...] | None


class Offered(Struct, frozen=True, gc=False, tag="offered"):
    """Magic cards were laid open."""

    cards: tuple[Magic, ...]


class Bought(Struct, frozen=True, gc=False, tag="bought"):
    """A seat bought a magic card."""

    seat: int
    card: Magic
    paid: Cards


class Unsold(Struct, frozen=True, gc=False, tag="unsold"):
    """Magic that nobody bought was discarded."""

    cards: tuple[Magic, ...]


class MovementDrawn(Struct, frozen=True, gc=False, tag="movement-drawn"):
    """Movement cards were drawn; not `mixed`: all of one axis, so they were discarded again."""

    cards: tuple[str, ...]
    mixed: bool


class Gave(Struct, frozen=True, gc=False, tag="gave"):
    """The start player laid a movement card in front of a seat."""

    seat: int
    card: str
    to: int


class TurnBegan(Struct, frozen=True, gc=False, tag="turn"):
    """A seat's turn of phase 4 or 5; `left`: placing points, or dwarfs it may lift."""

    seat: int
    left: int


class TurnSkipped(Struct, frozen=True, gc=False, tag="skipped"):
    """A seat's turn did not take place: `banned`, or nothing could have been done in it."""

    seat: int
    banned: bool


class TurnEnded(Struct, frozen=True, gc=False, tag="turn-ended"):
    """A seat is done with its turn of phase 4 or 5."""

    seat: int


class Placed(Struct, frozen=True, gc=False, tag="placed"):
    """A dwarf came into the garden, front up."""

    seat: int
    dwarf: DwarfKind
    square: str


class Relocated(Struct, frozen=True, gc=False, tag="relocated"):
    """A seat's dwarfs went from squares to squares, all at once."""

    seat: int
    steps: tuple[tuple[str, str], ...]


class Passed(Struct, frozen=True, gc=False, tag="passed"):
    """A seat answered a question with no."""

    seat: int
    question: Question


class BidLaid(Struct, frozen=True, gc=False, tag="laid"):
    """A seat bid `count` treasure cards face down; `cards` only for that seat."""

    seat: int
    count: int
    cards: Cards | None


class TurnedUp(Struct, frozen=True, gc=False, tag="turned-up"):
    """All bids, by seat; None: nobody bid."""

    bids: tuple[Cards, ...]
    winner: int | None


class TookBack(Struct, frozen=True, gc=False, tag="took-back"):
    """What a loser of the auction took back, and what it discarded."""

    seat: int
    cards: Cards
    discarded: Cards


class KingWent(Struct, frozen=True, gc=False, tag="king"):
    """A King's move with the card in front of `owner`."""

    seat: int
    owner: int
    card: str
    direction: Direction
    start: Point
    end: Point


class Lapsed(Struct, frozen=True, gc=False, tag="lapsed"):
    """Movement cards were discarded without a King's move; `seat` chose so, None: nobody wanted one."""

    seat: int | None
    cards: tuple[str, ...]


class MagicPlayed(Struct, frozen=True, gc=False, tag="played"):
    """A seat played a magic card; whether it works is still open."""

    seat: int
    move: Cast


class Dispelled(Struct, frozen=True, gc=False, tag="dispelled"):
    """A magic card that `seat` had played has no effect: it was countered."""

    seat: int
    move: Cast


class MagicWorked(Struct, frozen=True, gc=False, tag="worked"):
    """A magic card has its effect; `king`: where the King stands after it."""

    seat: int
    move: Cast
    king: Point


class Scored(Struct, frozen=True, gc=False, tag="scored"):
    """A scoring: points by seat, and the dwarfs that brought them, as they were before.

    Those that showed the front are turned now, those that showed the back are in the stock.
    """

    points: tuple[int, ...]
    dwarfs: tuple[Dwarf, ...]
    fogged: int | None


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over; `limit`: by the house limit of rounds."""

    winners: tuple[int, ...]
    limit: bool


Event = (
    RoundBegan
    | PhaseBegan
    | Refilled
    | Drew
    | Offered
    | Bought
    | Unsold
    | MovementDrawn
    | Gave
    | TurnBegan
    | TurnSkipped
    | TurnEnded
    | Placed
    | Relocated
    | Passed
    | BidLaid
    | TurnedUp
    | TookBack
    | KingWent
    | Lapsed
    | MagicPlayed
    | Dispelled
    | MagicWorked
    | Scored
    | Ended
)
