"""Bots that answer worse now and then: by slips, like people who are new to a game, or as a bot between two
others, whose answers are the stronger one's so many times of 100.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.chance import Chance
from engine.game import AnyGame, Ask, Bot
from engine.value.seats import Seats, Way, way


def slips(chance: Chance, per_hundred: int) -> bool:
    """Whether a mistake that is made `per_hundred` times of 100 is made now. One draw."""
    return chance.pick(range(100)) < per_hundred


class Mixture:
    """Answers like `strong` `per_hundred` times of 100, otherwise like `weak`. Both have bounded effort."""

    def __init__(self, name: str, strong: Bot, weak: Bot, per_hundred: int) -> None:
        self.name, self._strong, self._weak, self._per_hundred = name, strong, weak, per_hundred
        known = [one.known_options for one in (strong, weak) if one.known_options is not None]
        self.known_options = frozenset.intersection(*known) if known else None
        self.parts: Mapping[str, float] = MappingProxyType(
            {strong.name: per_hundred / 100, weak.name: 1 - per_hundred / 100}
        )
        """How often it answers like each of the two, by their names."""

    def choose(self, game: AnyGame, view: Any, ask: Ask, chance: Chance) -> Any:
        """The answer of one of the two. One draw, and what that bot draws."""
        one = self._strong if slips(chance, self._per_hundred) else self._weak
        return one.choose(game, view, ask, chance)


def way_of(name: str, bots: Iterable[Bot]) -> Way | None:
    """How the bot of this name plays: a mixture like each of its two, as often as it answers like it. None:
    none of these has it.
    """
    bot = next((one for one in bots if one.name == name), None)
    if bot is None:
        return None
    return way(bot.parts if isinstance(bot, Mixture) else {bot.name: 1.0})


def ways_at(names: Sequence[str], bots: Sequence[Bot], strong: str) -> Seats:
    """How the seats of a table play where these bots sit ("": a person), of `bots`, the strongest last. Bots
    play as they do. A person alone among them plays like the strongest of them, for opponents are chosen by
    what one has beaten; people among people play like `strong`.
    """
    known = [bot.name for bot in bots if bot.name in names]
    person = known[-1] if known and names.count("") == 1 else strong
    return Seats(tuple([way_of(name or person, bots) or ((strong, 1.0),) for name in names]))
