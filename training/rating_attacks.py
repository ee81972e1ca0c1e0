"""`python -m training.rating_attacks`: what attacks on ratings earn, in simulated communities.

Forty people of known strengths have played for a while. A buyer comes, whose strength is known, too, plays as
honestly as is needed to be listed, and tries to be listed higher by an attack. Games come out as the model of
`server.results.book` expects, so that only the attack makes a difference. Nothing is drawn from a clock: the
same seed gives the same figures. Exits 1 if an attack lists anybody more than `MOST` above their strength, or
an honest newcomer is not listed. docs/ratings.md has the figures.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from types import MappingProxyType

from msgspec import Struct

from server.results.book import LUCK, RatingBook
from server.results.of_log import GameResult, SeatResult
from server.results.rated_games import ENOUGH_MOVES, Entrant, EntrantKind, rated_game
from server.results.rating import SHOWN_PER_MU, shown_rating

PEOPLE, GAMES_EACH = 40, 36
HONEST_GAMES, OPPONENTS = 15, 8
"""After so many games against so many opponents an honest newcomer is listed."""
MEAN, DEVIATION = 1500.0, 150.0
"""Strengths, in points as they are shown."""
MOST = 50
KEYS = 30
YEAR, A_DAY = 365, 10
DAY = 86_400.0
BUYER = "buyer"
SPREAD = SHOWN_PER_MU * sqrt(2) * LUCK
"""Points between two players of whom the better one wins 73 of 100."""


class Community:
    """People who play each other, and whoever comes to them. `founded` is False: nobody has played yet."""

    def __init__(self, seed: int, *, founded: bool = True) -> None:
        self.chance = random.Random(seed)  # noqa: S311  (games, not secrets)
        self.book = RatingBook()
        self.people = [f"p{number}" for number in range(PEOPLE)]
        self.strengths = {who: self.chance.gauss(MEAN, DEVIATION) for who in (*self.people, BUYER)}
        self._ended = 0.0
        while founded and self._ended < PEOPLE * GAMES_EACH / 3 * DAY:
            self.play(self.chance.sample(self.people, self.chance.choice([2, 3, 4])))

    def come(self, name: str, number: int, strength: float = MEAN) -> list[str]:
        """Return new accounts."""
        accounts = [f"{name}{one}" for one in range(number)]
        self.strengths |= dict.fromkeys(accounts, strength)
        return accounts

    def play(self, players: Sequence[str], kind: EntrantKind = "person") -> None:
        """Have a game played in which everybody does their best."""
        luck = {who: self.strengths[who] / SPREAD - log(-log(self.chance.random())) for who in players}
        self._end(sorted(players, key=luck.__getitem__, reverse=True), dict.fromkeys(players, kind))

    def lose(
        self, to: str, losers: Sequence[str], kind: EntrantKind = "person", moves: int = ENOUGH_MOVES
    ) -> None:
        """Have a game played that all others lose on purpose, after so many moves."""
        self._end([to, *losers], dict.fromkeys(losers, kind), moves)

    def come_honestly(
        self, who: str = BUYER, games: int = HONEST_GAMES, opponents: int = OPPONENTS, seats: int = 2
    ) -> None:
        """Have somebody play against others of the community, at tables of so many seats."""
        others = self.chance.sample(self.people, opponents)
        for number in range(games):
            at = number * (seats - 1)
            self.play([who, *(others[(at + one) % opponents] for one in range(seats - 1))])

    def _end(self, order: Sequence[str], kinds: Mapping[str, EntrantKind], moves: int = ENOUGH_MOVES) -> None:
        self._ended += DAY
        seats = tuple(
            SeatResult(place, "account", who, who, place, program=kinds.get(who) == "program", moves=moves)
            for place, who in enumerate(order, 1)
        )
        table = f"t{self._ended}"
        result = GameResult(
            table, table, "toy", {"rated": "on"}, "match", False, 0.0, self._ended, "played", seats
        )
        if game := rated_game(result):
            self.book.add(game)


Attack = Callable[[Community], None]


def nothing(seats: int) -> Attack:
    """Be honest, at tables of so many seats."""
    return lambda community: community.come_honestly(seats=seats)


def conceding(community: Community) -> None:
    """Thirty fresh keys concede at once, ten times each."""
    for _ in range(10):
        for key in community.come("key", KEYS):
            community.lose(BUYER, [key], moves=0)
    community.come_honestly()


def one_round(community: Community) -> None:
    """Thirty fresh keys lose games of one round, ten times each."""
    for _ in range(10):
        for key in community.come("key", KEYS):
            community.lose(BUYER, [key], moves=5)
    community.come_honestly()


def fresh_keys_first(community: Community) -> None:
    """Thirty fresh keys lose whole games before the buyer is known."""
    for _ in range(10):
        for key in community.come("key", KEYS):
            community.lose(BUYER, [key])
    community.come_honestly()


def fresh_keys(community: Community) -> None:
    """Thirty fresh keys lose whole games once the buyer is listed."""
    community.come_honestly()
    for _ in range(10):
        for key in community.come("key", KEYS):
            community.lose(BUYER, [key])


def ring(community: Community) -> None:
    """Thirty fresh keys play each other for a year before they lose."""
    keys = community.come("key", KEYS)
    for _ in range(YEAR * 2):
        community.play(community.chance.sample(keys, 2))
    fresh_keys(community)


def fresh_tables(community: Community) -> None:
    """Fresh keys, four at each table, lose on purpose."""
    community.come_honestly()
    keys = community.come("key", KEYS)
    for _ in range(100):
        community.lose(BUYER, community.chance.sample(keys, 4))


def friend(community: Community) -> None:
    """One friend, who is established, loses ten games a day for a year."""
    community.come_honestly()
    for _ in range(YEAR * A_DAY):
        community.lose(BUYER, community.people[:1])


def friend_first(community: Community) -> None:
    """The same friend does so before the buyer is known."""
    for _ in range(YEAR * A_DAY):
        community.lose(BUYER, community.people[:1])
    community.come_honestly()


def friends_table(community: Community) -> None:
    """Four friends, who are established, lose on purpose at one table, two hundred times."""
    for _ in range(200):
        community.lose(BUYER, community.people[:4])
    community.come_honestly()


def programs(community: Community) -> None:
    """Thirty programs, which are established among programs, lose to a person."""
    keys = community.come("program", KEYS)
    for _ in range(KEYS * HONEST_GAMES):
        community.play(community.chance.sample(keys, 2), "program")
    community.come_honestly()
    for _ in range(10):
        for key in keys:
            community.lose(BUYER, [key], "program")


def luckiest(community: Community) -> None:
    """The buyer plays honestly with thirty keys, and shows the one with the most luck."""
    keys = community.come("key", KEYS, community.strengths[BUYER])
    for key in keys:
        community.come_honestly(key)
    best = max(keys, key=lambda key: shown_rating(community.book.ratings[Entrant(key, "person")]).surely)
    community.book.ratings[Entrant(BUYER, "person")] = community.book.ratings[Entrant(best, "person")]


def friends(number: int) -> Attack:
    """Friends, who are established, lose games of two."""

    def attack(community: Community) -> None:
        for _ in range(YEAR):
            for one in community.people[:number]:
                community.lose(BUYER, [one])
        community.come_honestly()

    return attack


def known_keys(number: int, games: int, opponents: int) -> Attack:
    """Keys play so many real games each, against so many people, before they lose."""

    def attack(community: Community) -> None:
        keys = community.come("key", number)
        for key in keys:
            community.come_honestly(key, games, opponents)
        for _ in range(10):
            for key in keys:
                community.lose(BUYER, [key])
        community.come_honestly()

    return attack


def founders(games: int) -> Attack:
    """Thirty keys are the first at a game, play so many games each with each other, then lose."""

    def attack(community: Community) -> None:
        keys = community.come("key", KEYS)
        for _ in range(KEYS * games // 2):
            community.play(community.chance.sample(keys, 2))
        for _ in range(3):
            for key in keys:
                community.lose(BUYER, [key])

    return attack


NEW_HOST = founders(HONEST_GAMES), founders(2 * HONEST_GAMES)
HONEST: Mapping[str, Attack] = MappingProxyType(
    {f"honest, 15 games against 8, tables of {seats}": nothing(seats) for seats in (2, 3, 4, 5)}
)
ATTACKS: Mapping[str, Attack] = MappingProxyType(
    {
        **HONEST,
        "30 fresh keys concede at once": conceding,
        "30 fresh keys, games of one round": one_round,
        "30 fresh keys lose before it": fresh_keys_first,
        "30 fresh keys lose after it": fresh_keys,
        "30 fresh keys, a year among themselves": ring,
        "30 fresh keys, tables of five": fresh_tables,
        "30 programs lose": programs,
        "one friend, 3650 games after it": friend,
        "one friend, 3650 games before it": friend_first,
        "4 friends at one table, 200 games": friends_table,
        "2 friends, 365 games of two each": friends(2),
        "4 friends, 365 games of two each": friends(4),
        "8 friends, 365 games of two each": friends(8),
        "the luckiest of 30 honest keys": luckiest,
        "10 keys with 6 real games each": known_keys(10, 6, 6),
        "30 keys with 6 real games each": known_keys(30, 6, 6),
        "30 keys first on a host, 15 games each": NEW_HOST[0],
        "30 keys with 15 real games each": known_keys(30, HONEST_GAMES, OPPONENTS),
        "12 friends, 365 games of two each": friends(12),
        "30 keys first on a host, 30 games each": NEW_HOST[1],
    }
)
"""What earns nobody anything. "It" is what the honest newcomer plays."""


class Earned(Struct, frozen=True):
    """How an attack came out: by run, how far above its strength the buyer is listed, None: is not listed."""

    points: tuple[int | None, ...]

    @property
    def listed(self) -> tuple[int, ...]:
        """The runs in which the buyer was listed, the least first."""
        return tuple(sorted(one for one in self.points if one is not None))


def earned(attack: Attack, seeds: Sequence[int]) -> Earned:
    """Return what an attack earns in communities of these seeds."""
    return Earned(tuple(_earned(attack, seed) for seed in seeds))


def _earned(attack: Attack, seed: int) -> int | None:
    community = Community(seed, founded=attack not in NEW_HOST)
    attack(community)
    rating = shown_rating(community.book.ratings[Entrant(BUYER, "person")])
    return None if rating.provisional else round(rating.surely - community.strengths[BUYER])


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what each attack earns. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.rating_attacks", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many communities, default 100")
    number = parser.parse_args(arguments).seeds
    sys.stdout.write(f"{'points above the true strength':40} {'listed':>8} {'mean':>6} {'most':>6}\n")
    held = True
    for name, attack in ATTACKS.items():
        found = earned(attack, range(number))
        listed = found.listed
        mean, most = (f"{sum(listed) / len(listed):.0f}", f"{listed[-1]}") if listed else ("", "")
        sys.stdout.write(f"{name:40} {len(listed):>3}/{number:<4} {mean:>6} {most:>6}\n")
        sys.stdout.flush()
        held &= not listed or listed[-1] <= MOST
        held &= name not in HONEST or len(listed) == number
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
