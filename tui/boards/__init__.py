"""The boards of the host's games, one line each. No other module of `tui` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from engine.game import AnyGame
from engine.registry import GAMES
from tui.boards.kit.board import Board

MODULES = (
    "tui.boards.court.board",
    "tui.boards.intrigue.board",
    "tui.boards.laurin.board",
)
"""Modules that have a board as `BOARD`."""


def _found() -> Mapping[str, Board]:
    boards: list[Board] = [import_module(module).BOARD for module in MODULES]
    return MappingProxyType({board.key: board for board in boards})


BOARDS = _found()
"""Every game's board by the game's key."""
_playable = {key: game for key, game in GAMES.items() if key in BOARDS}
PLAYABLE: Mapping[str, AnyGame] = MappingProxyType(_playable)
"""The games that have a board, in the order of `engine.registry`: those that a host offers."""
