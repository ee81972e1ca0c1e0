"""Bots: those that can play any game, and who can be asked to play a given one.

A game's own bots live in its folder; what a bot may see is a view, never a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import AnyGame, Bot, Refused
from engine.kit.random_bot import RandomBot


def available_bots(game: AnyGame) -> Mapping[str, Bot]:
    """Everybody who can play this game by name, the strongest last."""
    anybody = RandomBot()
    return MappingProxyType({anybody.name: anybody, **game.bots})


def strongest(game: AnyGame) -> Bot:
    """Who plays where nobody was named."""
    return list(available_bots(game).values())[-1]


def bot_named(game: AnyGame, name: str) -> Bot:
    """The bot of this name. Raises Refused ("bot-unknown" with bot and the names there are)."""
    bots = available_bots(game)
    if name not in bots:
        raise Refused("bot-unknown", {"bot": name, "bots": tuple(bots)})
    return bots[name]
