"""Who sits where in game number so-and-so of a gate or a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import cycle, islice

from engine.chance import Chance, FairChance


def gate_seats(bot: str, against: str, seats: int, number: int) -> tuple[str, ...]:
    """The bot against as many of the other as there are seats left; its seat goes round."""
    own = number % seats
    return tuple(bot if place == own else against for place in range(seats))


def round_robin_seats(
    bots: Sequence[str], seats: int, number: int, games: int, seed: str, sparing: tuple[str, int]
) -> tuple[str, ...]:
    """A table drawn from these bots, each as often as the others as far as that is possible. The bot of
    `sparing` plays in so many of the games, evenly spread, once at each table.
    """
    slow, share = sparing
    chance = FairChance(sha256(f"{seed} {number} seats".encode()).digest())
    others = _shuffled([bot for bot in bots if bot != slow], chance)
    called = slow and number * share // games > (number - 1) * share // games
    table = [slow] if called else []
    table += islice(cycle(others), seats - len(table))
    return tuple(_shuffled(table, chance))


def _shuffled(things: Sequence[str], chance: Chance) -> list[str]:
    rest, drawn = list(things), list[str]()
    while rest:
        drawn.append(rest.pop(rest.index(chance.pick(rest))))
    return drawn
