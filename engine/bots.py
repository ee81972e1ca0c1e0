"""The bots that can play a given game: its own, and the one that plays any game.

A game's own bots live in its folder. A bot sees views, never a state. With options that it does not know
(`engine.game.Bot.known_options`) it does not play.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from engine.chance import Chance
from engine.game import AnyGame, Ask, Bot
from engine.options import format_options
from engine.refusals import refused

QUICK = "steward"
"""Where a game has it, stronger bots are those that take their time."""


MOST_MOVES = 2500
"""How many legal moves it looks at: court always has fewer, laurin may have a million."""


class RandomBot:
    """Uniform over all legal moves, or over the first MOST_MOVES if there are more."""

    name = "random"
    known_options = None

    def choose(self, game: AnyGame, view: Any, _ask: Ask, chance: Chance) -> Any:
        """One of the first MOST_MOVES legal moves. One draw."""
        return chance.pick(tuple(islice(game.legal(view), MOST_MOVES)))


def available_bots(game: AnyGame) -> Mapping[str, Bot]:
    """Every bot that can play this game, by key, strongest last."""
    anybody = RandomBot()
    return MappingProxyType({anybody.name: anybody, **game.bots})


def usual_bot(game: AnyGame, options: Any = None) -> Bot:
    """The bot that plays if none was named, for people who left, too: the strongest opponent that answers
    quickly and knows the options (None: the usual ones).
    """
    bots = available_bots(game)
    keys = [*bots][:1] + [key for key in game.opponents.bots.values() if key in bots]
    quick = game.opponents.key_of(QUICK)
    known = keys[: keys.index(quick) + 1] if quick in keys else keys
    return next(bots[key] for key in reversed(known) if not unknown_options(bots[key], options))


def quick_bot(game: AnyGame, name: str) -> Bot | None:
    """The bot that answers for one that takes its time and has no more; None if this one is quick itself, or
    knows options that the other does not.
    """
    bots = available_bots(game)
    names = list(bots)
    if QUICK not in names or name not in names[names.index(QUICK) + 1 :]:
        return None
    quick, slow = bots[QUICK].known_options, bots[name].known_options
    return bots[QUICK] if quick is None or (slow is not None and slow <= quick) else None


def bot_named(game: AnyGame, name: str, options: Any = None) -> Bot:
    """The bot with this key, or of the opponent with this name. Raises Refused: "bot-unknown" with bot and
    bots, the keys there are; "bot-without-option" with bot and option, the first of the options (None: the
    usual ones) that it does not know.
    """
    bots = available_bots(game)
    found = name if name in bots else game.opponents.key_of(name)
    if found is None:
        raise refused("bot-unknown", bot=name, bots=tuple(bots))
    if unknown := unknown_options(bots[found], options):
        raise refused("bot-without-option", bot=name, option=unknown[0])
    return bots[found]


def opponent_named(game: AnyGame, word: str, options: Any = None) -> Bot:
    """The bot of the opponent that a word means (`Opponents.key_of`), or any other bot by its key. Raises
    Refused like `bot_named`.
    """
    return bot_named(game, game.opponents.key_of(word) or word, options)


def unknown_options(bot: Bot, options: Any) -> tuple[str, ...]:
    """The options that differ from their defaults and that the bot does not know (None: all are usual)."""
    if options is None or bot.known_options is None:
        return ()
    return tuple(name for name in format_options(options) if name not in bot.known_options)
