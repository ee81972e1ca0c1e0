"""The opponents of a game: those of its bots that people choose, each by a name that means one strength at
every table.

A game declares them once (`Game.opponents`), with the words of earlier versions that mean them now. How
strong each proved to be is in `engine.bot_ratings`, and how that was measured in docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count
from types import MappingProxyType

from msgspec import Struct

NAMES = ("Amber", "Birch", "Cedar", "Dorn", "Elm", "Flint", "Garnet")
"""In this order, the weakest opponent first; a game has as many of them as can be told apart."""


class Opponents(Struct, frozen=True):
    """The opponents of a game."""

    bots: Mapping[str, str]
    """The key of the bot (`Game.bots`) that each name stands for, the weakest first."""
    words: Mapping[str, str]
    """Other words that mean an opponent, each with its name: what people typed before there were names. A
    word may be the key of a bot that is no opponent; then it means the one that is nearest in strength.
    """

    def key_of(self, word: str) -> str | None:
        """The key of the bot that a word means: a name, one of `words`, or a bot's key. None: no opponent."""
        typed = word.casefold()
        name = self.words.get(typed) or typed.capitalize()
        return self.bots.get(name) or (typed if typed in self.bots.values() else None)

    def name_of(self, bot: str) -> str:
        """The name of the opponent with this key; the key itself if no opponent has it."""
        return next((name for name, key in self.bots.items() if key == bot), bot)

    def seated_as(self, name: str) -> str:
        """The key of the bot that has this name at a table (`seat_name`); "" if it is no bot's."""
        word, _, number = name.rpartition(" ")
        return self.key_of(word if word and number.isdecimal() else name) or ""

    def beside(self, bot: str) -> str:
        """The key of the opponent who sits beside this one in a ladder game: the next weaker one; beside the
        weakest, the next stronger.
        """
        keys = list(self.bots.values())
        at = keys.index(bot) if bot in keys else 0
        return keys[at - 1] if at else keys[min(1, len(keys) - 1)]


NOBODY = Opponents(MappingProxyType({}), MappingProxyType({}))
ANYBODY = Opponents(MappingProxyType({"Random": "random"}), MappingProxyType({}))
"""Those of a game without bots: the one that plays any game."""


def in_order(bots: Collection[str]) -> Opponents:
    """The opponents of a game all of whose bots are opponents, the weakest first; at most seven."""
    return Opponents(MappingProxyType(dict(zip(NAMES, bots, strict=False))), MappingProxyType({}))


def seat_name(opponents: Opponents, bot: str, taken: Collection[str]) -> str:
    """The name of a bot at a table where these are taken: a second Garnet is "Garnet 2"."""
    name = opponents.name_of(bot)
    shown = name[:1].upper() + name[1:]
    if shown not in taken:
        return shown
    return next(again for number in count(2) if (again := f"{shown} {number}") not in taken)
