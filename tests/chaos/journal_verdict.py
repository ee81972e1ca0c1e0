"""Compares what nodes of the journal were told with what is stored: each of `ChaosVerdict.faults` is 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

Stored = Mapping[tuple[str, int], str]
"""The note of each stored entry by its table and number."""
FAULTS = (
    "confirmed and lost", "doubled", "told and not so", "refused and stored", "gaps", "gaps told",
    "half appends", "nodes behind at the end",
)  # fmt: skip


APPEND, SEEN = "append", "seen on another node after the confirmation"
OPENED = 1.0
"""Seconds after a node's start in which it may still read what was there before."""


class ChaosVerdict(Struct):
    """What a run came to. `faults` has a number for each of FAULTS; `counts` what happened; times are in
    seconds.
    """

    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    times: dict[str, list[float]] = field(default_factory=dict)
    """How long things took, by what was done."""
    stored_at: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Sentences on single faults."""

    @property
    def is_clean(self) -> bool:
        return not any(self.faults.values())


def judge(stored: Stored, facts: Iterable[Path]) -> ChaosVerdict:
    """Return the verdict on what nodes wrote into their files."""
    verdict = ChaosVerdict(times={APPEND: [], SEEN: []})
    verdict.faults.update(dict.fromkeys(FAULTS, 0))
    found = Counter(stored.values())
    lengths = Counter[str]()
    for table, seq in stored:
        lengths[table] = max(lengths[table], seq)
    verdict.counts["entries"] = len(stored)
    verdict.faults["gaps"] = sum(lengths.values()) - len(stored)
    verdict.faults["doubled"] = sum(number > 1 for number in found.values())
    verdict.faults["half appends"] = sum(not _whole(note, found) for note in found)
    confirmed: dict[tuple[str, int], tuple[str, float]] = {}
    told: list[tuple[str, tuple[str, int], float]] = []
    opened: dict[str, float] = {}
    for path in facts:
        for line in path.read_text().splitlines():
            _judge_fact(verdict, stored, lengths, line.split(), path.name, confirmed, told, opened)
    for node, place, at in told:
        writer, confirmed_at = confirmed.get(place, (node, at))
        if writer != node and confirmed_at > opened[node] + OPENED:
            verdict.times[SEEN].append(max(0.0, at - confirmed_at))
    return verdict


def _whole(note: str, found: Counter[str]) -> bool:
    token, _, size = note.split("/")
    return all(f"{token}/{part}/{size}" in found for part in range(int(size)))


def _judge_fact(
    verdict: ChaosVerdict,
    stored: Stored,
    lengths: Counter[str],
    words: Sequence[str],
    node: str,
    confirmed: dict[tuple[str, int], tuple[str, float]],
    told: list[tuple[str, tuple[str, int], float]],
    opened: dict[str, float],
) -> None:
    faults, counts = verdict.faults, verdict.counts
    match words:
        case "stored", token, table, first, size, at, took:
            counts["confirmed appends"] += 1
            verdict.times[APPEND].append(float(took))
            verdict.stored_at.append(float(at))
            for part in range(int(size)):
                place = table, int(first) + part
                faults["confirmed and lost"] += stored.get(place) != f"{token}/{part}/{size}"
                confirmed[place] = node, float(at)
        case "told", table, seq, note, at:
            counts["told"] += 1
            faults["told and not so"] += stored.get((table, int(seq))) != note
            told.append((node, (table, int(seq)), float(at)))
        case "opened", at:
            opened[node] = float(at)
        case "gap", *_:
            faults["gaps told"] += 1
        case "end", table, seq:
            counts["logs at the end"] += 1
            faults["nodes behind at the end"] += lengths[table] != int(seq)
        case "refused", token, *_:
            counts["refused"] += 1
            faults["refused and stored"] += any(note.startswith(f"{token}/") for note in stored.values())
        case ("try" | "conflict" | "unsure") as what, _:
            counts[what] += 1
        case _:
            counts["torn lines"] += 1
