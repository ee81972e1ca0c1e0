"""Compares what players' programs were told with the logs in PostgreSQL, folded by the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from engine import codec
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
    "games without an end", "nodes that did not leave well",
)  # fmt: skip
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


async def judge_hosts(pair: PostgresPair, told: ChaosTold) -> ChaosVerdict:
    """Return the verdict on what programs were told."""
    verdict = ChaosVerdict(stored_at=told.confirmed_at)
    verdict.faults.update(dict.fromkeys(HOST_FAULTS, 0))
    truths = await read_truths(pair, verdict)
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


def waits_for_bots(truths: Mapping[str, TableTruth]) -> list[float]:
    """Return how long each move of a bot came after the entry before it, in seconds."""
    waits = []
    for truth in truths.values():
        rows = [position.row for position in truth.positions if position.row]
        pairs = pairwise(rows)
        waits += [after.time - before.time for before, after in pairs if after.by == "bot"]
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
    verdict.times["a bot's move after the entry before it"] = waits_for_bots(truths)
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
