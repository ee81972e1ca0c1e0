"""Learns the network that tells chances once the King is taken on, from solved final rounds (`final_rounds`).

What positions of a final round are worth is known. A turn before it is to be worth what it leads to, by the
network of the sweep before. Every fifth game is held out to judge by; what is kept is learned from all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine.court.model.state import State
from engine.court.value.learned import taken_network
from engine.value.network import Array, Network
from training.court.between_turns import HELD_OUT, Mask, rows_of
from training.court.final_rounds import SolvedRound
from training.court.turn_by_turn import Numbers
from training.court.turn_endings import between_turns, ended
from training.network import Positions, improved, told

SWEEPS, ROUNDS, BATCH = 8, 8, 128
RATES = (6e-4, 2e-4)
"""The rate of learning, and that of the last sweeps."""
LAST = 2


class Rounds(NamedTuple):
    """Positions with the same number of seats: those of final rounds with everybody's chance, and those
    before with the positions that a turn leads to, how often, and where those of each begin.
    """

    final: Array
    chances: Array
    final_held: Mask
    begun: Mask
    """Whether it is the first turn of the final round."""
    turns: Array
    ends: Array
    shares: Array
    first: Numbers
    turns_held: Mask


def by_seats(games: Sequence[Sequence[SolvedRound]]) -> list[Rounds]:
    """All positions, by the number of seats."""
    numbered = [(number, one) for number, rounds in enumerate(games) for one in rounds]
    return [
        _gathered([(number % HELD_OUT == 0, one) for number, one in numbered if one.game.seats == seats])
        for seats in sorted({one.game.seats for _, one in numbered})
    ]


def _gathered(rounds: Sequence[tuple[bool, SolvedRound]]) -> Rounds:
    final, chances, begun, turns, ends = (list[Array]() for _ in range(5))
    final_held, turns_held, shares, first = list[bool](), list[bool](), list[float](), list[int]()
    for held, one in rounds:
        *_, taking = between_turns(one.game)
        fewest = min((len(ways) for ways, _ in one.final), default=0)
        for ways, known in one.final:
            final.append(_rows(_after(taking, ways)))
            chances.append(np.array(known))
            begun.append(np.array(len(ways) == fewest))
            final_held.append(held)
        for ways, leads in one.turns:
            position = _after(taking, ways)
            turns.append(_rows(position))
            turns_held.append(held)
            first.append(len(ends))
            ends += [_rows(ended(position, end)) for end, _ in leads]
            shares += [share for _, share in leads]
    return Rounds(
        np.array(final),
        np.array(chances),
        np.array(final_held),
        np.array(begun),
        np.array(turns),
        np.array(ends),
        np.array(shares)[:, None],
        np.array(first),
        np.array(turns_held),
    )


def _after(position: State, ways: Sequence[str]) -> State:
    for end in ways:
        position = ended(position, end)
    return position


def _rows(position: State) -> Array:
    return rows_of(position).astype(np.float32)


def leads(rounds: Rounds, network: Network) -> Array:
    """What turns before the final round lead to."""
    return np.add.reduceat(rounds.shares * told(network, rounds.ends), rounds.first)


def learned(every: Sequence[Rounds], *, all_games: bool) -> Network:
    """The network in use, learned on; from games held out too if `all_games`."""
    network = taken_network()
    for sweep in range(SWEEPS):
        rate = RATES[sweep >= SWEEPS - LAST]
        positions = [*_positions(every, network, all_games=all_games)]
        network = improved(network, positions, ROUNDS, sweep, batch=BATCH, rate=rate, squared=True)
    return network


def _positions(every: Sequence[Rounds], network: Network, *, all_games: bool) -> Iterator[Positions]:
    for rounds in every:
        chosen = ~rounds.final_held | all_games
        yield Positions(rounds.final[chosen], rounds.chances[chosen].clip(1e-4, 1))
        chosen = ~rounds.turns_held | all_games
        if chosen.any():
            yield Positions(rounds.turns[chosen], leads(rounds, network)[chosen].clip(1e-4, 1))


def report(every: Sequence[Rounds], network: Network) -> Iterator[str]:
    """By how much chances are off, of games held out: by the network in use and by another."""
    for rounds in every:
        held, before = rounds.final_held, rounds.turns_held
        for name, said in (("as it is", taken_network()), ("learned on", network)):
            off = told(said, rounds.final) - rounds.chances
            yield (
                f"{rounds.final.shape[1]} seats, {name}: final rounds off by "
                f"{_root(off, held & rounds.begun)}, "
                f"later turns {_root(off, held & ~rounds.begun)}, "
                f"turns before {_root(told(said, rounds.turns) - leads(rounds, said), before)}"
            )


def _root(off: Array, chosen: Mask) -> str:
    """The root mean square, and of how many positions."""
    return f"{np.square(off[chosen]).mean() ** 0.5:.4f} ({chosen.sum()})" if chosen.any() else "-"
