"""The games of the host, one line each. No other module of `engine` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from engine.game import AnyGame

MODULES = (
    "engine.court.game",
    "engine.intrigue.game",
    "engine.laurin.game",
)
"""Modules that have a game as `GAME`, in the order the lobby offers them."""


def _found() -> Mapping[str, AnyGame]:
    games: list[AnyGame] = [import_module(module).GAME for module in MODULES]
    return MappingProxyType({game.key: game for game in games})


GAMES = _found()
"""Every game by its key, in the order of `MODULES`."""
