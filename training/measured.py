"""Writes `engine.bot_ratings` from the steps between opponents that ended last, with fresh seeds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from typing import Any

import msgspec

from engine.registry import GAMES
from training.attempts import MEASURED, ROOT

MODULE = MEASURED
STEP = "step"
"""The kind of the attempts in which an opponent plays against three of the next weaker one."""
LOWEST, MOST = 0.43, 0.6
"""The share of wins that a step has, so that its opponents can be told apart and none is hopeless."""
REFERENCE, SCALE, OTHERS = 1000.0, 400 / log(10), 3
"""The points of the weakest, the points of a factor e of the odds, the others at a table."""
HEAD = '''"""How strong the opponents of a game proved to be: 1000 points for the weakest, and for each other
one what it gained in games against three of the next weaker one.

`python -m training.ladder GAME` writes this from docs/gates; not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class MeasuredRating(NamedTuple):
    """A rating at one game, give or take `uncertainty` in two cases of three. `games` are those against the
    next weaker one; of the weakest, those against it.
    """

    points: int
    uncertainty: int
    games: int


MEASURED: Mapping[str, Mapping[str, MeasuredRating]] = MappingProxyType(
    {
'''


def write_ratings(root: Path = ROOT) -> None:
    """Write the module anew, from all that is listed."""
    (root / MODULE).write_text(module_text(root), "utf-8")


def module_text(root: Path = ROOT) -> str:
    """The text of the module, as ruff formats it."""
    games = (f"{_game(game, last)}" for game in GAMES if (last := chain(root, game)))
    return HEAD + "".join(games) + "    }\n)\n"


def chain(root: Path, key: str) -> list[tuple[str, int, int, int]]:
    """The key, points, uncertainty and games of each opponent of a game that was measured, the weakest first:
    it has none. What lies above a step that was not measured is left out.
    """
    steps = _last_steps(root, key)
    points, variance, found = REFERENCE, 0.0, list[tuple[str, int, int, int]]()
    bots = list(GAMES[key].opponents.bots.values())
    for weaker, bot in pairwise(bots):
        step = steps.get((bot, weaker))
        if step is None:
            break
        won, games = step["won"], step["games"]
        if not found:
            found.append((weaker, round(points), 0, games))
        share = min(max(won, 0.5), games - 0.5) / games
        points += SCALE * log(OTHERS * share / (1 - share))
        variance += SCALE**2 / (games * share * (1 - share))
        found.append((bot, round(points), round(sqrt(variance)), games))
    return found


def chain_shares(root: Path, key: str) -> list[tuple[str, float]]:
    """The share of wins of each opponent against three of the next weaker one, where it was measured."""
    last = _last_steps(root, key)
    found = []
    for weaker, bot in pairwise(GAMES[key].opponents.bots.values()):
        if (step := last.get((bot, weaker))) is not None:
            found.append((bot, step["won"] / step["games"]))
    return found


def _last_steps(root: Path, game: str) -> dict[tuple[str, str], Mapping[str, Any]]:
    """The last step with fresh seeds that ended, by its two bots."""
    begun: dict[str, Mapping[str, Any]] = {}
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for line in _listed(root, game):
        if line["event"] == "began" and line["kind"] == STEP and line["fresh"]:
            begun[line["attempt"]] = line
        elif line["event"] == "ended" and line["attempt"] in begun:
            bot, weaker = begun[line["attempt"]]["bots"]
            found[bot, weaker] = line
    return found


def _listed(root: Path, game: str) -> Iterator[dict[str, Any]]:
    path = root / "docs" / "gates" / f"{game}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return (msgspec.json.decode(line) for line in lines)


def _game(game: str, rated: list[tuple[str, int, int, int]]) -> str:
    rows = "".join(
        f"                {json.dumps(bot)}: MeasuredRating({points}, {uncertainty}, {games}),\n"
        for bot, points, uncertainty, games in rated
    )
    return (
        f"        {json.dumps(game)}: MappingProxyType(\n            {{\n{rows}            }}\n        ),\n"
    )
