"""Analyses of whole games: how long a game takes, and the slowest of its seats; the longest time that nothing
can be stopped.

Measured in CPU time, so that a busy machine does no harm.
"""

from collections.abc import Iterator
from time import process_time
from typing import Any

from engine import codec
from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import SeatDone, with_part
from engine.bots import bot_named
from engine.game import Setup
from engine.records.course import Course, read_course
from engine.records.record import Header, Record, deal_step, places, record_step
from engine.records.writing import write
from engine.registry import GAMES
from engine.selfplay import plies
from server.analysis.work import chance_of
from tests.engine.seeded_chance import luck

NAMES = ("steward", "page", "page", "random")
GAMES_EACH = 3
BUDGETS = {"court": ("game", 10), "intrigue": ("game", 45), "laurin": ("game", 25)}


def course(key: str, number: int) -> Course:
    """A game between bots of different strength."""
    game = GAMES[key]
    names = NAMES if key != "court" else ("steward", "page", "page", "steward")
    bots = [bot_named(game, name) for name in names]
    setup, seed = Setup(len(bots), game.Options()), f"analysis {number}"
    played = list(plies(game, setup, bots, luck(f"{seed} table"), luck(f"{seed} bots")))
    deal, *others = played
    steps = [record_step(game, one.seat or 0, one.move, one.applied.draws) for one in others]
    result = places(played[-1].applied.playthrough.standings())
    record = Record(Header(game=key, seats=names), (deal_step(deal.applied.draws), *steps), result)
    return read_course(write(record), GAMES)


def figures() -> Iterator[dict[str, Any]]:
    for key, (of, budget) in BUDGETS.items():
        games, seats, gaps, sizes = list[float](), list[float](), list[float](), list[int]()
        for number in range(GAMES_EACH):
            read = course(key, number)
            analysis, began = begun(read), process_time()
            last = seat_began = began
            for part in analyse(read, chance_of):
                now = process_time()
                gaps.append(now - last)
                if isinstance(part.piece, SeatDone):
                    seats.append(now - seat_began)
                    seat_began = now
                last = now
                analysis = with_part(analysis, part)
            games.append(process_time() - began)
            sizes.append(len(codec.encode(analysis)))
        longest = {"game": max(games), "seat": max(seats)}
        for name, value in longest.items():
            found = {"figure": f"{key}, the slowest {name}", "value": round(value, 2), "unit": "s"}
            yield found | ({"budget": f"<= {budget}"} if name == of else {})
        yield {"figure": f"{key}, the longest gap", "value": round(max(gaps), 2), "unit": "s"}
        yield {"figure": f"{key}, stored, largest", "value": max(sizes), "unit": "bytes"}
