"""Who meets whom in a cup, and on which seat: a function of the cup's seed and of what was played, so that
every node draws the same. Pure.

In an evening cup neighbours in the standing meet, by lot in the first round; among equals those who met
least. A league has a design where there is one, else a balanced search. Both searches are one: swaps that
lower what a table costs.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from itertools import combinations

from msgspec import Struct

from engine.chance import FairChance

MOST_ENTRANTS = 40
OF_AN_ADDRESS = MOST_ENTRANTS // 4
"""Entrants of one address in a public cup: no two of them meet, and a full one has so many tables."""
LEAST_ENTRANTS = 3
SIDE = 4
"""Entrants of each of two clubs that play a match."""
GAMES_EACH = 4
"""How many games each entrant of a league plays."""
TRIES, PATIENCE = 400, 60
"""Swaps that are tried for each entrant at most, and of those that lower nothing one after the other, unless
a seating costs nothing before: some hundredths of a second.
"""
MET, SAT, DISPLACED, TOGETHER = 12, 2, 100, 100_000
"""What it costs that a pair met before (squared; with 3 some pair of 24 meets twice in four rounds), that
somebody sat on a seat before, that somebody sits among those with another sum (for each 24th), and that two
sit together who must not.
"""
DESIGNS: Mapping[int, Sequence[int]] = {13: (0, 1, 3, 9), 12: (0, 1, 3, 9), 7: (0, 1, 2, 4)}
"""Difference sets by the number of entrants, that of 12 with one of 13 left out: of 13 and 12 every pair
meets once, of 7 twice.
"""

Seats = tuple[int, ...]
"""The entrants of a table by seat."""
Tables = tuple[Seats, ...]
Pair = frozenset[int]


class PlayedTable(Struct, frozen=True):
    """A table of an earlier round: its entrants by seat, and what each scored, in 24ths."""

    seats: Seats
    scores: tuple[int, ...] = ()


def table_sizes(entrants: int) -> tuple[int, ...]:
    """How many sit at each table: fours and threes, but five at one table; nothing for fewer than three."""
    if entrants < LEAST_ENTRANTS:
        return ()
    if entrants == 5:
        return (5,)
    tables = -(-entrants // 4)
    threes = 4 * tables - entrants
    return (4,) * (tables - threes) + (3,) * threes


def draw(
    seed: bytes,
    round_number: int,
    entrants: Sequence[int],
    results: Sequence[PlayedTable],
    sums: Mapping[int, int] | None = None,
    apart: Collection[Pair] = (),
) -> Tables:
    """Return the tables of a round. `sums` are what entrants have scored by now, in 24ths: where none are
    given, everybody may meet everybody. Of a pair `apart` whom no seating keeps apart, the one who entered
    later has to wait. Nothing if fewer than three can sit.
    """
    chance = FairChance(hmac.digest(seed, b"cup round %d" % round_number, sha256))
    here = sorted(entrants)
    while sizes := table_sizes(len(here)):
        found = _Search(sizes, results, sums or {}, apart).seated(here, chance)
        together = [max(pair) for table in found for pair in apart if pair <= set(table)]
        if not together:
            return found
        here.remove(max(together))
    return ()


def draw_league(seed: bytes, entrants: Sequence[int], apart: Collection[Pair] = ()) -> Tables:
    """Return all tables of a league: a design where there is one and nobody has to be kept apart."""
    here = sorted(entrants)
    design = DESIGNS.get(len(here))
    if design and not any(pair <= set(here) for pair in apart):
        lots = _shuffled(here, FairChance(hmac.digest(seed, b"cup league", sha256)))
        modulus = 7 if len(here) == 7 else 13
        rows = ([(number + step) % modulus for number in design] for step in range(modulus))
        return tuple(tuple(lots[number] for number in row if number < len(here)) for row in rows)
    played: list[PlayedTable] = []
    for number in range(1, GAMES_EACH + 1):
        played += map(PlayedTable, draw(seed, number, here, played, apart=apart))
    return tuple(table.seats for table in played)


def draw_match(seed: bytes, round_number: int, sides: Sequence[Sequence[int]]) -> Tables:
    """Return the two tables of a match of two clubs, where each has every seat of the deal once; nothing
    while one of them has not all its entrants.
    """
    if [len(side) for side in sides] != [SIDE, SIDE]:
        return ()
    chance = FairChance(hmac.digest(seed, b"cup match %d" % round_number, sha256))
    (a, b, c, d), (e, f, g, h) = (_shuffled(sorted(side), chance) for side in sides)
    return (a, e, b, f), (g, c, h, d)


def _shuffled(numbers: Sequence[int], chance: FairChance) -> list[int]:
    left, found = list(numbers), []
    while left:
        found.append(chance.pick(left))
        left.remove(found[-1])
    return found


class _Search:
    """Swaps of two seats, kept unless they raise what the two tables cost."""

    def __init__(
        self,
        sizes: Sequence[int],
        results: Sequence[PlayedTable],
        sums: Mapping[int, int],
        apart: Collection[Pair],
    ) -> None:
        self._sums = sums
        self._pairs = Counter[Pair]()
        self._seats = Counter[tuple[int, int]]()
        for table in results:
            self._pairs.update(map(frozenset, combinations(table.seats, 2)))
            self._seats.update((one, seat) for seat, one in enumerate(table.seats))
        self._costs = {pair: MET * met**2 for pair, met in self._pairs.items()}
        for pair in apart:
            self._costs[pair] = TOGETHER
        ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
        self._tables = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        self._table_at = [number for number, places in enumerate(self._tables) for _ in places]
        self._ranges: list[tuple[int, int]] = []

    def seated(self, entrants: Sequence[int], chance: FairChance) -> Tables:
        order = sorted(_shuffled(entrants, chance), key=lambda one: -self._sum(one))
        self._ranges = [(self._sum(order[at[-1]]), self._sum(order[at[0]])) for at in self._tables]
        costs = [self._cost(order, at) for at in self._tables]
        places, patience = range(len(order)), PATIENCE * len(order)
        for _ in range(TRIES * len(order)):
            one, other = chance.pick(places), chance.pick(places)
            if one == other:
                continue
            patience -= 1
            order[one], order[other] = order[other], order[one]
            changed = {self._table_at[one], self._table_at[other]}
            now = {table: self._cost(order, self._tables[table]) for table in changed}
            cheaper = sum(costs[table] for table in changed) - sum(now.values())
            if cheaper >= 0:
                patience = PATIENCE * len(order) if cheaper else patience
                for table, cost in now.items():
                    costs[table] = cost
            else:
                order[one], order[other] = order[other], order[one]
            if not (any(costs) and patience):
                break
        return tuple(tuple(order[at.start : at.stop]) for at in self._tables)

    def _sum(self, entrant: int) -> int:
        return self._sums.get(entrant, 0)

    def _cost(self, order: Sequence[int], places: range) -> int:
        table = order[places.start : places.stop]
        least, most = self._ranges[self._table_at[places.start]]
        cost = sum(self._costs.get(frozenset(pair), 0) for pair in combinations(table, 2))
        for seat, one in enumerate(table):
            own = self._sum(one)
            cost += SAT * self._seats[one, seat] + DISPLACED * max(least - own, own - most, 0)
        return cost
