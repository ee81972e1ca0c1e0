"""Learns the networks of `engine.court.value.learned` again, from games kept as their turns' endings.

What is learned of a position lies between what the next one is worth by the networks in use and how the game
ended: TD(lambda) (Sutton 1988), with less and less of the end. Once the King is taken some turns are solved,
which says more than how they ended. Every fifth game is held out to judge by; what is kept at last is learned
from all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.court.model.state import State
from engine.court.value import final_round, open_king
from engine.court.value.boundary import boundary
from engine.court.value.final_round import left_in_round
from engine.court.value.learned import Learned, open_network, taken_network
from engine.court.value.turn_values import solved
from engine.value.network import Array, Network
from engine.value.values import Chances
from training.court.turn_endings import PlayedGame, between_turns
from training.network import Positions, improved, told

HELD_OUT = 5
LAMBDAS = (0.8, 0.6, 0.5, 0.4, 0.3, 0.2)
"""The part of the end in what is learned, sweep by sweep."""
ROUNDS, SOLVED_ROUNDS = 3, 3
"""How often a sweep goes through all positions, and through solved ones beside each of these."""
BINS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)
OPEN, TAKEN = 0, 1
"""The phases: while the King can be taken, and from then on."""
Networks = tuple[Network, Network]
Mask = NDArray[np.bool_]


class SolvedGame(msgspec.Struct, frozen=True):
    """A game by its number, and for each turn once the King is taken everybody's chance when it begins; ()
    for others, and where cards had to be left out.
    """

    game: int
    solved: tuple[Chances, ...]


class Course(NamedTuple):
    """A game: the phase of each position between turns, its place among those of the phase, and who won."""

    places: tuple[tuple[int, int], ...]
    won: Array


class Games(NamedTuple):
    """Games with the same number of seats. By phase: rows by position, whether they are held out, and what
    the turns are worth that were solved (not a number where they were not).
    """

    rows: tuple[Array, Array]
    held: tuple[Mask, Mask]
    solved: tuple[Array, Array]
    courses: tuple[Course, ...]


def solve_games(path: Path, games: Sequence[PlayedGame]) -> None:
    """Solve the turns once the King is taken in the games that the file has not yet. Interrupted, it goes on
    the next time.
    """
    done = len(kept_solved(path))
    with path.open("ab", buffering=0) as file:
        for number, game in enumerate(games[done:], start=done):
            turns = tuple(_solved(state) for state in between_turns(game) if state.turn)
            file.write(msgspec.json.encode(SolvedGame(number, turns)) + b"\n")


def _solved(state: State) -> Chances:
    if state.final is None:
        return ()
    whole, turn = solved(state)
    return () if whole.left_out else whole.chances(turn)


def kept_solved(path: Path) -> list[SolvedGame]:
    """The solved games of a file."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=SolvedGame) for line in lines]


def by_seats(games: Sequence[PlayedGame], known: Sequence[SolvedGame]) -> dict[int, Games]:
    """All positions between turns, by the number of seats."""
    turns = {one.game: one.solved for one in known}
    return {
        seats: _gathered(seats, [(n, game) for n, game in enumerate(games) if game.seats == seats], turns)
        for seats in sorted({game.seats for game in games})
    }


def _gathered(
    seats: int, games: Sequence[tuple[int, PlayedGame]], turns: dict[int, tuple[Chances, ...]]
) -> Games:
    rows: tuple[list[Array], list[Array]] = ([], [])
    held: tuple[list[bool], list[bool]] = ([], [])
    known: tuple[list[Chances], list[Chances]] = ([], [])
    unknown, courses = (float("nan"),) * seats, list[Course]()
    for number, game in games:
        *states, last = between_turns(game)
        places = []
        for turn, state in enumerate(states):
            phase = OPEN if state.final is None else TAKEN
            places.append((phase, len(rows[phase])))
            rows[phase].append(rows_of(state).astype(np.float32))
            held[phase].append(number % HELD_OUT == 0)
            known[phase].append((number in turns and turns[number][turn]) or unknown)
        courses.append(Course(tuple(places), np.array(boundary(last))))
    return Games(
        (np.array(rows[OPEN]), np.array(rows[TAKEN])),
        (np.array(held[OPEN]), np.array(held[TAKEN])),
        (np.array(known[OPEN]), np.array(known[TAKEN])),
        tuple(courses),
    )


