"""How well the standing of a cup agrees with true strength: whole cups by the host's own `draw` and scoring.

    python -m training.cups GAME ENTRANTS CUPS OUT.jsonl  plays the cups that OUT lacks, a line for each game
    python -m training.cups OUT.jsonl[.xz]                says what standings are worth after 4 and 8 rounds

Entrants are mixtures of two bots of known order: at each question the stronger one answers with a probability
that is evenly spaced over them. Each cup is played three times: neighbours in the standing meet, with luck of
their own and with equal luck; and by balanced search, with equal luck.
"""

from __future__ import annotations

import lzma
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, json

from engine.bots import available_bots
from engine.chance import QuickChance
from engine.game import Setup
from engine.playthrough import apply, chance_of_step, start
from engine.registry import GAMES
from server.results.cups.course import tables_of_round
from server.results.cups.log import Cup, Drawn, Entered, Opened, RoundClosed, TableOpened, cup_of
from server.results.cups.seating import Seats, Tables, draw
from server.results.cups.standing import played, standing
from server.results.of_log import GameResult, SeatResult

ROUNDS, SHOWN = 8, (4, 8)
WAYS = ("neighbours, own luck", "neighbours, equal luck", "balanced, equal luck")


class Mixture(NamedTuple):
    """The probabilities of the stronger bot, from and to, and the two bots."""

    least: float
    most: float
    weaker: str
    stronger: str


MIXTURES = {
    "court": Mixture(0.0, 1.0, "beginner", "page"),
    "laurin": Mixture(0.0, 1.0, "beginner", "page"),
    "intrigue": Mixture(0.4, 1.0, "random", "page"),
}


class PlayedGame(Struct, frozen=True):
    """A game of a cup: who sat where, and their places."""

    way: str
    game: str
    entrants: int
    cup: int
    round: int
    seats: Seats
    places: tuple[int, ...]


def _key(*what: object) -> bytes:
    return sha256(repr(what).encode()).digest()


def places(game: str, strengths: Sequence[float], key: bytes, own: bytes) -> tuple[int, ...]:
    """Return the places by seat of a game; `strengths` are by seat, `own` seeds the bots' choices."""
    rules, mixture = GAMES[game], MIXTURES[game]
    bots = available_bots(rules)
    rng = random.Random(own)  # noqa: S311  (no secret)
    luck = QuickChance(rng.random)
    setup = Setup(len(strengths), rules.Options())
    at = start(rules, setup, chance_of_step(key, None, 0, is_duplicate=True)).playthrough
    while not at.over:
        ask = at.asks[0]
        name = mixture.stronger if rng.random() < strengths[ask.seat - 1] else mixture.weaker
        move = bots[name].choose(rules, at.view(ask.seat), ask, luck)
        at = apply(
            at, ask.seat, ask.id, move, chance_of_step(key, at, ask.seat, is_duplicate=True)
        ).playthrough
    return tuple(row.place for row in sorted(at.standings(), key=lambda row: row.seat))


def _result(table: str, found: Sequence[int]) -> GameResult:
    seats = tuple(SeatResult(seat, "bot", "", "", place) for seat, place in enumerate(found, 1))
    return GameResult(table, "", "", {}, "match", False, 0.0, 0.0, "played", seats)


def _begun(entrants: int, number: int) -> Cup:
    opened = Opened("c", "evening", "court", {}, ROUNDS, 0.0, "", "", _key("cup", number), "", b"", 0.0)
    return cup_of([opened, *(Entered(str(one), "", 0.0) for one in range(1, entrants + 1))])


def _tables(way: str, cup: Cup, number: int, results: dict[str, GameResult]) -> Tables:
    if way.startswith("balanced"):
        return draw(cup.opened.seed, number, range(1, len(cup.entrants) + 1), played(cup, results))
    return tables_of_round(cup, number, results)


