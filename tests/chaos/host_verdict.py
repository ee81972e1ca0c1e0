"""Compares what players' programs were told with the logs in PostgreSQL, folded by the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from engine import codec
from server.lobby.uptime import Uptime
from server.store.outages import Outage
from tests.chaos.clocked_tables import CLOCK, CLOCK_SECONDS
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
OUTAGES = "SELECT began, ended FROM outages"
HOST_FAULTS = (
    "confirmed and lost", "doubled", "shown and not so", "logs against the rules", "nodes behind at the end",
    "games without an end", "nodes that did not leave well", "bots taken over late", "clocks taken over late",
    "too much in vain",
)  # fmt: skip
BOTS, BOTS_TAKEN_OVER = "a bot's move after the entry before it", "the same as a node was killed or renewed"
CLOCKS, CLOCKS_TAKEN_OVER = (
    "a move for a player whose time is up",
    "that move as a node was killed or renewed",
)
STORE_FAULTS = ("PostgreSQL", "failover", "half of", "LISTEN", "connections", "every doorbell")
PROMISED, BUSY = 5.0, 3.0
"""Seconds within which another node acts for the bots and clocks of one that is gone, and what a busy machine
may take besides: on one with two cores, a node that starts takes one of them for two seconds. For as long as
this process itself was not given a core, the nodes may not have been either.
"""
IN_VAIN, LEAST_ATTEMPTS = 0.01, 500
"""The share of what nodes try for bots and clocks that may be in vain, and of how many it is taken."""
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
    """A view as a text; without the number of the rules that a program plays by: an older one has none, or
    another.
    """
    if isinstance(view, dict) and isinstance(view.get("position"), dict):
        position = {name: value for name, value in view["position"].items() if name != "rules"}
        view = {**view, "position": position}
    return json.dumps(view, sort_keys=True)


async def judge_hosts(
    pair: PostgresPair,
    told: ChaosTold,
    faults: Iterable[Timed] = (),
    at_zero: float = 0.0,
    *,
    stalled: float = 0.0,
    in_vain: int = 0,
) -> ChaosVerdict:
    """Return the verdict on what programs were told; `faults` and `at_zero` as for `waits_for_nodes`.
    `stalled`: seconds for which this process did not run although it could. `in_vain`: how often a node tried
    for a bot or a clock what another one had done.
    """
    verdict = ChaosVerdict(stored_at=told.confirmed_at)
    verdict.faults.update(dict.fromkeys(HOST_FAULTS, 0))
    truths = await read_truths(pair, verdict)
    outages = [Outage(*row) for row in await pair.primary.execute(OUTAGES)]
    judge_duties(verdict, waits_for_nodes(truths, faults, at_zero, outages), stalled, in_vain)
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


def judge_duties(verdict: ChaosVerdict, waits: dict[str, list[float]], stalled: float, in_vain: int) -> None:
    """Judge what nodes did for bots and clocks: in time, and each thing once."""
    verdict.times = waits
    late = PROMISED + BUSY + stalled
    verdict.faults["bots taken over late"] = sum(wait > late for wait in waits[BOTS_TAKEN_OVER])
    verdict.faults["clocks taken over late"] = sum(wait > late for wait in waits[CLOCKS_TAKEN_OVER])
    for what, *kinds in (("bots' moves", BOTS, BOTS_TAKEN_OVER), ("late moves", CLOCKS, CLOCKS_TAKEN_OVER)):
        verdict.counts[what] = sum(len(waits[kind]) for kind in kinds)
    attempts = sum(map(len, waits.values())) + in_vain
    verdict.counts["in vain"] = in_vain
    if attempts >= LEAST_ATTEMPTS and in_vain > IN_VAIN * attempts:
        verdict.faults["too much in vain"] = in_vain
    verdict.notes.append(
        f"{in_vain} of {attempts} tries for bots and clocks were in vain ({in_vain / max(attempts, 1):.2%});"
        f" this process stood still for {stalled:.1f} s at most"
    )


def waits_for_nodes(
    truths: Mapping[str, TableTruth], faults: Iterable[Timed], at_zero: float, outages: Sequence[Outage] = ()
) -> dict[str, list[float]]:
    """Return how long after they were due the moves came that nodes make for bots and at clocked tables, in
    seconds: all while PostgreSQL was there, and those during which a node was killed or renewed. `at_zero` is
    when the monotonic clock was 0.
    """
    waits: dict[str, list[float]] = {BOTS: [], BOTS_TAKEN_OVER: [], CLOCKS: [], CLOCKS_TAKEN_OVER: []}
    timed = [(one.what, one.began + at_zero, one.ended + at_zero + SETTLED) for one in faults]
    uptime = Uptime(0.0)
    uptime.load_outages(outages)
    for before, after, is_clocked in _steps(truths.values()):
        if after.by != "bot" and not (is_clocked and after.by == "timeout"):
            continue
        due = before.time if after.by == "bot" else _due(before, after, uptime)
        during = {what for what, began, ended in timed if due < ended and after.time > began}
        if not any(what.startswith(STORE_FAULTS) for what in during):
            kinds = (BOTS, BOTS_TAKEN_OVER) if after.by == "bot" else (CLOCKS, CLOCKS_TAKEN_OVER)
            waits[kinds[any("a node" in what for what in during)]].append(after.time - due)
    return waits


def _steps(truths: Iterable[TableTruth]) -> Iterator[tuple[Row, Row, bool]]:
    """Yield each two entries that follow one another, and whether their table has a clock."""
    for truth in truths:
        rows = [position.row for position in truth.positions if position.row]
        for before, after in pairwise(rows):
            yield before, after, truth.opening.get("clock") == CLOCK


def _due(before: Row, after: Row, uptime: Uptime) -> float:
    """Return when the time of a player was up who is not there: with the entry before if the turn goes on,
    else when all of a turn's time was over.
    """
    whole = uptime.after(before.time, CLOCK_SECONDS)
    return whole if whole <= after.time else before.time


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
