"""Random playouts of each game, called directly, beside random play of python-chess in the same run.

Four seats; of court the first twelve rounds. They take turns for some seconds of CPU time each, so that a
noisy machine harms all alike; a figure is the median over the turns.
"""

import random
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from engine.chance import QuickChance
from engine.game import AnyGame, Setup
from engine.registry import GAMES
from tests.bench._playouts import PLAYOUTS, play_out
from training.yardstick import Played, Speed, measured, play_chess

TURNS = 7
ROUNDS = {"court": 12}
WANTED = {"intrigue": 4.5, "laurin": 0.8, "court": 4.0}
"""Plies to one of python-chess."""


def player(game: AnyGame) -> Callable[[int], Played]:
    """What plays a game out, from its deal."""
    last = ROUNDS.get(game.key, 10_000)

    def play(seed: int) -> Played:
        chance = QuickChance(random.Random(seed).random)
        state: Any = game.start(Setup(4, game.Options()), chance).state
        _, plies = play_out(PLAYOUTS[game.key], state, chance, is_over=lambda state: game.round(state) > last)
        return plies, plies

    return play


def figures() -> Iterator[dict[str, object]]:
    players = {"python-chess": play_chess} | {key: player(GAMES[key]) for key in WANTED}
    measures: dict[str, list[Speed]] = {name: [] for name in players}
    for turn in range(TURNS):
        for name, play in players.items():
            measures[name].append(measured(play, 1 + 10_000 * turn))
    for name, speeds in measures.items():
        value = round(median(speed.plies for speed in speeds))
        yield {"figure": f"{name} plies", "value": value, "unit": "1/s"}
    for name, wanted in WANTED.items():
        pairs = zip(measures[name], measures["python-chess"], strict=True)
        ratio = median(own.plies / other.plies for own, other in pairs)
        budget = f">= {wanted}"
        yield {
            "figure": f"{name} plies to python-chess",
            "value": round(ratio, 2),
            "unit": "x",
            "budget": budget,
        }