def play_cup(way: str, game: str, entrants: int, number: int) -> Iterable[PlayedGame]:
    """Yield the games of a cup; entrant 1 is the weakest."""
    mixture, cup = MIXTURES[game], _begun(entrants, number)
    step, results = (mixture.most - mixture.least) / (entrants - 1), dict[str, GameResult]()
    for round_number in range(1, ROUNDS + 1):
        cup = cup.after(Drawn(round_number, _tables(way, cup, round_number, results), 0.0))
        for table in cup.rounds[-1].tables:
            id_ = f"{round_number}/{table.number}"
            luck = _key(game, number, round_number, *([] if "equal" in way else [table.number]))
            strengths = [mixture.least + step * (one - 1) for one in table.seats]
            found = places(game, strengths, luck, _key(way, number, id_))
            cup = cup.after(TableOpened(round_number, table.number, id_, 0.0))
            results[id_] = _result(id_, found)
            yield PlayedGame(way, game, entrants, number, round_number, table.seats, found)
        cup = cup.after(RoundClosed(round_number, 0.0))


def tau(games: Iterable[PlayedGame], entrants: int, rounds: int) -> float:
    """Return Kendall's tau-b of the standing after so many rounds with true strength."""
    cup, results, by_round = (
        _begun(entrants, 0),
        dict[str, GameResult](),
        defaultdict[int, list[PlayedGame]](list),
    )
    for game in games:
        by_round[game.round].append(game)
    for number in range(1, rounds + 1):
        cup = cup.after(Drawn(number, tuple(game.seats for game in by_round[number]), 0.0))
        for at, game in enumerate(by_round[number], 1):
            cup = cup.after(TableOpened(number, at, f"{number}/{at}", 0.0))
            results[f"{number}/{at}"] = _result(f"{number}/{at}", game.places)
    rows = standing(cup, results)
    both = ties = 0
    for one in rows:
        for other in rows:
            if one.entrant.number < other.entrant.number:
                ties += one.place == other.place
                both += (one.place > other.place) - (one.place < other.place)
    pairs = entrants * (entrants - 1) / 2
    return both / float(pairs * (pairs - ties)) ** 0.5 if ties < pairs else 0.0


def whole_cups(file: Path) -> Mapping[tuple[str, str, int], Sequence[Sequence[PlayedGame]]]:
    """Return the cups of a file that were played to their ends, by way, game and number of entrants."""
    found = defaultdict[tuple[str, str, int], dict[int, list[PlayedGame]]](lambda: defaultdict(list))
    data = file.read_bytes()
    for line in (lzma.decompress(data) if file.suffix == ".xz" else data).splitlines():
        one = json.decode(line, type=PlayedGame)
        found[one.way, one.game, one.entrants][one.cup].append(one)
    every = {*range(1, ROUNDS + 1)}
    return {
        kind: [games for games in cups.values() if {one.round for one in games} == every]
        for kind, cups in found.items()
    }


def main(arguments: Sequence[str]) -> None:
    """Play cups, or say what was played."""
    if len(arguments) == 4:
        game, entrants, cups, out = arguments[0], int(arguments[1]), int(arguments[2]), Path(arguments[3])
        kept = whole_cups(out) if out.exists() else {}
        with out.open("ab", buffering=0) as file:
            for number, way in product(range(cups), WAYS):
                if all(cup[0].cup != number for cup in kept.get((way, game, entrants), ())):
                    games = play_cup(way, game, entrants, number)
                    file.write(b"".join(json.encode(one) + b"\n" for one in games))
        return
    for (way, game, entrants), whole in whole_cups(Path(arguments[0])).items():
        for rounds in SHOWN:
            values = [tau(games, entrants, rounds) for games in whole]
            error = statistics.stdev(values) / len(values) ** 0.5
            sys.stdout.write(
                f"{game} {entrants}, {way}: {len(values)} cups, {rounds} rounds: "
                f"{statistics.fmean(values):.3f} ±{error:.3f}\n"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
