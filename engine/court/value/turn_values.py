"""Everybody's chance within a turn: the turn is solved once, and every position of it is looked up.

The seat plays for its own chance. What the others' chances become follows from that play: beside the worths
by which it chooses, others are solved that have a hundred-millionth of one other seat's chance more, which is
too little to choose otherwise, and the difference is that seat's chance. Endings of equal worth are told
apart by a millionth, so that all these solutions choose alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.chance import NoChance
from engine.court.bots.king_race import beating_mark
from engine.court.bots.prospects import MARKS
from engine.court.model.cards import KINDS, hand_size
from engine.court.model.dice import without
from engine.court.model.moves import STAND, Keep, Move, Roll, Take, Use
from engine.court.model.state import Dice, Final, Kind, Options, State, Turn
from engine.court.odds.card_effects import unused_cards
from engine.court.odds.targets import CARDS, Target
from engine.court.odds.whole_turn.turn_solver import TurnCards
from engine.court.odds.whole_turn.turn_tables import TurnBegin, TurnPlace, TurnTables, cost
from engine.court.rules.powers import ADDED_FACE
from engine.court.rules.transitions import successor
from engine.court.rules.validation import dice_in_turn, final_round, take_refusal
from engine.court.value.boundary import boundary
from engine.court.value.final_round import AT, open_marks
from engine.kit.arrays import np
from engine.value.values import Chances

EFFORT, MEMORY = 1e6, 180_000_000
"""What a solution may take, in about microseconds and bytes; else the others' chances are only estimated, and
then the cards that gain least are left out.
"""
AGAIN = 1e5
"""The same for a solution from a later position on, where one of the whole turn left cards out."""
SHARE = 1e-8
"""The part of another's chance that is added to worths."""
APART = 1e-6
"""How far endings of equal worth are told apart."""


Going = Roll | Keep | Use


class Ending(NamedTuple):
    """A way to end a turn: what it pays for, and everybody's chance after it."""

    card: Kind | None
    mark: tuple[int, int] | None
    target: Target | None
    """None: any result will do."""
    chances: Chances


class SolvedTurn:
    """A turn of court, solved from a position on."""

    def __init__(
        self, position: State, turn: Turn, others: tuple[int, ...] | None = None, effort: float = EFFORT
    ) -> None:
        """`others` are the seats whose chances are wanted beside that of the seat itself; None: all. None of
        them is solved if that takes too much: they share what is left.
        """
        self.seat, self.endings = turn.seat, endings(position, turn)
        self._seats = len(position.cards)
        every = tuple([seat for seat in range(1, self._seats + 1) if seat != turn.seat])
        self.others = every if others is None else others
        begin = whole = begin_of(position, turn)
        targets = tuple([one.target for one in self.endings])
        price = cost(targets, begin, 1 + len(self.others))
        while price.effort > effort or price.whole > MEMORY:
            if self.others:  # what others win is little beside what a card brings
                self.others = ()
            elif begin.cards.changers:
                begin = begin._replace(cards=begin.cards._replace(changers=begin.cards.changers[1:]))
            else:
                break
            price = cost(targets, begin, 1 + len(self.others))
        self.effort, self.bytes = price.effort, price.whole
        """About how many microseconds it took, and how many bytes it has."""
        self.begin = begin
        self.left_out = len(whole.cards.changers) - len(begin.cards.changers)
        """How many cards were left out, as they would take too long."""
        self._tables = TurnTables(self._worths(), targets, begin)

    def _worths(self) -> np.ndarray:
        """A column of own worths, and one more for every other seat."""
        apart = APART * np.arange(len(self.endings), 0, -1)
        chances = np.array([one.chances for one in self.endings])
        own = chances[:, self.seat - 1] + apart
        return np.stack([own, *(own + SHARE * chances[:, other - 1] for other in self.others)], axis=1)

    def chances(self, turn: Turn) -> Chances:
        """Everybody's chance in a position of this turn, with the seat's best moves from there."""
        return self._by_seat(self._tables.value(self._at(turn)))

    def after(self, turn: Turn, move: Going) -> Chances:
        """Everybody's chance after a move that goes on with the turn, before what it draws."""
        return self._by_seat(self._tables.after(self._at(turn), move))

    def own(self, turn: Turn, move: Going) -> float:
        """The chance of the seat itself after such a move; an ending of equal worth may make a ten-thousandth
        of difference.
        """
        return float(self._tables.after(self._at(turn), move)[0])

    def chance_of(self, seat: int, turn: Turn, move: Going | None = None) -> float:
        """The chance of the seat itself (`own`) or of one of `others`, in a position or after a move."""
        here = self._at(turn)
        found = self._tables.value(here) if move is None else self._tables.after(here, move)
        if seat == self.seat:
            return float(found[0])
        if not self.others:
            return self._by_seat(found)[seat - 1]
        return float((found[1 + self.others.index(seat)] - found[0]) / SHARE)

    def moves(self, turn: Turn) -> Iterator[tuple[Going, float]]:
        """Every move that goes on with the turn, and the seat's chance with it, as in `own`."""
        place = self._at(turn)
        for move in self._tables.moves(place):
            yield move, float(self._tables.after(place, move)[0])

    def _by_seat(self, found: np.ndarray) -> Chances:
        if not self.others:
            return self._shared(min(1.0, float(found[0])))
        others = np.clip((found[1:] - found[0]) / SHARE, 0.0, 1.0)
        own = max(0.0, 1.0 - float(others.sum()))
        chances = dict(zip(self.others, map(float, others), strict=True)) | {self.seat: own}
        return tuple([chances[seat] for seat in range(1, self._seats + 1)])

    def _shared(self, own: float) -> Chances:
        """Everybody's chance, if the others share what this seat does not win as after the least ending."""
        least = self.endings[-1].chances
        rest = sum(least) - least[self.seat - 1]
        parts = [chance / rest if rest else 1 / (self._seats - 1) for chance in least]
        return tuple([own if seat == self.seat else (1 - own) * part for seat, part in enumerate(parts, 1)])

    def _at(self, turn: Turn) -> TurnPlace:
        cards = self.begin.cards
        left = frozenset((*cards.changers, *cards.adders)) - set(turn.used)
        since = without(turn.aside, self.begin.aside)
        assert since is not None  # noqa: S101  (dice aside stay there)
        return TurnPlace(since, turn.active if turn.rolled else None, turn.kept, left)


