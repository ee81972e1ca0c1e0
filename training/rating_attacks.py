"""`python -m training.rating_attacks`: what attacks on ratings earn, in simulated communities.

Forty people of known strengths have played for a while. A buyer comes, whose strength is known, too, plays as
honestly as is needed to be listed, and tries to be listed higher by an attack. Games come out as the model of
`server.results.book` expects, so that only the attack makes a difference. Nothing is drawn from a clock: the
same seed gives the same figures. Exits 1 if an attack lists anybody more than `MOST` above their strength, or
above what the forty show on the mean at that strength, or an honest newcomer is not listed, on a host that
grows neither. docs/ratings.md has the figures, and what was decided on other seeds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import exp, log, prod, sqrt
from statistics import linear_regression, mean
from types import MappingProxyType
from typing import NamedTuple

from server.results.book import AROUND, LUCK, NEW, RatingBook
from server.results.of_log import GameResult, SeatResult
from server.results.rated_games import ENOUGH_MOVES, Entrant, EntrantKind, rated_game
from server.results.rating import SHOWN_PER_MU, Rating, surely
from tui.host.history import SeatFate
from tui.host.ratings import ACTIVE_DAYS, LADDER_FIRST

PEOPLE, GAMES_EACH = 40, 36
HONEST_GAMES, OPPONENTS = 15, 8
"""After so many games against so many opponents an honest newcomer is listed."""
MEAN, DEVIATION = 1500.0, 150.0
"""Strengths, in points as they are shown."""
MOST = 50
JUDGED = ((HONEST_GAMES, OPPONENTS), (GAMES_EACH, GAMES_EACH))
KEYS = 30
STRONG = 1900.0
YEAR, A_DAY = 365, 10
STEP = 6.0
DAY, GAME = 86_400.0, 300.0
"""Seconds, also from the end of a game to that of the next, which somebody else ends."""
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
        if founded:
            self.play_on(self.people, GAMES_EACH)

    def come(self, name: str, number: int, strength: float = MEAN) -> list[str]:
        """Return new accounts."""
        accounts = [f"{name}{one}" for one in range(number)]
        self.strengths |= dict.fromkeys(accounts, strength)
        return accounts

    def pass_days(self, days: int) -> None:
        """Have nobody play for so long."""
        self._ended += days * DAY

    def play_on(self, players: Sequence[str], each: int) -> None:
        """Have people play so many games each in the mean, two to four of them at a table."""
        for _ in range(len(players) * each // 3):
            self.play(self.chance.sample(players, self.chance.choice([2, 3, 4])))

    def play(self, players: Sequence[str], kind: EntrantKind = "person", bots: Sequence[str] = ()) -> None:
        """Have a game played in which everybody does their best."""
        everybody = (*players, *bots)
        luck = {who: self.strengths[who] / SPREAD - log(-log(self.chance.random())) for who in everybody}
        kinds: dict[str, EntrantKind] = dict.fromkeys(players, kind) | dict.fromkeys(bots, "bot")
        self.end(sorted(everybody, key=luck.__getitem__, reverse=True), kinds)

    def lose(self, to: str, losers: Sequence[str], moves: int = ENOUGH_MOVES) -> None:
        """Have a game played that all others lose on purpose, after so many moves."""
        self.end([to, *losers], {}, moves)

    def come_honestly(
        self,
        who: str = BUYER,
        games: int = HONEST_GAMES,
        opponents: int = OPPONENTS,
        seats: int = 2,
        among: Sequence[str] = (),
    ) -> None:
        """Have somebody play against others of the community, or `among` some, at tables of so many seats."""
        others = self.chance.sample(among or self.people, opponents)
        for number in range(games):
            at = number * (seats - 1)
            self.play([who, *(others[(at + one) % opponents] for one in range(seats - 1))])

    def end(
        self,
        order: Sequence[str],
        kinds: Mapping[str, EntrantKind],
        moves: int = ENOUGH_MOVES,
        fates: Mapping[str, SeatFate] = MappingProxyType({}),
    ) -> None:
        """Have a game end with everybody in the order of their places, people where nothing else is said."""
        self._ended += GAME
        seats = tuple(
            SeatResult(
                place,
                "bot" if kinds.get(who) == "bot" else "account",
                who,
                who,
                place,
                fate=fates.get(who, ""),
                program=kinds.get(who) == "program",
                moves=moves,
            )
            for place, who in enumerate(order, 1)
        )
        table = f"t{self._ended}"
        result = GameResult(
            table, table, "toy", {"rated": "on"}, "match", False, 0.0, self._ended, "played", seats
        )
        if game := rated_game(result):
            self.book.add(game)


Attack = Callable[[Community], None]


def honest(seats: int) -> Attack:
    """Be honest, at tables of so many seats."""
    return lambda community: community.come_honestly(seats=seats)


def after(games: Attack) -> Attack:
    """An attack once the buyer is listed."""

    def attack(community: Community) -> None:
        community.come_honestly()
        games(community)

    return attack


def before(games: Attack) -> Attack:
    """An attack before the buyer is known."""

    def attack(community: Community) -> None:
        games(community)
        community.come_honestly()

    return attack


def fresh_keys(moves: int) -> Attack:
    """Thirty fresh keys lose ten times each, after so many moves."""

    def attack(community: Community) -> None:
        for _ in range(10):
            for key in community.come("key", KEYS):
                community.lose(BUYER, [key], moves)

    return attack


def year_among_themselves(community: Community) -> None:
    """Thirty fresh keys play each other for a year before they lose."""
    keys = community.come("key", KEYS)
    for _ in range(YEAR * 2):
        community.play(community.chance.sample(keys, 2))
    fresh_keys(ENOUGH_MOVES)(community)


def fresh_tables(community: Community) -> None:
    """Fresh keys, four at each table, lose on purpose."""
    keys = community.come("key", KEYS)
    for _ in range(100):
        community.lose(BUYER, community.chance.sample(keys, 4))


def programs(community: Community) -> None:
    """Thirty programs, which are established among programs, lose to a person."""
    keys = community.come("program", KEYS)
    for _ in range(KEYS * HONEST_GAMES):
        community.play(community.chance.sample(keys, 2), "program")
    for _ in range(10):
        for key in keys:
            community.end([BUYER, key], {key: "program"})


def friends(number: int, games: int = YEAR) -> Attack:
    """Friends, who are established, lose so many games of two each."""

    def attack(community: Community) -> None:
        for _ in range(games):
            for one in community.people[:number]:
                community.lose(BUYER, [one])

    return attack


def friends_table(fate: SeatFate) -> Attack:
    """Four friends, who are established, lose at one table, two hundred times: to the end, or they leave."""

    def attack(community: Community) -> None:
        four = community.people[:4]
        for _ in range(200):
            community.end([BUYER, *four], {}, fates=dict.fromkeys(four, fate))

    return attack


def friends_beside(number: int) -> Attack:
    """Friends lose two games each, and the buyer plays 36 of the forty honestly."""

    def attack(community: Community) -> None:
        friends(number, 2)(community)
        community.come_honestly(games=GAMES_EACH, opponents=GAMES_EACH)

    return attack


def luckiest(community: Community) -> None:
    """The buyer plays honestly with thirty keys, and shows the one with the most luck."""
    keys = community.come("key", KEYS, community.strengths[BUYER])
    for key in keys:
        community.come_honestly(key)
    best = max(keys, key=lambda key: _figure(community.book.ratings[Entrant(key, "person")]))
    community.book.ratings[Entrant(BUYER, "person")] = community.book.ratings[Entrant(best, "person")]


def known_keys(number: int, games: int, opponents: int) -> Attack:
    """Keys play so many real games each, against so many people, before they lose."""

    def attack(community: Community) -> None:
        keys = community.come("key", number)
        for key in keys:
            community.come_honestly(key, games, opponents)
        for _ in range(10):
            for key in keys:
                community.lose(BUYER, [key])

    return attack


def known_tables(community: Community) -> None:
    """Twelve keys with thirty real games each lose at tables of five, four at each, and concede late."""
    keys = community.come("key", 12)
    for key in keys:
        community.come_honestly(key, 2 * HONEST_GAMES, 2 * OPPONENTS)
    for _ in range(200):
        four = community.chance.sample(keys, 4)
        community.end([BUYER, *four], {}, fates=dict.fromkeys(four, "conceded"))


def slow(community: Community) -> None:
    """For a year six friends lose to the buyer once a month, who plays two real games in between."""
    for _ in range(12):
        for one in community.people[:6]:
            community.lose(BUYER, [one])
        community.come_honestly(games=2, opponents=2)


def strong_friend(community: Community) -> None:
    """Somebody strong plays honestly against everybody with one account, which then loses to another."""
    (first,) = community.come("first", 1, STRONG)
    community.come_honestly(first, PEOPLE, PEOPLE)
    for _ in range(YEAR):
        community.lose(BUYER, [first])


def fed_bots(community: Community) -> None:
    """Thirty keys with fifteen real games each lose to three weak bots, whom the buyer then plays."""
    bots = community.come("bot", 3, 1000.0)
    keys = community.come("key", KEYS)
    for key in keys:
        community.come_honestly(key)
        for bot in bots:
            community.end(
                [bot, key, community.people[0]], {bot: "bot"}, fates={community.people[0]: "conceded"}
            )
    for _ in range(50):
        community.play([BUYER, community.people[0]], bots=bots)


def bots_beside(community: Community) -> None:
    """Three weak bots and an established friend, one of four, lose at a table, a hundred times."""
    bots = community.come("bot", 3, 1000.0)
    for number in range(100):
        community.end([BUYER, *bots, community.people[number % 4]], dict.fromkeys(bots, "bot"))


def known_deals(games: int, opponents: int) -> Attack:
    """The buyer knows how each deal comes out, and wins every game against people who do their best."""

    def attack(community: Community) -> None:
        others = community.chance.sample(community.people, opponents)
        for number in range(games):
            community.end([BUYER, others[number % opponents]], {})

    return attack


def founders(keys: Sequence[int], games: int, kind: EntrantKind = "person") -> Attack:
    """Keys are the first at a game, play so many games each with each other, then lose: those of each rank
    twice to the next one, at last all to the buyer.
    """

    def attack(community: Community) -> None:
        ranks = [community.come(f"rank{rank}-", number) for rank, number in enumerate(keys)]
        everybody = [one for rank in ranks for one in rank]
        kinds = dict.fromkeys((BUYER, *everybody), kind)
        for _ in range(len(everybody) * games // 2):
            community.play(community.chance.sample(everybody, 2), kind)
        for lower, higher in pairwise(ranks):
            for winner, loser in product(higher * 2, lower):
                community.end([winner, loser], kinds)
        for loser in [*everybody[::-1]] * 3:
            community.end([BUYER, loser], kinds)

    return attack


def guests_of_founders(community: Community) -> None:
    """Twenty keys are the first at a game and lose, before forty honest people come and play."""
    founders([20], HONEST_GAMES)(community)
    community.play_on(community.people, GAMES_EACH)
    community.come_honestly()


def later(days: int, attack: Attack, first: int = 0) -> Attack:
    """An attack after nobody has played for so long; before that, so many are the first at a game."""

    def attacked(community: Community) -> None:
        if first:
            _first(community, first)
        community.pass_days(days)
        attack(community)

    return attacked


def fresh_keys_beside_the_first(community: Community) -> None:
    """Eight are the first at a game; thirty fresh keys play each other, and lose to who plays the eight."""
    first = _first(community, OPPONENTS)
    keys = community.come("key", KEYS)
    community.play_on(keys, HONEST_GAMES)
    _lose_behind_honest_games(community, first, keys)


def keys_known_to_the_first(community: Community) -> None:
    """Eight are the first at a game; sixty keys play 15 real games each against them before they lose."""
    first = _first(community, OPPONENTS)
    keys = community.come("key", 2 * KEYS)
    for key in keys:
        community.come_honestly(key, among=first)
    _lose_behind_honest_games(community, first, keys)


def few_left(stay: int, attack: Callable[[Community, Sequence[str]], None]) -> Attack:
    """Eight are the first at a game, of whom so many still play after a fortnight, when the attack begins."""

    def attacked(community: Community) -> None:
        attack(community, _left(community, OPPONENTS, stay, NOT_AROUND))

    return attacked


def alone(attack: Attack) -> Callable[[Community, Sequence[str]], None]:
    """An attack of keys that play nobody else."""
    return lambda community, _: attack(community)


def keys_known_to_few(games: int) -> Callable[[Community, Sequence[str]], None]:
    """Sixty keys play so many real games each against those who are left, and each other; then they lose."""

    def attack(community: Community, left: Sequence[str]) -> None:
        keys = community.come("key", 2 * KEYS)
        for key in keys:
            community.come_honestly(key, games, len(left), among=left)
        for pair in combinations(keys, 2):
            community.play(pair)
        _lose_behind_honest_games(community, left, keys)

    return attack


def chained(known: int, more: int, first: int = 0) -> Attack:
    """Some keys play 15 real games each and then each other; more keys play those alone; all of them lose."""

    def attack(community: Community) -> None:
        real = _first(community, first) if first else community.people
        keys, others = community.come("known", known), community.come("key", more)
        for key in keys:
            community.come_honestly(key, among=real)
        for pair in combinations(keys, 2):
            community.play(pair)
        for other, key in product(others, keys * 2):
            community.play([other, key])
        _lose_behind_honest_games(community, real, [*others, *keys])

    return attack


def _lose_behind_honest_games(community: Community, real: Sequence[str], keys: Sequence[str]) -> None:
    """Have the buyer play what an honest newcomer plays, and each key lose to the buyer twice."""
    community.come_honestly(opponents=min(OPPONENTS, len(real)), among=real)
    for key in [*keys] * 2:
        community.lose(BUYER, [key])


def before_the_forty(number: int, stay: int = 0, days: int = 0, each: int = GAMES_EACH) -> Attack:
    """So many are the first at a game; `stay` of them are there so many days later, when the forty come at
    once.
    """

    def attack(community: Community) -> None:
        left = _left(community, number, stay, days)
        community.play_on([*community.people, *left], each)

    return attack


def one_after_the_other(latest: int = 0, days: int = 0) -> Attack:
    """Eight are the first at a game; the forty come one by one, so many days apart, and play eight of those
    who came before, or of the latest of them alone.
    """

    def attack(community: Community) -> None:
        before = _first(community, OPPONENTS)
        for one in community.people:
            community.pass_days(days)
            community.come_honestly(one, among=before[-latest:])
            before.append(one)

    return attack


def _first(community: Community, number: int) -> list[str]:
    """Return accounts that are the first at a game, after 45 games of each with each other."""
    first = community.come("first", number)
    for _ in range(3 * number * HONEST_GAMES // 2):
        community.play(community.chance.sample(first, 2))
    return first


def _left(community: Community, number: int, stay: int, days: int) -> Sequence[str]:
    """Return those of the first who still play so many days later, and then have played each other."""
    left = _first(community, number)[:stay]
    community.pass_days(days)
    for pair in combinations(left, 2) if days else ():
        community.play(pair)
    return left


AWAY, NOT_AROUND = ACTIVE_DAYS + 1, int(AROUND / DAY) + 1
FEW_LEFT: Mapping[str, Attack] = MappingProxyType(
    {
        f"8 were first, {NOT_AROUND} days later {stay} of them play on": before_the_forty(
            8, stay, NOT_AROUND, 3 * GAMES_EACH
        )
        for stay in (5, 4, 3, 2, 0)
    }
)
"""Where fewer than six of the first are left."""
LEAVING = "8 were first, 3 of them leave now"
GROWING: Mapping[str, Attack] = MappingProxyType(
    {
        "all begin together, 36 games each": before_the_forty(0),
        "8 were first and play on, 36 games each": before_the_forty(8, 8),
        "8 were first and play on, 100 games each": before_the_forty(8, 8, each=100),
        "8 were first, then one after the other": one_after_the_other(),
        "the same, against 8 of the latest 12": one_after_the_other(12),
        "the same, one in 8 days, 8 of the latest 20": one_after_the_other(20, 8),
        "8 were first, 61 days later 5 of them play on": before_the_forty(8, 5, AWAY),
        "8 were first and have left for 61 days": before_the_forty(8, 0, AWAY),
        "20 keys were first and keep away for 61 days": before_the_forty(20, 0, AWAY),
        **FEW_LEFT,
        LEAVING: before_the_forty(8, 5),
    }
)
"""How a host grows: of the forty who come so many are listed. LEAVING: nobody in the first fortnight."""
HONEST: Mapping[str, Attack] = MappingProxyType(
    {f"honest, 15 games against 8, tables of {seats}": honest(seats) for seats in (2, 3, 4, 5)}
)
NEW_HOST: Mapping[str, Attack] = MappingProxyType(
    {
        "30 keys first on a host, 15 games each": founders([30], 15),
        "30 keys first on a host, 30 games each": founders([30], 30),
        "60 keys first on a host, 30 games each": founders([60], 30),
        "30 keys first on a host, in three ranks": founders([10, 10, 10], 15),
        "60 keys first on a host, in three ranks": founders([20, 20, 20], 15),
        "60 programs first, in two ranks": founders([40, 20], 15, "program"),
        "20 keys first, then 40 honest people": guests_of_founders,
        "8 first, 30 fresh keys lose": fresh_keys_beside_the_first,
        "8 first, 60 keys in three ranks": later(0, founders([20, 20, 20], 15), 8),
        "8 first have left, 60 keys in three ranks": later(AWAY, founders([20, 20, 20], 15), 8),
        "8 first, 60 keys with 15 real games each": keys_known_to_the_first,
        "8 first, 10 keys know them, 50 those": chained(10, 50, 8),
        "8 first, 60 keys know them and each other": few_left(8, keys_known_to_few(HONEST_GAMES)),
        "8 first, 3 have left, 60 keys in three ranks": few_left(5, alone(founders([20, 20, 20], 15))),
        "8 first, 3 have left, 60 keys know the rest": few_left(5, keys_known_to_few(HONEST_GAMES)),
        "the same, with 5 real games each": few_left(5, keys_known_to_few(5)),
        "8 first, 5 have left, 60 keys know the rest": few_left(3, keys_known_to_few(HONEST_GAMES)),
        "8 first, 6 have left, 60 keys know the rest": few_left(2, keys_known_to_few(HONEST_GAMES)),
        "8 first asleep for 15 days, 60 keys in ranks": later(NOT_AROUND, founders([20, 20, 20], 15), 8),
        "8 first asleep for 15 days, 30 fresh keys lose": later(NOT_AROUND, fresh_keys(ENOUGH_MOVES), 8),
    }
)
"""Where nobody else has played yet, or eight people."""
ATTACKS: Mapping[str, Attack] = MappingProxyType(
    {
        **HONEST,
        "30 fresh keys concede at once": before(fresh_keys(0)),
        "30 fresh keys, games of one round": before(fresh_keys(5)),
        "30 fresh keys lose before it": before(fresh_keys(ENOUGH_MOVES)),
        "30 fresh keys lose after it": after(fresh_keys(ENOUGH_MOVES)),
        "30 fresh keys, a year among themselves": after(year_among_themselves),
        "30 fresh keys, tables of five": after(fresh_tables),
        "30 programs lose": after(programs),
        "one friend, 3650 games after it": after(friends(1, YEAR * A_DAY)),
        "one friend, 3650 games before it": before(friends(1, YEAR * A_DAY)),
        "2 friends, 365 games of two each": before(friends(2)),
        "4 friends, 365 games of two each": before(friends(4)),
        "8 friends, 365 games of two each": before(friends(8)),
        "12 friends, 365 games of two each": before(friends(12)),
        "20 friends, 30 games of two each": before(friends(20, 30)),
        "20 friends, and nobody else": friends(20, 2),
        "8 friends, and 36 honest games": friends_beside(8),
        "20 friends, and 36 honest games": friends_beside(20),
        "all others are friends": friends(PEOPLE, 2),
        "4 friends at one table, 200 games": before(friends_table("")),
        "the same, and time out": before(friends_table("replaced")),
        "6 friends, once a month beside honest games": slow,
        "the luckiest of 30 honest keys": luckiest,
        "10 keys with 6 real games each": before(known_keys(10, 6, 6)),
        "30 keys with 6 real games each": before(known_keys(30, 6, 6)),
        "30 keys with 15 real games each": before(known_keys(30, HONEST_GAMES, OPPONENTS)),
        "30 keys that have played everybody": before(known_keys(30, PEOPLE, PEOPLE)),
        "12 known keys, tables of five, conceding late": before(known_tables),
        "a second account of somebody strong": before(strong_friend),
        "30 known keys lose to bots": before(fed_bots),
        "3 bots and a friend at a table, 100 games": before(bots_beside),
        "15 games of known outcome against 8": known_deals(HONEST_GAMES, OPPONENTS),
        "40 games of known outcome against 40": known_deals(PEOPLE, PEOPLE),
        "60 keys among themselves, in three ranks": founders([20, 20, 20], 15),
        "the same, where nobody has played for 61 days": later(AWAY, founders([20, 20, 20], 15)),
        "10 keys with 15 real games each, 50 know those": chained(10, 50),
        "20 keys with 15 real games each, 40 know those": chained(20, 40),
        **NEW_HOST,
    }
)
"""What earns nobody anything. "It" is what the honest newcomer plays."""


class Earned(NamedTuple):
    """By how much an attack lists the buyer above what honest people of the same strength show on the mean,
    above the strength itself, and how many places above the true one among the forty.
    """

    honest: float
    strength: float
    places: int


class Judged(NamedTuple):
    """By how much somebody stands above their strength, in points of it and in places among the forty."""

    points: float
    places: int


Scale = Callable[[float], float]
"""Tells what honest people of a strength show on the ladder."""


def honest_scale(seeds: Sequence[int]) -> Scale:
    """Return what the forty show on the mean, in communities of these seeds."""
    found = [one for seed in seeds for one in _listed(Community(seed))]
    slope, at_zero = linear_regression(*zip(*found, strict=True))
    return lambda strength: at_zero + slope * strength


def _listed(community: Community) -> list[tuple[float, float]]:
    """Return the strengths of those of the forty who are listed, each with its figure on the ladder."""
    ratings = [(one, community.book.ratings.get(Entrant(one, "person"), NEW)) for one in community.people]
    return [(community.strengths[one], _figure(rating)) for one, rating in ratings if rating.since]


def _figure(rating: Rating) -> float:
    return LADDER_FIRST + SHOWN_PER_MU * surely(rating.mu, rating.sigma)


def earned(name: str, seeds: Sequence[int], scale: Scale) -> list[Earned]:
    """Return what an attack earns, the least first, in those communities of these seeds in which the buyer is
    listed.
    """
    return sorted(one for seed in seeds if (one := _earned(name, seed, scale)))


def _earned(name: str, seed: int, scale: Scale) -> Earned | None:
    community = Community(seed, founded=name not in NEW_HOST)
    ATTACKS[name](community)
    ratings, strength = community.book.ratings, community.strengths[BUYER]
    rating = ratings.get(Entrant(BUYER, "person")) or ratings[Entrant(BUYER, "program")]
    if not rating.since:
        return None
    figure, others = _figure(rating), _listed(community)
    places = sum(one > strength for one, _ in others) - sum(one > figure for _, one in others)
    return Earned(figure - scale(strength), figure - strength, places)


def judged(seed: int, games: int, opponents: int, bought: int) -> Judged:
    """Return how somebody stands who won `bought` games more of a friend each, for a judge who knows the
    strengths of all forty and how games come out, but of them these results alone: no rule knows more.
    """
    community = Community(seed, founded=False)
    strength, chance = community.strengths[BUYER], community.chance
    others = [community.strengths[one] for one in community.people]
    met = chance.sample(others, opponents)
    results = [(other, chance.random() < _wins(strength, other)) for other in (met * games)[:games]]
    results += [(other, True) for other in chance.sample(others, bought)]
    worths = [_worth(STEP * step, results) for step in range(-100, 101)]
    guess = MEAN + STEP * sum(step * worth for step, worth in enumerate(worths, -100)) / sum(worths)
    return Judged(
        guess - strength, sum(one > strength for one in others) - sum(one > guess for one in others)
    )


def _wins(strength: float, other: float) -> float:
    return 1 / (1 + exp((other - strength) / SPREAD))


def _worth(above: float, results: Sequence[tuple[float, bool]]) -> float:
    """Return how likely a strength so far above the mean is, with these results."""
    chances = (_wins(MEAN + above, other) for other, _ in results)
    likely = prod(one if won else 1 - one for one, (_, won) in zip(chances, results, strict=True))
    return likely * exp(-((above / DEVIATION) ** 2) / 2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what each attack earns. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.rating_attacks", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many communities, default 100")
    parser.add_argument("--first", type=int, default=0, help="the first seed, default 0")
    given = parser.parse_args(arguments)
    number, seeds = given.seeds, range(given.first, given.first + given.seeds)
    scale, held = honest_scale(seeds), True
    sys.stdout.write(
        f"{'points above honest people of that strength':46} listed   mean   most  strength  places\n"
    )
    for name in ATTACKS:
        listed = earned(name, seeds, scale)
        held &= name not in HONEST or len(listed) == number
        sys.stdout.write(f"{name:46} {len(listed):>3}/{number:<3}")
        if listed:
            above, strength, places = zip(*listed, strict=True)
            held &= max(*above, *strength) <= MOST
            sys.stdout.write(
                f"{mean(above):>6.1f} {max(above):>6.1f} {max(strength):>9.0f} {mean(places):>7.1f}"
            )
        sys.stdout.write("\n")
        sys.stdout.flush()
    sys.stdout.write(
        "\nfor a judge who knows the forty, points of strength and places: mean, root mean square\n"
    )
    for (games, opponents), bought in product(JUDGED, (0, 8)):
        told = zip(*(judged(seed, games, opponents, bought) for seed in seeds), strict=True)
        figures = "".join(f"{mean(one):>8.1f} {sqrt(mean(x * x for x in one)):>6.1f}" for one in told)
        sys.stdout.write(
            f"{f'{games} games against {opponents}, and {bought} that friends lost':46}{figures}\n"
        )
    sys.stdout.write(f"\n{'of forty people who come, listed':46}   mean   least   order\n")
    for name in GROWING:
        found, orders = zip(*(grown(name, seed) for seed in seeds), strict=True)
        held &= min(found) >= PEOPLE - 1 or name == LEAVING  # at random tables somebody may meet too few
        sys.stdout.write(f"{name:46}{mean(found):>7.1f} {min(found):>7} {mean(orders):>7.2f}\n")
    return int(not held)


def grown(name: str, seed: int) -> tuple[int, float]:
    """Return how many of the forty are listed on a host that grows, and how far their order is that of their
    strengths: Kendall's tau, 1 if it is, 0 by chance.
    """
    community = Community(seed, founded=False)
    GROWING[name](community)
    listed = _listed(community)
    pairs = [(one > other) == (high > low) for (one, high), (other, low) in combinations(listed, 2)]
    return len(listed), 2 * mean(pairs) - 1 if pairs else 0.0


if __name__ == "__main__":
    sys.exit(main())
