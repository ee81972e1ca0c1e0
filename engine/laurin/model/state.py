"""What a game of laurin consists of: what lies open (`Position`), what is hidden, the view of it.

Hidden are treasure cards in hands, bids before they are turned up, and with them what is left
in the treasure pile. A state holds no pile: what lies face down is what is nowhere else, and its
order does not exist before a card is drawn. Every other pile can be worked out by everybody, so
it is a matter of the position.

Tuples by seat start with seat 1. (gc=False: plain data is never part of a cycle.)
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.laurin.model.moves import Cast
from engine.laurin.model.names import Cards, Counts, Direction, DwarfKind, Magic, Phase, Point, Question


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can choose. `rounds` is the house limit (laurin.md, "End")."""

    rounds: Annotated[int, Meta(ge=1, le=1000)] = 60


class Dwarf(Struct, frozen=True, gc=False):
    """A dwarf in the garden; `turned`: it shows its back."""

    square: str
    seat: int
    kind: DwarfKind
    turned: bool = False


class Piles(Struct, frozen=True, gc=False):
    """What was discarded. The draw piles are what is nowhere else."""

    treasure: Counts = (0, 0, 0)
    shuffled: Counts = (18, 18, 18)
    """What the treasure draw pile held when it was last made: everybody saw it go in."""
    magic: tuple[Magic, ...] = ()
    """In the order of discarding, as with the next."""
    movement: tuple[str, ...] = ()


class Turn(Struct, frozen=True, gc=False):
    """A seat's turn of phase 4 or 5. Until it has `begun`, others may still react before it."""

    seat: int
    left: int
    """Placing points left, or dwarfs that may be lifted (0 once they were)."""
    begun: bool = False


class Auction(Struct, frozen=True, gc=False):
    """The auction under way, until its winner has chosen."""

    laid: tuple[int | None, ...]
    """Treasure cards each seat laid face down, 0: passed, None: still to bid."""
    shown: tuple[Cards, ...] = ()
    """The bids, once they were turned up; all of them, whatever went where since."""
    winner: int | None = None


class KingsMove(Struct, frozen=True, gc=False):
    """A King's move that is not scored yet, and the magic around it."""

    seat: int
    """The seat that carried it out."""
    card: str
    start: Point
    direction: Direction
    length: int
    played: tuple[Magic, ...] = ()
    """Kinds played in this King's move, countered ones included."""
    worked: tuple[Magic, ...] = ()
    """Those of them that had their effect."""
    fogged: int | None = None
    """The seat left out of the scoring."""


class Spell(Struct, frozen=True, gc=False):
    """A magic card played and not yet dealt with."""

    seat: int
    move: Cast


class Position(Struct, frozen=True, gc=False):
    """Everything that is public."""

    options: Options
    rules: int
    """The version of the rules that the game began with (docs/record.md)."""
    number: int
    """Questions put so far (one to several seats counts once): what tells one ask from the next."""
    round: int
    starter: int
    """The seat with the crown."""
    phase: Phase
    question: Question | None
    asked: tuple[int, ...]
    """Seats that still have to answer the question."""
    waiting: tuple[int, ...]
    """Seats whose turn in this phase, bid or free choice is still to come, in order."""
    scores: tuple[int, ...]
    reached: tuple[int, ...]
    """When each seat reached its score: lower is earlier, equal only where nothing was scored."""
    king: Point
    dwarfs: tuple[Dwarf, ...]
    """Dwarfs in the garden, by square."""
    stocks: tuple[tuple[DwarfKind, ...], ...]
    """Each seat's dwarfs that are not in the garden, the strongest first."""
    magic: tuple[tuple[Magic, ...], ...]
    """Each seat's magic cards, in the order A to F."""
    offer: tuple[Magic, ...]
    """Magic cards laid open for sale."""
    drawn: tuple[str, ...]
    """Movement cards drawn and not yet given to anybody."""
    movement: tuple[str | None, ...]
    """The open movement card in front of each seat."""
    cards: tuple[int, ...]
    """Treasure cards in each seat's hand."""
    known: tuple[Cards, ...]
    """Treasure that everybody knows each seat has, in hand or laid face down."""
    piles: Piles
    scorings: int = 0
    turn: Turn | None = None
    auction: Auction | None = None
    kings_move: KingsMove | None = None
    spells: tuple[Spell, ...] = ()
    """Magic played and not yet dealt with: a card, the counterspell to it, the one to that, ..."""


class State(Struct, frozen=True, gc=False):
    """The position and everybody's secrets."""

    position: Position
    hands: tuple[Cards, ...]
    bids: tuple[Cards, ...]
    """Treasure that lies face down in the auction under way."""


class View(Struct, frozen=True, gc=False):
    """The position as `seat` sees it (None: spectators), with its own secrets."""

    seat: int | None
    position: Position
    hand: Cards = ()
    bid: Cards = ()
