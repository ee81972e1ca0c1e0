"""The boards of the house's games, one line each. Nothing else in the TUI lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import AnyGame
from engine.registry import GAMES
from tui.boards.court.board import BOARD as COURT
from tui.boards.intrigue.board import BOARD as INTRIGUE
from tui.boards.kit.board import Board
from tui.boards.laurin.board import BOARD as LAURIN

BOARDS: Mapping[str, Board] = MappingProxyType({board.key: board for board in (COURT, INTRIGUE, LAURIN)})
"""Every game's board by the game's key."""
PLAYABLE: Mapping[str, AnyGame] = MappingProxyType(
    {key: game for key, game in GAMES.items() if key in BOARDS}
)
"""The games of the house that have a board, in its order: those a host offers."""
