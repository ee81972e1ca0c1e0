"""Games whose turns are solved: how often each ends in which way if its seat plays as well as it can.

What a position between turns is worth has to be what the next ones are worth, by these shares: that holds
whoever plays, has no luck of dice in it, and stays true of other networks, as far as they choose alike. So
these are games of all bots, with households and rounds that games of strong ones hardly reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from engine.court.bots.prospects import Cards, reach
from engine.court.model.cards import hand_size
from engine.court.model.state import State, Turn
from engine.court.odds.targets import Target
from engine.court.odds.whole_turn.turn_tables import TurnBegin, TurnPlace, TurnTables, cost
from engine.court.rules.validation import final_round
from engine.court.value.final_round import AT
from engine.court.value.turn_values import APART, Ending, begin_of, endings
from training.court.turn_endings import KING, PlayedGame, between_turns

EFFORT, GROUPED, MEMORY = 2e5, 5e5, 400_000_000
"""What a solution may take, in about microseconds and bytes; with marks put together."""
SHARE = 1e-8
SELDOM = 1e-3
"""Endings that are rarer are left out."""
Ends = tuple[tuple[str, float], ...]


class SolvedGame(msgspec.Struct, frozen=True):
    """A game, and for each turn in which ways it ends, and how often; () where that would take too long."""

    game: PlayedGame
    turns: tuple[Ends, ...]


def ends_of(state: State) -> Ends:
    """In which ways the turn that begins ends, and how often; () if that would take too long."""
    assert state.turn is not None  # noqa: S101  (somebody has a turn)
    turn = Turn(state.turn.seat, hand_size(state.cards[state.turn.seat - 1]))
    found, begin = endings(state, turn), begin_of(state, turn)
    if len(found) == 1:
        return ((named(state, found[0]), 1.0),)
    targets = tuple([one.target for one in found])
    parts = np.eye(len(found))
    if not _fits(targets, begin, len(found), EFFORT):
        parts = _grouped(found, state.cards[turn.seat - 1])
        if not _fits(targets, begin, len(parts), GROUPED):
            return ()
    own = np.array([one.chances[turn.seat - 1] for one in found]) + APART * np.arange(len(found), 0, -1)
    more = [own + SHARE * (part > 0) for part in parts[:-1]]
    cards = begin.cards
    place = TurnPlace((), None, False, frozenset((*cards.changers, *cards.adders)))
    first, *values = TurnTables(np.stack([own, *more], axis=1), targets, begin).value(place)
    sums = (np.array(values) - first) / SHARE
    shares = np.append(sums, 1.0 - sums.sum()) @ parts
    kept = np.where(shares >= SELDOM, shares, 0.0)
    kept /= kept.sum()
    return tuple(
        [(named(state, one), round(float(share), 5)) for one, share in zip(found, kept, strict=True) if share]
    )


def _fits(targets: tuple[Target | None, ...], begin: TurnBegin, columns: int, effort: float) -> bool:
    price = cost(targets, begin, columns)
    return price.effort <= effort and price.whole <= MEMORY


def _grouped(found: Sequence[Ending], own: Cards) -> np.ndarray:
    """Endings put together in few groups: marks of a number of dice, whose shares are taken to be as if the
    seat aimed at each mark alone. A row for each group, with the part that each ending has of it.
    """
    reached = [*reach(own), 0.0]
    rows: dict[object, np.ndarray] = {}
    for number, one in enumerate(found):
        group: object = one.mark[0] if one.mark else one.card
        row = rows.setdefault(group, np.zeros(len(found)))
        row[number] = reached[AT[one.mark]] - reached[AT[one.mark] + 1] + 1e-9 if one.mark else 1.0
    return np.array([row / row.sum() for row in rows.values()])


def named(state: State, ending: Ending) -> str:
    """An ending as games are kept with it."""
    mark = "{}x{}".format(*ending.mark) if ending.mark else "1x1"
    if final_round(state):
        return mark
    return f"{KING} {mark}" if ending.mark else ending.card or "-"


def kept_games(path: Path) -> list[SolvedGame]:
    """The games of a file."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=SolvedGame) for line in lines]


def add_games(path: Path, most: int, play: Callable[[str, int], PlayedGame]) -> Iterator[int]:
    """Plays and solves games until the file has so many; interrupted, it goes on the next time."""
    with path.open("ab", buffering=0) as file:
        for number in range(len(kept_games(path)), most):
            game = play(path.stem, number)
            turns = tuple([ends_of(state) for state in between_turns(game) if state.turn])
            file.write(msgspec.json.encode(SolvedGame(game, turns)) + b"\n")
            yield number