def rows_of(position: State) -> Array:
    """What the network of its phase is shown of a position."""
    if position.final is not None:
        return final_round.rows(position, position.final)
    english = position.options.edition == "en"
    return open_king.rows(position.cards, position.round, left_in_round(position), english=english)


def learned_anew(every: dict[int, Games], *, all_games: bool) -> Networks:
    """The networks in use, learned again; from games held out too if `all_games`."""
    networks: Networks = open_network(), taken_network()
    for end in LAMBDAS:
        aims = {seats: aimed_at(games, networks, end) for seats, games in every.items()}
        found = [
            improved(networks[phase], [*_positions(every, aims, phase, all_games=all_games)], ROUNDS)
            for phase in (OPEN, TAKEN)
        ]
        networks = found[OPEN], found[TAKEN]
    return networks


def aimed_at(games: Games, networks: Networks, end: float) -> tuple[Array, Array]:
    """What is learned of each position, by phase: what the next is worth, and by `end` what is learned."""
    worth = [told(network, rows) for network, rows in zip(networks, games.rows, strict=True)]
    found = np.zeros_like(worth[OPEN]), np.zeros_like(worth[TAKEN])
    for course in games.courses:
        aim = after = course.won
        for phase, place in reversed(course.places):
            found[phase][place] = aim = (1 - end) * after + end * aim
            after = worth[phase][place]
    return found


def _positions(
    every: dict[int, Games], aims: dict[int, tuple[Array, Array]], phase: int, *, all_games: bool
) -> Iterator[Positions]:
    for seats, games in every.items():
        chosen = ~games.held[phase] | all_games
        yield Positions(games.rows[phase][chosen], aims[seats][phase][chosen])
        solved_too = chosen & ~np.isnan(games.solved[phase][:, 0])
        for _ in range(SOLVED_ROUNDS if solved_too.any() else 0):
            yield Positions(games.rows[phase][solved_too], games.solved[phase][solved_too])


def report(every: dict[int, Games], learned: Networks) -> Iterator[str]:
    """How good the networks in use and others are, on games held out."""
    for phase, name, now in ((OPEN, "open", open_network()), (TAKEN, "taken", taken_network())):
        chances, before, won = (
            np.concatenate([*_held(every, phase, one)]) for one in (learned[phase], now, None)
        )
        yield f"{name}: {len(won)} chances held out"
        losses = [-(won * np.log(np.maximum(one, 1e-9))).sum() / won.sum() for one in (before, chances)]
        yield f"log loss: as it is {losses[0]:.4f}, learned anew {losses[1]:.4f}"
        bins = [*_reliability(chances, won)]
        for mean, share, number in bins:
            yield f"told {mean:.3f}, won {share:.3f}, of {number}"
        miss = sum(n * (mean - share) ** 2 for mean, share, n in bins) / sum(n for *_, n in bins)
        yield f"miss {miss**0.5:.3f}"


def _held(every: dict[int, Games], phase: int, network: Network | None) -> Iterator[Array]:
    """The chances that a network tells of positions held out, one after another; None: who won."""
    for games in every.values():
        held = games.held[phase]
        if network:
            yield told(network, games.rows[phase][held]).ravel()
            continue
        won = np.zeros((len(held), len(games.courses[0].won)))
        for course in games.courses:
            won[[place for of, place in course.places if of == phase]] = course.won
        yield won[held].ravel()


def _reliability(chances: Array, won: Array) -> Iterator[tuple[float, float, int]]:
    """By bins of what was told: the mean told, the share that won, and how many chances."""
    for low, high in pairwise(BINS):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            yield float(chances[inside].mean()), float(won[inside].mean()), int(inside.sum())


def packed(networks: Networks) -> bytes:
    """The networks as `engine.court.value.learned` has them."""
    return msgspec.msgpack.encode(Learned(networks[OPEN].packed(), networks[TAKEN].packed()))
