"""Final rounds solved exactly, seat after seat, and the turns that are left before them. By these the network
that tells chances once the King is taken is learned on.

A seat that beats a mark has the King with its own, and wins if nobody after it beats that; who does not beat
it wins nothing. So its best play depends on the mark alone, and the last seat's is known: from there back,
turn by turn, everybody's chance follows for every mark at once, by far more positions than games have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from engine.chance import QuickChance
from engine.court.bots.king_race import beating_mark
from engine.court.bots.prospects import MARKS, Cards, reach
from engine.court.game import GAME
from engine.court.model.cards import hand_size
from engine.court.model.state import State, Turn
from engine.court.odds.whole_turn.turn_tables import TurnBegin, TurnPlace, TurnTables, cost
from engine.court.value.final_round import left_in_round
from engine.court.value.turn_values import APART, SHARE, begin_of
from engine.value.network import Array
from engine.value.values import Chances
from training.court.solved_turns import Ends, ends_of
from training.court.turn_endings import KING, PlayedGame, between_turns, ended, mixed, played, turns_played

EFFORT, MEMORY = 4e6, 1_500_000_000
"""What one mark of a turn may take, in about microseconds and bytes."""
FIRST, OFTEN, SELDOM = 4, 0.01, 1e-3
"""From this round on, where a turn takes the King so often; marks that come more seldom do not count."""
TAKEN, BEGUN, LATER = 2, 6, 3
"""So many takings of a game beside its own; of each so many marks when the final round begins, and of those
with which another wins the King later.
"""
MARKS_BEFORE = 4
"""So many marks of a turn before the final round."""
LOST = "1x1"
"""A turn of the final round that beats nothing."""
Ways = tuple[str, ...]
"""How turns ended."""


class Stage(NamedTuple):
    """Chances before one turn of a final round, by mark: first of who holds the King, then of the seats that
    have their turns, in order.
    """

    marks: Sequence[int]
    """Those that were solved and can be beaten."""
    before: Array
    """While the Queen's owner holds him, who has no turn then."""
    after: Array
    """Once another does."""


class SolvedRound(msgspec.Struct, frozen=True):
    """A King that was or could have been taken: the game until then; positions of the final round, by how
    turns ended since, with everybody's chance; and positions before it, with how often their turn ends in
    which way.
    """

    game: PlayedGame
    final: tuple[tuple[Ways, Chances], ...]
    turns: tuple[tuple[Ways, Ends], ...]


def stages(position: State, highest: int, first: Collection[int]) -> list[Stage] | None:
    """Solve a final round that begins, its first turn for the marks `first` alone, the others for all up to
    `highest`; None: it would take too long.
    """
    assert position.final is not None  # noqa: S101  (it is the final round)
    order = left_in_round(position)
    tops = [_highest(position.cards[seat - 1]) for seat in order]
    most = list(accumulate((highest, *tops), max))
    before = after = np.eye(1, 1 + len(order)).repeat(len(MARKS), 0)
    found = list[Stage]()
    for place in reversed(range(len(order))):
        seat, last = order[place], order[place] == position.final.queen
        beaten = range(min(most[place], tops[place] - (not last)) + 1)
        marks = [mark for mark in beaten if place or mark in first]
        begin, rows = begin_of(position, Turn(seat, hand_size(position.cards[seat - 1]))), list[Array]()
        for mark in marks:
            goals = range(mark + (not last), tops[place] + 1)
            row = _played(begin, goals, after[[*goals]][:, [0, *range(2 + place, 1 + len(order))]])
            if row is None:
                return None
            rows.append(row)
        if marks:
            after = _seat_played(after, marks, place, np.array(rows))
            before = before if last else _seat_played(before, marks, place, np.array(rows))
        found.append(Stage(marks, before, after))
    return found[::-1]


def _seat_played(old: Array, marks: Sequence[int], place: int, won: Array) -> Array:
    """Chances before a turn, from those after it where it beats nothing, and those that the seat and the
    others after it have if it does.
    """
    new = old.copy()
    new[marks] *= (1 - won.sum(1)).clip(0, 1)[:, None]
    new[marks, 1 + place :] += won
    return new


def _played(begin: TurnBegin, goals: Sequence[int], chances: Array) -> Array | None:
    """What a turn wins by best play, and what the others win if it reaches a goal; `chances` are those by
    goal, the lowest first.
    """
    targets = (*(beating_mark(MARKS[goal], equal=True) for goal in reversed(goals)), None)
    price = cost(targets, begin, chances.shape[1])
    if price.effort > EFFORT or price.whole > MEMORY:
        return None
    own = chances[:, 0] + APART * np.arange(1, len(goals) + 1)
    worths = [own, *(own + SHARE * other for other in chances.T[1:])]
    columns = np.append(np.stack(worths, axis=1)[::-1], np.zeros((1, len(worths))), axis=0)
    cards = frozenset((*begin.cards.changers, *begin.cards.adders))
    won, *others = TurnTables(columns, targets, begin).value(TurnPlace((), None, False, cards))
    return np.array([won, *((other - won) / SHARE for other in others)]).clip(0, 1)


