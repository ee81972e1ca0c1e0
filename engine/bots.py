"""The bots that can play a given game: its own, and the one that plays any game.

A game's own bots live in its folder. A bot sees views, never a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import AnyGame, Bot
from engine.kit.random_bot import RandomBot
from engine.refusals import refused

QUICK = "steward"
"""Where a game has it, stronger bots are those that take their time."""


def available_bots(game: AnyGame) -> Mapping[str, Bot]:
    """Every bot that can play this game, by name, strongest last."""
    anybody = RandomBot()
    return MappingProxyType({anybody.name: anybody, **game.bots})


def usual_bot(game: AnyGame) -> Bot:
    """The bot that plays if none was named, for people who left, too: the strongest that answers quickly."""
    bots = available_bots(game)
    return bots.get(QUICK) or list(bots.values())[-1]


def quick_bot(game: AnyGame, name: str) -> Bot | None:
    """The bot that answers for one that takes its time and has no more; None if this one is quick itself."""
    bots = available_bots(game)
    names = list(bots)
    slow = names[names.index(QUICK) + 1 :] if QUICK in names else []
    return bots[QUICK] if name in slow else None


def bot_named(game: AnyGame, name: str) -> Bot:
    """The bot with this name. Raises Refused ("bot-unknown" with bot and bots, the names there are)."""
    bots = available_bots(game)
    if name not in bots:
        raise refused("bot-unknown", bot=name, bots=tuple(bots))
    return bots[name]
