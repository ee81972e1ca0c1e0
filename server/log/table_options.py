"""What a table agrees on: the options of its game, and beside them those of the house. Pure.

The house has one: whether players may have their chances worked out (`odds`, for games that can).
It is no rule, so that the game and its record know nothing of it; only `off` is written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from engine.game import AnyGame
from engine.options import format_options, parse_options
from tui.host.refusals import refused

ODDS = "odds"
ON, OFF = "on", "off"
_MEANT: Mapping[str, str] = MappingProxyType({ON: ON, OFF: OFF, "true": ON, "false": OFF})

Agreed = Mapping[str, str | int]
"""As openings have it, and as the lobby lists it."""


def agreed(game: AnyGame, texts: Mapping[str, str]) -> dict[str, str | int]:
    """What somebody wants, with defaults where they say nothing. Raises Refused, as `parse_options`."""
    wanted = dict(texts)
    odds = wanted.pop(ODDS, ON) if game.odds_calculator else ON
    if odds not in _MEANT:
        raise refused("option-not-possible", option=ODDS, value=odds)
    options: dict[str, str | int] = msgspec.to_builtins(parse_options(game, wanted))
    return options | ({ODDS: OFF} if _MEANT[odds] == OFF else {})


def game_options(game: AnyGame, options: Agreed) -> Any:
    """The game's own. Raises msgspec.ValidationError where it does not know such options."""
    own = {name: value for name, value in options.items() if name != ODDS}
    return msgspec.convert(own, game.Options)


def again(game: AnyGame, options: Agreed) -> dict[str, str]:
    """The same, for `agreed` of another table. Raises msgspec.ValidationError."""
    off = {ODDS: OFF} if not has_odds(options) else {}
    return format_options(game_options(game, options)) | off


def has_odds(options: Agreed) -> bool:
    """Whether players may have their chances worked out."""
    return options.get(ODDS) != OFF
