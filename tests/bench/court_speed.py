"""Random self-play of court through its public contract, beside python-chess and catanatron.

At every ply all legal moves are generated and one is chosen uniformly. Court plays the first
twelve rounds of four-seat games. The three take turns for some seconds of CPU time each, so that
a noisy machine harms all alike; a figure is the median over the turns.
"""

import random
from collections.abc import Iterator
from statistics import median

import catanatron

from engine.court.game import GAME
from engine.court.model.state import Options
from engine.game import Setup
from tests.bench._plies import Played, Speed, measured, play_chess
from tests.engine.seeded_chance import SeededChance

TURNS = 7


def play_court(seed: int) -> Played:
    """Twelve rounds with four seats."""
    chance, choose = SeededChance(seed), random.Random(-seed).choice
    state = GAME.start(Setup(4, Options()), chance).state
    plies = generated = 0
    while (asks := GAME.asks(state)) and GAME.round(state) <= 12:
        moves = list(GAME.legal(GAME.view(state, asks[0].seat)))
        generated += len(moves)
        state = GAME.play(state, asks[0], choose(moves), chance).state
        plies += 1
    return plies, generated


def play_catanatron(seed: int) -> Played:
    colors = catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE
    game = catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)
    choose = random.Random(seed).choice
    plies = generated = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        moves = game.state.playable_actions
        generated += len(moves)
        game.execute(choose(moves))
        plies += 1
    return plies, generated


def figures() -> Iterator[dict[str, object]]:
    players = {"court": play_court, "python-chess": play_chess, "catanatron": play_catanatron}
    measures: dict[str, list[Speed]] = {name: [] for name in players}
    for turn in range(TURNS):
        for name, play in players.items():
            measures[name].append(measured(play, 1 + 10_000 * turn))
    for name, speeds in measures.items():
        budget = {"budget": ">= 25000"} if name == "court" else {}
        yield {"figure": f"{name} plies", "value": _median(speeds, "plies"), "unit": "1/s", **budget}
        yield {"figure": f"{name} legal moves", "value": _median(speeds, "moves"), "unit": "1/s"}
    for rival in ("python-chess", "catanatron"):
        pairs = zip(measures["court"], measures[rival], strict=True)
        ratio = median(own.moves / other.moves for own, other in pairs)
        yield {"figure": f"legal moves to {rival}", "value": round(ratio, 2), "unit": "x", "budget": "> 1"}


def _median(speeds: list[Speed], name: str) -> int:
    return round(median(getattr(speed, name) for speed in speeds))
