"""Compares what players' programs were told with the logs in PostgreSQL, folded by the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from engine import codec
from tests.chaos.faults import Timed
from tests.chaos.journal_verdict import ChaosVerdict
from tests.chaos.servers import PostgresPair
from tests.simulation.kills import Json, Told
from tests.simulation.truth import Row, TableTruth, Violation

OPENINGS = "SELECT * FROM tables"
ENTRIES = """
    SELECT seq, kind, time, seat, by, ask, who, name, move, draws, note FROM entries WHERE table_id = $1
    ORDER BY seq
"""
HOST_FAULTS = (
    "confirmed and lost", "doubled", "shown and not so", "logs against the rules", "nodes behind at the end",
    "games without an end", "nodes that did not leave well", "bots taken over late",
)  # fmt: skip
BOTS, TAKEN_OVER = "a bot's move after the entry before it", "the same as a node was killed or renewed"
STORE_FAULTS = ("PostgreSQL", "failover", "half of", "LISTEN", "connections", "every doorbell")
LATE = 10.0
"""Seconds after which a bot of a node that is gone has to have moved: the 5 that are promised, and what a
busy machine takes besides.
"""
SETTLED = 1.0
"""Seconds after a fault that still belong to it."""
Picture = tuple[str, int, str, int | None, str]
"""A table, its step, its stage, a seat, and the view of it in JSON."""


class ChaosTold(Told):
    """What programs were told, each thing once."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Pictures()
        self.pictures = self.seen  # type: ignore[assignment]
        self.confirmed_at: list[float] = []


class Pictures:
    """The pictures that programs were shown, without those that were shown before."""

    def __init__(self) -> None:
        self.all: set[Picture] = set()
        self.count = 0

    def append(self, shown: tuple[str, Json]) -> None:
        """Note what a table was shown as."""
        table, news = shown
        self.count += 1
        self.all.add((table, news["seq"], news["info"]["stage"], news["seat"], _canonical(news["view"])))


def _canonical(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


async def judge_hosts(
    pair: PostgresPair, told: ChaosTold, faults: Iterable[Timed] = (), at_zero: float = 0.0
) -> ChaosVerdict:
    """Return the verdict on what programs were told; `faults` and `at_zero` as for `waits_for_bots`."""
    verdict = ChaosVerdict(stored_at=told.confirmed_at)
    verdict.faults.update(dict.fromkeys(HOST_FAULTS, 0))
    truths = await read_truths(pair, verdict)
    verdict.times = waits_for_bots(truths, faults, at_zero)
    verdict.faults["bots taken over late"] = sum(wait > LATE for wait in verdict.times[TAKEN_OVER])
    verdict.counts["bots' moves"] = sum(map(len, verdict.times.values()))
    moves = Counter(
        (table, row.seat, row.ask)
        for table, truth in truths.items()
        for row in (position.row for position in truth.positions)
        if row and row.kind == "move"
    )
    verdict.faults["doubled"] = sum(number > 1 for number in moves.values())
    for table, seat, ask, move in told.moves:
        verdict.counts["confirmed moves"] += 1
        verdict.faults["confirmed and lost"] += not _is_there(truths.get(table), seat, ask, move)
    verdict.counts["pictures"] = told.seen.count
    verdict.faults["shown and not so"] = sum(not _is_so(truths, picture) for picture in told.seen.all)
    for truth in truths.values():
        verdict.counts["tables"] += 1
        verdict.counts["entries"] += truth.length
        verdict.counts["games finished"] += truth.now.stage == "over" and _has_result(truth)
        verdict.faults["games without an end"] += truth.now.stage == "running"
    verdict.counts.update({f"refused: {code}": number for code, number in told.refused.items()})
    return verdict


def waits_for_bots(
    truths: Mapping[str, TableTruth], faults: Iterable[Timed], at_zero: float
) -> dict[str, list[float]]:
    """Return how long bots' moves came after the entries before them, in seconds: all while PostgreSQL was
    there, and those during which a node was killed or renewed. `at_zero` is when the monotonic clock was 0.
    """
    waits: dict[str, list[float]] = {BOTS: [], TAKEN_OVER: []}
    timed = [(one.what, one.began + at_zero, one.ended + at_zero + SETTLED) for one in faults]
    for truth in truths.values():
        rows = [position.row for position in truth.positions if position.row]
        for before, after in pairwise(rows):
            if after.by != "bot":
                continue
            during = {what for what, began, ended in timed if before.time < ended and after.time > began}
            if not any(what.startswith(STORE_FAULTS) for what in during):
                waits[TAKEN_OVER if any("a node" in what for what in during) else BOTS].append(
                    after.time - before.time
                )
    return waits


async def read_truths(pair: PostgresPair, verdict: ChaosVerdict) -> dict[str, TableTruth]:
    """Return what is stored, by table; what is against the rules is a fault in `verdict`."""
    truths = {}
    for opening in await pair.primary.execute(OPENINGS):
        truth = truths[opening["id"]] = TableTruth(opening["id"], dict(opening))
        try:
            for row in await pair.primary.execute(ENTRIES, opening["id"]):
                truth.add(Row(*row))
            truth.check_end()
        except Violation as violation:
            verdict.faults["logs against the rules"] += 1
            verdict.notes.append(str(violation))
    return truths


def _is_there(truth: TableTruth | None, seat: int, ask: int, move: Any) -> bool:
    rows = [position.row for position in truth.positions if position.row] if truth else []
    return any(
        (row.kind, row.seat, row.ask) == ("move", seat, ask) and json.loads(row.move) == move for row in rows
    )


def _is_so(truths: Mapping[str, TableTruth], picture: Picture) -> bool:
    table, step, stage, seat, view = picture
    if table not in truths:
        return False
    if stage == "frozen":
        return view == "null"
    truth = truths[table]
    return any(
        _canonical(json.loads(codec.encode(truth.view(number, seat)))) == view
        for number, position in enumerate(truth.positions)
        if position.steps == step and position.stage == stage
    )


def _has_result(truth: TableTruth) -> bool:
    end = truth.now.row
    return bool(end and end.note and json.loads(end.note).get("places"))
