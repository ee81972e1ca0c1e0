"""Writes `engine.bot_ratings` from the last round robin of each game that ended, with fresh seeds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.registry import GAMES
from training.attempts import MEASURED, ROOT

MODULE = MEASURED
ENOUGH = 1000
"""The games that a round robin needs to be shown to people."""
HEAD = '''"""How strong the bots of a game proved to be: what openskill makes of a round robin, on the scale
of the ladder.

`make gate GAME=... ROUNDROBIN=1000` writes this from docs/gates; not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class MeasuredRating(NamedTuple):
    """A rating at one game, give or take `uncertainty` in two cases of three, from so many games."""

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
    games = (f"{_game(game, last)}" for game in GAMES if (last := last_ratings(root, game)))
    return HEAD + "".join(games) + "    }\n)\n"


def last_ratings(root: Path, game: str) -> list[dict[str, Any]]:
    """The ratings of the last round robin that counts, the weakest bot first; none if there is none."""
    begun: dict[str, Mapping[str, Any]] = {}
    last: list[dict[str, Any]] = []
    for line in _listed(root, game):
        if line["event"] == "began":
            begun[line["attempt"]] = line
        elif line["event"] == "ended" and "ratings" in line:
            attempt = begun[line["attempt"]]
            if attempt["fresh"] and line["games"] >= ENOUGH:
                last = sorted(line["ratings"], key=lambda one: one["points"])
    return last


def _listed(root: Path, game: str) -> Iterator[dict[str, Any]]:
    path = root / "docs" / "gates" / f"{game}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return (msgspec.json.decode(line) for line in lines)


def _game(game: str, rated: list[dict[str, Any]]) -> str:
    rows = "".join(
        f"                {json.dumps(one['bot'])}: "
        f"MeasuredRating({one['points']}, {one['plus_minus']}, {one['games']}),\n"
        for one in rated
    )
    return (
        f"        {json.dumps(game)}: MappingProxyType(\n            {{\n{rows}            }}\n        ),\n"
    )
