"""Chances of a turn: how long one question takes, from early turns to twelve dice with every power, and how
much of the answers is exact at once and after two seconds.

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
from engine.court.odds import card_chances, odds_with_move, prepare
from engine.court.odds.dice import face_tables, groups, leading_face, parity, straights, total, turning_cards
from engine.court.odds.whole_turn import exact_chances
from engine.court.rules.legal import legal
from engine.game import Odds, Setup
from engine.selfplay import plies
from engine.value.values import Likelihood
from server.bots.withdrawals import Withdrawals
from server.bots.worker_main import OddsTask, run_task
from server.bots.workers import host_pool
from tests.engine.court.positions import finale, layout
from tests.engine.seeded_chance import SeededChance

POSITIONS = 600
ASKED = 150
SEED = 61_000_000
LIMIT = 2.0
"""Seconds for which an answer is refined."""
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
    for module in (exact_chances, face_tables, groups, leading_face, parity, straights, total, turning_cards):
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
    yield from refined()
    for name, state in HARD.items():
        forget()
        prepare()
        yield _figure(f"prospects, {name}", milliseconds(card_chances, View(1, state)), 50)


def asked(views: list[View], moves: list[tuple[View, Any]]) -> Iterator[dict[str, object]]:
    """The same through a worker process, as players ask it, with the wall's clock: there and back."""
    questions = [OddsTask("court", codec.encode(view)) for view in views]
    questions += [OddsTask("court", codec.encode(view), codec.encode(move)) for view, move in moves]
    pool = host_pool(1, Withdrawals())
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


def mid_game() -> list[View]:
    """200 positions of four stewards, five of each game, from the middle six tenths of its rounds."""
    found: list[View] = []
    for game in range(40):
        bots, chances = [GAME.bots["steward"]] * 4, (SeededChance(SEED + game), SeededChance(-SEED - game))
        states = [ply.applied.playthrough.state for ply in plies(GAME, Setup(4, Options()), bots, *chances)]
        last = states[-1].round
        views = [
            View(state.turn.seat, state)
            for state in states
            if state.turn is not None and 0.3 * last < state.round <= 0.9 * last
        ]
        found += random.Random(SEED + game).sample(views, 5)
    return found


def refined() -> Iterator[dict[str, object]]:
    """First answers from a worker and those refined for up to two seconds, against the longest search."""
    questions = [(view, codec.encode(view)) for view in mid_game()]
    first_times, first_work, all_times, firsts, lasts = [], [], [], [], []
    pool = host_pool(1, Withdrawals())
    try:
        for _, view in questions[:3]:  # its tables are made meanwhile
            pool.submit(run_task, OddsTask("court", view)).result()
        pool.submit(prepare).result()
        pool.submit(forget).result()
        for _, view in questions:
            began, effort = perf_counter(), 0
            answer, worked = pool.submit(answered, OddsTask("court", view)).result()
            odds = codec.decode(Odds, answer)
            first_times.append((perf_counter() - began) * 1000)
            first_work.append(worked)
            firsts.append(odds)
            while odds.more and perf_counter() - began < LIMIT:
                effort += 1
                answer = pool.submit(run_task, OddsTask("court", view, None, effort)).result()
                odds = codec.decode(Odds, answer)
            all_times.append((perf_counter() - began) * 1000)
            lasts.append(odds)
    finally:
        pool.shutdown()
    truths = [card_chances(view, float("inf")) for view, _ in questions]
    yield _figure("four stewards, first answer, median", median(first_times), 15)
    yield _figure("four stewards, first answer, p99", quantiles(first_times, n=100)[-1], 100)
    work = quantiles(first_work, n=100)[-1]
    yield _figure("four stewards, first answer, p99 of the processor's time", work)
    yield _figure("four stewards, last answer, p99", quantiles(all_times, n=100)[-1], 2000)
    for name, answers in (("first", firsts), ("last", lasts)):
        gaps = [gap for odds, truth in zip(answers, truths, strict=True) for gap in missed(odds.now, truth)]
        bounds = [not likely.exact for odds in answers for likely in odds.now]
        yield _share(f"four stewards, {name} answer, lower bounds", bounds)
        for figure, value in (("mean gap", mean(gaps)), ("worst gap", max(gaps))):
            yield {"figure": f"four stewards, {name} answer, {figure}", "value": round(value, 4), "unit": ""}
    unsure = [not likely.exact for truth in truths for likely in truth]
    yield _share("four stewards, longest search, lower bounds", unsure)


def answered(question: OddsTask) -> tuple[bytes, float]:
    """An answer, and the milliseconds of the processor's time that it took."""
    began = process_time()
    answer = run_task(question)
    return answer, (process_time() - began) * 1000


def missed(answer: tuple[Likelihood, ...], truth: tuple[Likelihood, ...]) -> Iterator[float]:
    """By how much chances are too low."""
    found = {likely.what: likely.chance for likely in answer}
    return (likely.chance - found.get(likely.what, 0.0) for likely in truth)


def _share(name: str, flags: list[bool]) -> dict[str, object]:
    return {"figure": name, "value": round(100 * mean(flags), 1), "unit": "%"}


def _figure(name: str, value: float, budget: float | None = None) -> dict[str, object]:
    found: dict[str, object] = {"figure": name, "value": round(value, 2), "unit": "ms"}
    return found | {"budget": f"<= {budget}"} if budget else found