def _highest(cards: Cards) -> int:
    """The highest mark that a household reaches more than seldom; -1: none."""
    return sum(chance > SELDOM for chance in reach(cards)) - 1


def solved_rounds(seed: str, number: int) -> Iterator[SolvedRound]:
    """What the game with this number has: the King that was taken in it, and others that could have been."""
    random = Random(f"final {seed} {number}")  # noqa: S311  (nothing is kept secret by it)
    game = (mixed if number % 3 == 2 else played)(seed, number)
    open_turns = [state for state in between_turns(game) if state.turn and state.final is None]
    often = [
        reach(state.cards[state.turn.seat - 1])[0] if state.turn and state.round >= FIRST else 0.0
        for state in open_turns
    ]
    turns = [len(often) - 1] if often[-1] > SELDOM else []
    if max(often) > OFTEN:
        turns += random.choices(range(len(often)), weights=often, k=TAKEN)
    for turn in turns:
        found = _solved_round(game, open_turns[turn], turn, random)
        if found:
            yield found


def _solved_round(game: PlayedGame, state: State, turn: int, random: Random) -> SolvedRound | None:
    assert state.turn is not None  # noqa: S101  (somebody has a turn)
    seat = state.turn.seat
    taken = _exactly(state.cards[seat - 1])
    [mark] = random.choices(range(len(MARKS)), weights=taken)
    now, cards = ended(state, _king(mark)), list[str]()
    stewards = [GAME.bots["steward"]] * game.seats
    for end, after in turns_played(now, stewards, QuickChance(random.random)):
        if now.final is None or now.final.begun:
            break
        cards.append(end)
        now = after
    first = random.choices(range(len(MARKS)), weights=taken, k=BEGUN)
    found = stages(now, max(mark, _highest(state.cards[seat - 1])), first)
    if found is None:
        return None
    drawn = _final_positions(now, found, taken, random)
    final = tuple([((_king(first), *cards, *ways), chances) for first, ways, chances in drawn])
    before = list[tuple[Ways, Ends]]()
    for place in range(len(cards)):
        for other in sorted({*random.choices(range(len(MARKS)), weights=taken, k=MARKS_BEFORE)}):
            ways = _king(other), *cards[:place]
            position = state
            for end in ways:
                position = ended(position, end)
            if ends := ends_of(position):
                before.append((ways, ends))
    return SolvedRound(replace(game, ends=game.ends[:turn]), final, tuple(before))


def _final_positions(
    begun: State, found: Sequence[Stage], taken: Sequence[float], random: Random
) -> Iterator[tuple[int, Ways, Chances]]:
    """Some positions of a final round: the mark with which the King was taken, how turns ended, chances."""
    order, queen = left_in_round(begun), begun.final.queen if begun.final else 0
    for place, stage in enumerate(found):
        waiting = order[place:]
        if waiting != (queen,) and stage.marks:
            weights = [taken[mark] + 0.02 / len(stage.marks) for mark in stage.marks]
            drawn = random.choices(stage.marks, weights=weights, k=2) if place else stage.marks
            for mark in sorted({*drawn}):
                yield mark, (LOST,) * place, _by_seat(stage.before[mark], queen, order, place)
        ways = [(other, mark) for other in range(place) for mark in stage.marks if mark]
        if not ways:
            continue
        reached = [_exactly(begun.cards[seat - 1]) for seat in order[:place]]
        often = [reached[other][mark] for other, mark in ways]
        weights = [one + 0.02 * sum(often) / len(often) + 1e-9 for one in often]
        for other, mark in sorted({*random.choices(ways, weights=weights, k=LATER)}):
            turns = [LOST] * place
            turns[other] = "{}x{}".format(*MARKS[mark])
            yield 0, tuple(turns), _by_seat(stage.after[mark], order[other], order, place)


def _by_seat(chances: Array, holder: int, order: Sequence[int], place: int) -> Chances:
    found = [0.0] * max(*order, holder)
    found[holder - 1] = float(chances[0])
    for seat, chance in zip(order[place:], chances[1 + place :], strict=True):
        found[seat - 1] += float(chance)
    return tuple([round(chance, 5) for chance in found])


def _king(mark: int) -> str:
    return "{} {}x{}".format(KING, *MARKS[mark])


def _exactly(cards: Cards) -> list[float]:
    """How often a household reaches each mark and none above, about."""
    reached = (*reach(cards), 0.0)
    return [max(1e-9, one - other) for one, other in pairwise(reached)]


def kept_rounds(path: Path) -> list[list[SolvedRound]]:
    """Those of a file, by game."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=list[SolvedRound]) for line in lines]


def add_rounds(path: Path, most: int) -> Iterator[int]:
    """Plays games and solves final rounds until the file has those of so many; interrupted, it goes on."""
    with path.open("ab", buffering=0) as file:
        for number in range(len(kept_rounds(path)), most):
            file.write(msgspec.json.encode([*solved_rounds(path.stem, number)]) + b"\n")
            yield number
