"""Learns court's network on while the King can be taken, from solved turns: a position between turns is worth
what its turn leads to (once he is taken: `once_taken`).

By that alone an account has a correction, and there is no luck in it. As what it leads to is told by the
networks, too, it is asked again after each sweep (fitted value iteration), with a part of what later turns
of the game said. What counts is by how many points chances are off. Networks are learned, each from
most of the games; what is kept has half of their weights and half of those that they began with, which had
learned from thousands of games how these ended. Every fifth game is held out to judge by; what is kept at
last is learned from all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.court.model.state import State
from engine.court.value.boundary import boundary
from engine.court.value.final_round import last_turn
from engine.court.value.learned import open_network, taken_network
from engine.value.network import Array, Network
from engine.value.values import Chances
from training.court.between_turns import HELD_OUT, OPEN, TAKEN, Mask, Networks, rows_of
from training.court.solved_turns import SolvedGame
from training.court.turn_endings import between_turns, ended
from training.network import Positions, improved, mixed_network, told

LATER = 0.7
"""The part of what later turns said, for each turn."""
SWEEPS, ROUNDS, BATCH = 8, 4, 256
RATES = (1e-3, 4e-4)
"""The rate of learning, and that of the last sweeps."""
LAST = 2
NETWORKS, MOST = 2, 0.8
"""So many networks are learned, each from this part of the games."""
BEGUN = 0.5
"""The part of the weights with which they began."""
CERTAIN = 2
"""Beside OPEN and TAKEN: positions whose chances are known without a network."""
WEAK = frozenset({"beginner", "page"})
Numbers = NDArray[np.intp]
Place = tuple[int, int]
"""Of a position: OPEN, TAKEN or CERTAIN, and its number among those."""


class Turns(NamedTuple):
    """The turns of games with the same number of seats. Positions count through, those of OPEN first, then
    TAKEN, then CERTAIN.
    """

    rows: tuple[Array, Array]
    certain: Array
    phase: Numbers
    begin: Numbers
    """By turn: the phase, and the position from which it begins."""
    ends: Numbers
    shares: Array
    first: Numbers
    """The positions that turns lead to, and how often; where those of each turn begin."""
    solved: Mask
    """By turn: whether that is known, and a network is asked about its beginning."""
    game: Numbers
    """By turn."""
    won: Array
    weak: Mask
    held: Mask
    starter: Numbers
    """By game: who won, whether weak bots took part, whether it is held out, who began."""


def by_seats(games: Sequence[SolvedGame]) -> list[Turns]:
    """All turns, by the number of seats."""
    numbered = list(enumerate(games))
    return [
        _gathered([(number, one) for number, one in numbered if one.game.seats == seats])
        for seats in sorted({one.game.seats for one in games})
    ]


class _Positions:
    """The different positions of games, by place."""

    def __init__(self) -> None:
        self.rows: tuple[list[Array], list[Array]] = ([], [])
        self.certain: list[Chances] = []

    def of_game(self) -> _OfGame:
        return _OfGame(self)


class _OfGame:
    """Those of one game, each once."""

    def __init__(self, every: _Positions) -> None:
        self._every, self._known = every, dict[object, Place]()

    def place(self, state: State) -> Place:
        key = state.cards, state.round, state.waiting, state.turn, state.final
        if key not in self._known:
            self._known[key] = self._added(state)
        return self._known[key]

    def _added(self, state: State) -> Place:
        chances = boundary(state) if state.turn is None else state.final and last_turn(state, state.final)
        if chances:
            self._every.certain.append(chances)
            return CERTAIN, len(self._every.certain) - 1
        phase = OPEN if state.final is None else TAKEN
        self._every.rows[phase].append(rows_of(state).astype(np.float32))
        return phase, len(self._every.rows[phase]) - 1


def _gathered(games: Sequence[tuple[int, SolvedGame]]) -> Turns:
    every, begin, ends = _Positions(), list[Place](), list[Place]()
    shares, first, solved, of = list[float](), list[int](), list[bool](), list[int]()
    for place, (_, one) in enumerate(games):
        own = every.of_game()
        for state, found in zip(between_turns(one.game), one.turns, strict=False):
            begin.append(own.place(state))
            of.append(place)
            first.append(len(ends))
            solved.append(bool(found) and begin[-1][0] != CERTAIN)
            ends += [own.place(ended(state, end)) for end, _ in found] or [begin[-1]]
            shares += [share for _, share in found] or [1.0]
    rows = np.array(every.rows[OPEN]), np.array(every.rows[TAKEN])
    base = 0, len(rows[OPEN]), len(rows[OPEN]) + len(rows[TAKEN])
    lasts = [boundary([*between_turns(one.game)][-1]) for _, one in games]
    return Turns(
        rows,
        np.array(every.certain),
        np.array([phase for phase, _ in begin]),
        np.array([base[phase] + number for phase, number in begin]),
        np.array([base[phase] + number for phase, number in ends]),
        np.array(shares)[:, None],
        np.array(first),
        np.array(solved),
        np.array(of),
        np.array(lasts),
        np.array([not WEAK.isdisjoint(one.game.bots) for _, one in games]),
        np.array([number % HELD_OUT == 0 for number, _ in games]),
        np.array([one.game.starter for _, one in games]),
    )


def worths(turns: Turns, networks: Networks) -> Array:
    """Everybody's chance in every position."""
    seats = turns.won.shape[1]
    found = [
        told(network, rows) if len(rows) else np.zeros((0, seats))
        for network, rows in zip(networks, turns.rows, strict=True)
    ]
    return np.concatenate([*found, turns.certain])


