"""The games of the house, one line each. Nothing else in the house lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.court.game import GAME as COURT
from engine.game import AnyGame
from engine.intrigue.game import GAME as INTRIGUE
from engine.laurin.game import GAME as LAURIN

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in (COURT, INTRIGUE, LAURIN)})
"""Every game by its key, in the order the lobby offers them."""
