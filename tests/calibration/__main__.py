"""Fits the weights of an analysis' winning chances: `python -m tests.calibration laurin [GAMES]`.

Plays games between stewards (two seats and more, in turn), takes the figures of the analysis at every
round, and fits a logistic map to who won. Every fifth game is held out. It prints
the weights, the mean loss of both parts, and how far the chances are from how often seats won, by bins.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import fsum, log
from typing import Any

from engine.analysis.logistic import Figures, win_chances
from engine.bots import usual_bot
from engine.game import Setup
from engine.laurin.value import boundary as laurin
from engine.registry import GAMES
from engine.selfplay import plies
from tests.engine.seeded_chance import SeededChance

Sample = tuple[int, int, tuple[Figures, ...]]
"""The number of the game, the seat that won, and everybody's figures."""
STEPS, RATE = 4000, 0.5


def samples(key: str, games: int) -> Iterator[Sample]:
    game, seen = GAMES[key], {"laurin": _laurin}[key]
    bot = usual_bot(game)
    for number in range(games):
        seats = game.seats[number % len(game.seats)]
        found, last, state = list[tuple[Figures, ...]](), None, None
        setup = Setup(seats, game.Options())
        chance, luck = SeededChance(f"{key} {number} table"), SeededChance(f"{key} {number} bots")
        for ply in plies(game, setup, [bot] * seats, chance, luck):
            state = ply.applied.playthrough.state
            figures, mark = seen(state)
            if figures is not None and mark != last:
                found.append(figures)
            last = mark
        first = [one.seat for one in game.standings(state) if one.place == 1]
        for figures in found if len(first) == 1 else ():
            yield number, first[0], figures


def _laurin(state: Any) -> tuple[tuple[Figures, ...] | None, object]:
    if state.position.question is None:
        return None, None
    return laurin.figures(state.position), state.position.round


def fitted(found: Sequence[Sample]) -> list[float]:
    """The weights that make the winners likeliest, by gradient ascent on standardised figures."""
    width = len(found[0][2][0])
    spread = [
        (fsum(own[place] ** 2 for _, _, all_ in found for own in all_) / len(found)) ** 0.5 or 1.0
        for place in range(width)
    ]
    scaled = [
        (winner, [tuple(own[place] / spread[place] for place in range(width)) for own in all_])
        for _, winner, all_ in found
    ]
    weights = [0.0] * width
    for _ in range(STEPS // 10):
        slope = [0.0] * width
        for winner, all_ in scaled:
            predicted = win_chances(all_, weights)
            for seat, (own, chance) in enumerate(zip(all_, predicted, strict=True), start=1):
                for place in range(width):
                    slope[place] += own[place] * ((seat == winner) - chance)
        weights = [own + RATE * 10 * up / len(scaled) for own, up in zip(weights, slope, strict=True)]
    return [own / wide for own, wide in zip(weights, spread, strict=True)]


def judged(found: Sequence[Sample], weights: Sequence[float]) -> tuple[float, float, float]:
    """The mean loss (natural logarithm), that of equal chances, and the typical miss of bins of a tenth."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    loss = even = 0.0
    for _, winner, all_ in found:
        predicted = win_chances(all_, weights)
        loss -= log(predicted[winner - 1])
        even += log(len(all_))
        for seat, chance in enumerate(predicted, start=1):
            bins[int(10 * chance)].append((chance, seat == winner))
    whole = sum(map(len, bins.values()))
    miss = fsum(
        len(one) * (fsum(chance - won for chance, won in one) / len(one)) ** 2 for one in bins.values()
    )
    return loss / len(found), even / len(found), (miss / whole) ** 0.5


def main(key: str, games: int) -> None:
    found = list(samples(key, games))
    taught = [one for one in found if one[0] % 5]
    held_out = [one for one in found if one[0] % 5 == 0]
    weights = fitted(taught)
    report: dict[str, object] = {"game": key, "games": games, "positions": len(found)}
    report["weights"] = [round(own, 4) for own in weights]
    for name, part in (("fitted", taught), ("held out", held_out)):
        loss, even, miss = judged(part, weights)
        report[name] = {"loss": round(loss, 3), "even": round(even, 3), "miss": round(miss, 3)}
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400)