def begin_of(position: State, turn: Turn) -> TurnBegin:
    """From where a turn is solved, with the cards that its seat can use."""
    held = unused_cards(position, turn)
    changers = tuple(sorted(held.cards, key=_ORDER.index))
    cards = TurnCards(changers, tuple(sorted(held.adders + held.crowded)), len(held.adders))
    return TurnBegin(turn.aside, turn.hand or len(turn.active), cards, held.join)


_ORDER: tuple[Kind, ...] = (
    "jester", "merchant", "philosopher", "nobleman", "lady", "maid", "astronomer", "magician", "alchemist",
)  # fmt: skip
"""Cards that change dice, those first that gain least."""


def solved(position: State) -> tuple[SolvedTurn, Turn]:
    """The turn of a position, solved from its first roll on if no card has to be left out, and where it
    stands now.
    """
    turn = position.turn
    assert turn is not None  # noqa: S101  (somebody has a turn)
    first = Turn(turn.seat, hand_size(position.cards[turn.seat - 1]))
    if dice_in_turn(turn) != first.hand + sum(card in ADDED_FACE for card in turn.used):
        return _solved(like(position, turn), EFFORT), turn  # it was laid out by hand
    whole = _solved(like(position, first), EFFORT)
    if whole.left_out and turn != first:
        rest = _solved(like(position, turn), AGAIN)
        return (rest if rest.left_out < whole.left_out else whole), turn
    return whole, turn


class Like(NamedTuple):
    """All of a position that its turn depends on."""

    options: Options
    round: int
    starter: int
    waiting: tuple[int, ...]
    stock: tuple[tuple[Kind, int], ...]
    cards: tuple[tuple[Kind, ...], ...]
    turn: Turn
    final: Final | None


def like(position: State, turn: Turn) -> Like:
    """What two positions have to agree in so that their turns are the same."""
    stock = tuple(position.stock.items())
    return Like(
        position.options,
        position.round,
        position.starter,
        position.waiting,
        stock,
        position.cards,
        turn,
        position.final,
    )


@lru_cache(maxsize=2)
def _solved(like: Like, effort: float) -> SolvedTurn:
    position = State(
        like.options,
        0,
        like.round,
        like.starter,
        like.waiting,
        dict(like.stock),
        like.cards,
        like.turn,
        like.final,
    )
    return SolvedTurn(position, like.turn, effort=effort)


def endings(position: State, turn: Turn) -> tuple[Ending, ...]:
    """The ways to end a turn, best first for the seat; the last one takes any result."""
    found = list(_final(position, turn) if final_round(position) else _normal(position, turn))
    found.sort(key=lambda one: -one.chances[turn.seat - 1])
    cut = next(place for place, one in enumerate(found) if one.target is None)
    return tuple(found[: cut + 1])


def _normal(position: State, turn: Turn) -> Iterator[Ending]:
    for kind in KINDS:
        if kind not in {"king", "queen"} and take_refusal(position, turn.seat, kind) is None:
            yield Ending(kind, None, CARDS.get(kind), boundary(_ended(position, turn, (1, 2), Take(kind))))
    if take_refusal(position, turn.seat, "king") is None:
        yield from _with_marks(position, turn, 0, Take("king"))
    yield Ending(None, None, None, boundary(_ended(position, turn, (1, 2), Take(None))))


def _final(position: State, turn: Turn) -> Iterator[Ending]:
    final = position.final
    assert final is not None  # noqa: S101  (it is the final round)
    least = AT[final.mark.count, final.mark.face] + (turn.seat != final.queen)
    yield from _with_marks(position, turn, least, STAND)
    yield Ending(None, None, None, boundary(_ended(position, turn, (1,), STAND)))


def _with_marks(position: State, turn: Turn, least: int, move: Move) -> Iterator[Ending]:
    """The endings with a mark, from that at `least` on. A result meets the goals of all lower marks, too, so
    no mark is worth more than a higher one here, whatever was learned.
    """
    above: Chances | None = None
    for place in reversed(open_marks(position.cards[turn.seat - 1], least)):
        count, face = mark = MARKS[place]
        chances = boundary(_ended(position, turn, (face,) * count, move))
        if above is None or chances[turn.seat - 1] < above[turn.seat - 1]:
            above = chances
        yield Ending("king", mark, beating_mark(mark, equal=True), above)


def _ended(position: State, turn: Turn, result: Dice, move: Move) -> State:
    lying = replace(turn, hand=0, active=(), aside=result, rolled=True)
    return successor(replace(position, turn=lying), move, NoChance())