def corrections(turns: Turns, worth: Array) -> Array:
    """By turn: what it leads to less what it begins with."""
    leads = np.add.reduceat(turns.shares * worth[turns.ends], turns.first)
    return np.where(turns.solved[:, None], leads - worth[turns.begin], 0.0)


def aimed_at(turns: Turns, worth: Array) -> Array:
    """What is learned of the position before each turn."""
    found, off = worth[turns.begin], corrections(turns, worth)
    later, last = np.zeros(worth.shape[1]), -1
    for turn in reversed(range(len(found))):
        kept = LATER if turns.game[turn] == last else 0.0
        last = turns.game[turn]
        later = off[turn] + kept * later
        found[turn] += later
    found = found.clip(1e-4, 1.0)
    aims: Array = found / found.sum(1, keepdims=True)
    return aims


def learned_on(every: Sequence[Turns], *, all_games: bool) -> Network:
    """The network in use while the King can be taken, learned on; from games held out too if `all_games`."""
    found = [_one_of_them(every, seed, all_games=all_games) for seed in range(NETWORKS)]
    return mixed_network([open_network(), *found], [BEGUN, *[(1 - BEGUN) / NETWORKS] * NETWORKS])


def _one_of_them(every: Sequence[Turns], seed: int, *, all_games: bool) -> Network:
    random = np.random.default_rng(seed)
    chosen = [(random.random(len(one.won)) < MOST) & (~one.held | all_games) for one in every]
    network = open_network()
    for sweep in range(SWEEPS):
        rate, number = RATES[sweep >= SWEEPS - LAST], seed * SWEEPS + sweep
        positions = [*_positions(every, chosen, network)]
        network = improved(network, positions, ROUNDS, number, batch=BATCH, rate=rate, squared=True)
    return network


def _positions(every: Sequence[Turns], chosen: Sequence[Mask], network: Network) -> Iterator[Positions]:
    for turns, games in zip(every, chosen, strict=True):
        those = turns.solved & (turns.phase == OPEN) & games[turns.game]
        if those.any():
            aims = aimed_at(turns, worths(turns, (network, taken_network())))
            yield Positions(turns.rows[OPEN][turns.begin[those]], aims[those])


def report(every: Sequence[Turns], learned: Network) -> Iterator[str]:
    """How large the corrections of accounts are, by the networks in use and by others, on games held out; and
    the log loss of who won.
    """
    now, then = (open_network(), taken_network()), (learned, taken_network())
    for name, weak in (("strong bots", False), ("with weak bots", True)):
        before, after = (np.array([*_held(every, networks, weak=weak)]) for networks in (now, then))
        if not len(before):
            continue
        for said, found in (("as it is", before), ("learned on", after)):
            mean, error = _mean(found[:, 1])
            root = float(np.sqrt(found[:, 0].mean()))
            yield f"{name}, {said}: correction {root:.4f} a game, mean of a seat {mean:+.4f} ± {error:.4f}"
        mean, error = _mean(after[:, 2] - before[:, 2])
        yield f"{name}: log loss of a position {before[:, 2].mean():.4f}, then {mean:+.4f} ± {error:.4f}"


def beginnings(every: Sequence[Turns]) -> Iterator[str]:
    """What everybody's chance is before the first turn, in the order of turns: what the network in use says
    and all corrections of a game, in the mean (for `BEGINNING` in `engine.court.value.open_king`).
    """
    networks: Networks = open_network(), taken_network()
    for turns in every:
        worth = worths(turns, networks)
        off, found = corrections(turns, worth), list[Array]()
        for game, starter in enumerate(turns.starter):
            those = np.flatnonzero(turns.game == game)
            found.append(np.roll(worth[turns.begin[those[0]]] + off[those].sum(0), 1 - starter))
        chances = [_mean(own) for own in np.transpose(found)]
        said = ", ".join(f"{mean:.4f} ± {error:.4f}" for mean, error in chances)
        yield f"{len(chances)} seats, {len(found)} games, chances before the first turn: {said}"


def _held(every: Sequence[Turns], networks: Networks, *, weak: bool) -> Iterator[tuple[float, float, float]]:
    """Of each game held out: the mean square of its corrections, that of a seat, and its log loss."""
    for turns in every:
        worth = worths(turns, networks)
        off, chances = corrections(turns, worth), np.maximum(worth[turns.begin], 1e-6)
        for game in np.flatnonzero(turns.held & (turns.weak == weak)):
            those = turns.game == game
            sums = off[those].sum(0)
            lost = -(np.log(chances[those]) * turns.won[game]).sum(1).mean()
            yield float((sums**2).mean()), float(sums[game % len(sums)]), float(lost)


def _mean(values: Array) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=min(1, len(values) - 1)) / len(values) ** 0.5)
