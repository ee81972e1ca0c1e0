"""Chances of a turn: how long one question takes, from early turns to twelve dice with every power.

Questions are asked as a worker is asked them: one process, tables made beforehand (`prepare`), each
position new. The hard positions are asked by a process that was asked nothing before. CPU time, so that a
busy machine does no harm.
"""

import gc
import random
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from statistics import mean, median, quantiles
from time import perf_counter, process_time
from typing import Any

from engine import codec
from engine.court.game import GAME
from engine.court.model.moves import Concede, Stand, Take
from engine.court.model.state import Options, View
from engine.court.odds import best_chances, card_chances, odds_with_move, prepare, solver
from engine.court.odds.card_effects import unused_cards
from engine.court.odds.dice import given_face, groups, leading_face, parity, straights, total, turning_cards
from engine.court.rules.legal import legal
from engine.game import Setup
from engine.selfplay import plies
from server.bots.worker_main import OddsTask, run_task
from server.bots.workers import host_pool
from tests.engine.court.positions import finale, layout
from tests.engine.seeded_chance import SeededChance

POSITIONS = 600
ASKED = 150
LONGEST = 150_000
"""Positions that take longer to weigh as a whole, in microseconds for each chance, are left out."""
TOUCHING = "jester merchant maid philosopher astronomer lady magician nobleman alchemist"
BRINGING = "craftsman guard hunter pawnbroker knight bishop"
HARD = {
    "twelve in hand, all that touch": layout(
        f"{TOUCHING} farmer general charlatan charlatan charlatan charlatan charlatan charlatan"
    ),
    "six in hand, six to come": layout(f"{BRINGING} farmer general"),
    "five in hand, everything": layout(f"{TOUCHING} {BRINGING} general"),
    "twelve thrown, all that touch": layout(TOUCHING, active="112233445566"),
    "eight thrown, four to come": layout(f"{TOUCHING} guard hunter knight bishop", active="11234566"),
    "six aside, six thrown": layout(TOUCHING, active="123456", aside="555666"),
    "four thrown, two to come, four that touch": layout(
        "jester maid philosopher lady guard hunter", active="1346"
    ),
    "final round, twelve dice": layout(f"{TOUCHING} {BRINGING} general farmer", final=finale(mark="9x4")),
}


def positions(number: int) -> list[View]:
    """Questions that a host gets: positions of games of two to five seats, in no order."""
    found: list[View] = []
    game = 0
    while len(found) < 2 * number:
        seats, game = 2 + game % 4, game + 1
        bots = [GAME.bots["page"]] * seats
        for ply in plies(GAME, Setup(seats, Options()), bots, SeededChance(game), SeededChance(-game)):
            state = ply.applied.playthrough.state
            if state.turn is not None:
                found.append(View(state.turn.seat, state))
    random.Random(1).shuffle(found)
    return found[:number]


def forget() -> None:
    """Empties what is remembered of questions."""
    for module in (best_chances, given_face, groups, leading_face, parity, straights, total, turning_cards):
        for value in vars(module).values():
            if isinstance(value, _lru_cache_wrapper) and value.__module__ == module.__name__:
                value.cache_clear()


def milliseconds(question: Any, *given: Any) -> float:
    began = process_time()
    question(*given)
    return (process_time() - began) * 1000


def figures() -> Iterator[dict[str, object]]:
    yield _figure("tables made beforehand", milliseconds(prepare))
    gc.freeze()  # as a worker should: what stays need not be looked through again and again
    views = positions(POSITIONS)
    times = [milliseconds(card_chances, view) for view in views]
    yield _figure("prospects, median", median(times))
    yield _figure("prospects, p99", quantiles(times, n=100)[-1], 50)
    yield _figure("prospects, worst", max(times))
    chooser = random.Random(2)
    moves = [(view, chooser.choice(list(legal(view)))) for view in views]
    moves = [(view, move) for view, move in moves if not isinstance(move, Take | Stand | Concede)]
    times = [milliseconds(odds_with_move, view, move) for view, move in moves]
    yield _figure("compared, p99", quantiles(times, n=100)[-1], 50)
    yield _figure("compared, worst", max(times))
    yield from asked(views[:ASKED], moves[:ASKED])
    gaps = list(missed(views))
    yield _share("chances with cards, exact", [exact for _, exact in gaps])
    yield _share("chances with cards, more than 0.1 too low", [gap > 0.1 for gap, _ in gaps])
    yield {
        "figure": "chances with cards, too low on average",
        "value": round(mean(gap for gap, _ in gaps), 4),
        "unit": "",
    }
    for name, state in HARD.items():
        forget()
        prepare()
        yield _figure(f"prospects, {name}", milliseconds(card_chances, View(1, state)), 50)


def asked(views: list[View], moves: list[tuple[View, Any]]) -> Iterator[dict[str, object]]:
    """The same through a worker process, as players ask it, with the wall's clock: there and back."""
    questions = [OddsTask("court", codec.encode(view)) for view in views]
    questions += [OddsTask("court", codec.encode(view), codec.encode(move)) for view, move in moves]
    pool = host_pool(1)
    try:
        for question in questions:  # its tables are made meanwhile
            pool.submit(run_task, question).result()
        pool.submit(forget).result()
        times = []
        for question in questions:
            began = perf_counter()
            pool.submit(run_task, question).result()
            times.append((perf_counter() - began) * 1000)
    finally:
        pool.shutdown()
    yield _figure("asked through a worker, median", median(times))
    yield _figure("asked through a worker, p99", quantiles(times, n=100)[-1], 50)


def missed(views: list[View]) -> Iterator[tuple[float, bool]]:
    """By how much chances with cards are too low, where everything can be weighed, and which are exact."""
    for view in views:
        turn = view.position.turn
        assert turn is not None
        held = unused_cards(view.position, turn)
        dice = (turn.hand or len(turn.active)) + len(held.adders)
        cards = held.adders + held.cards
        if not cards or dice > solver.MOST_DICE or solver.cost(dice, cards) > LONGEST:
            continue
        usual = {prospect.what: prospect for prospect in card_chances(view)}
        for whole in card_chances(view, float("inf")):
            if whole.what not in {"jester", "charlatan"}:
                found = usual.get(whole.what)
                yield whole.chance - (found.chance if found else 0.0), found is not None and found.exact


def _share(name: str, flags: list[bool]) -> dict[str, object]:
    return {"figure": name, "value": round(100 * mean(flags), 1), "unit": "%"}


def _figure(name: str, value: float, budget: float | None = None) -> dict[str, object]:
    found: dict[str, object] = {"figure": name, "value": round(value, 2), "unit": "ms"}
    return found | {"budget": f"<= {budget}"} if budget else found
