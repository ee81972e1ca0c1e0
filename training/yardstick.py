"""Plies a second of a game that is played at random, and python-chess, the yardstick of a machine's speed."""

import random
from collections.abc import Callable
from time import process_time
from typing import NamedTuple

import chess

SECONDS = 1.5
"""Of CPU, for one measurement."""
LONGEST_CHESS = 300

Played = tuple[int, int]
"""Plies, and legal moves that were generated."""


class Speed(NamedTuple):
    """Each for a second of CPU."""

    plies: float
    moves: float


def play_chess(seed: int) -> Played:
    """Plays a game, each legal move as likely as the others."""
    board, choose = chess.Board(), random.Random(seed).choice  # noqa: S311  (a game, no secret)
    plies = generated = 0
    while plies < LONGEST_CHESS and (moves := list(board.legal_moves)):
        generated += len(moves)
        board.push(choose(moves))
        plies += 1
    return plies, generated


def measured(play: Callable[[int], Played], first_seed: int) -> Speed:
    """Whole games for at least SECONDS of CPU time."""
    plies = generated = 0
    seed, began = first_seed, process_time()
    while (spent := process_time() - began) < SECONDS:
        more_plies, more_moves = play(seed)
        plies, generated, seed = plies + more_plies, generated + more_moves, seed + 1
    return Speed(plies / spent, generated / spent)
