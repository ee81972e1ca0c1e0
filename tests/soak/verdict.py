"""What is known of a soak so far, kept in a file, and what it has to be: pure, apart from that file.

Memory is judged by the median slope between any two of its samples after a warm-up (Theil-Sen), which no
single peak can bend; samples of different host processes are never compared. A short run cannot tell a tenth
of a megabyte a minute from what a young host still comes to know. It fails for a much larger slope, as of
sessions that are never freed, and only where even the lower end of the 95 % interval (Sen) is above it.
Latencies depend on the machine: those under attack are compared with those in the pauses between attacks.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from pathlib import Path

from msgspec import Struct, json

STEEPEST = 0.1
"""MB a minute that the host may grow after the warm-up."""
STEEPEST_SHORT = 3.0
"""The same for a short run, at the lower end of the interval."""
LONG = 30.0
"""Minutes of samples after the warm-up from which on a run is not short."""
WARM_UP = (0.4, 10.0)
"""The part of a run that is its warm-up, and the most minutes of it."""
FLOOR, RATIO = 1000.0, 5.0
"""The p99 under attack may be so many milliseconds, or so many times the p99 between attacks."""
AT_ONCE = 10.0
"""Seconds within which a session that shows steps at once has the result, whatever others there read."""
ENOUGH = 200
"""Answers, of each kind, below which there is no p99."""
NORMAL_95 = 1.96
STEPS = 24
"""Steps of the histogram of latencies for each doubling."""

Sample = tuple[float, float]
"""Minutes since the host's start, and MB."""


class Soak(Struct):
    """All that is known of a run, over interruptions."""

    minutes: float
    sessions: int
    done: float = 0.0
    """Minutes so far."""
    attacks: int = 0
    hosts: list[list[Sample]] = []
    """The memory of each host process."""
    calm: dict[int, int] = {}
    attacked: dict[int, int] = {}
    """How many answers took how long, as `step_of` counts."""
    results: dict[str, tuple[int, float, float]] = {}
    """By the speed of a session's steps: how many results it has seen, how many seconds after the end of the
    game on average, and at most.
    """
    counts: dict[str, int] = {}
    trouble: list[str] = []
    errors: list[str] = []
    """From the host's log."""

    def add(self, counts: dict[str, int]) -> None:
        """Adds what people counted."""
        self.counts = dict(Counter(self.counts) + Counter(counts))

    def answered(self, seconds: float, *, attacked: bool) -> None:
        """Adds an answer to a key."""
        histogram = self.attacked if attacked else self.calm
        step = step_of(seconds)
        histogram[step] = histogram.get(step, 0) + 1

    def saw_result(self, speed: str, seconds: float) -> None:
        """Adds that a session has seen the last steps of a game."""
        number, average, most = self.results.get(speed, (0, 0.0, 0.0))
        average = (number * average + seconds) / (number + 1)
        self.results[speed] = number + 1, round(average, 2), round(max(most, seconds), 2)

    @property
    def warm_up(self) -> float:
        """Minutes after a host's start that do not count for its memory."""
        part, most = WARM_UP
        return min(part * self.minutes, most)

    def save(self, path: Path) -> None:
        """Writes it to a file, all or nothing."""
        new = path.with_suffix(".new")
        new.write_bytes(json.encode(self))
        new.replace(path)


def restored(path: Path, minutes: float, sessions: int) -> Soak:
    """The run that was interrupted, if it was one of the same kind; else a new one."""
    if path.exists():
        found = json.decode(path.read_bytes(), type=Soak)
        if (found.minutes, found.sessions) == (minutes, sessions) and found.done < minutes:
            return found
    return Soak(minutes, sessions)


def step_of(seconds: float) -> int:
    """The step of the histogram for a latency."""
    return round(STEPS * math.log2(max(seconds, 1e-5) * 1000))


def share(histogram: dict[int, int], part: float) -> float | None:
    """The milliseconds that `part` of the answers do not exceed; None: too few."""
    total = sum(histogram.values())
    if total < ENOUGH:
        return None
    passed = 0
    for step in sorted(histogram):
        passed += histogram[step]
        if passed >= part * total:
            break
    return round(2 ** (step / STEPS), 1)


class Slope(Struct, frozen=True):
    """MB a minute: the median, the ends of the 95 % interval, and the minutes that were looked at."""

    median: float
    least: float
    most: float
    minutes: float


def slope(hosts: list[list[Sample]], warm_up: float) -> Slope | None:
    """How the memory of the hosts grows after their warm-up; None: too few samples."""
    warm = [[sample for sample in samples if sample[0] >= warm_up] for samples in hosts]
    slopes = sorted(
        (after[1] - before[1]) / (after[0] - before[0])
        for samples in warm
        for before, after in combinations(samples, 2)
        if after[0] > before[0]
    )
    if len(slopes) < 10:
        return None
    variance = sum(n * (n - 1) * (2 * n + 5) / 18 for n in map(len, warm))
    away = NORMAL_95 * math.sqrt(variance) / 2
    middle, last = len(slopes) / 2, len(slopes) - 1
    return Slope(
        median=slopes[int(middle)],
        least=slopes[max(0, int(middle - away))],
        most=slopes[min(last, int(middle + away))],
        minutes=sum(samples[-1][0] - samples[0][0] for samples in warm if samples),
    )


def failures(soak: Soak) -> list[str]:
    """Why the run has failed, a sentence each."""
    found = (
        [f"{len(soak.trouble)} times a person was stuck or lost: {soak.trouble[0]}"] if soak.trouble else []
    )
    if soak.errors:
        found.append(f"{len(soak.errors)} errors in the host's log: {soak.errors[0]}")
    grown = slope(soak.hosts, soak.warm_up)
    if grown is None:
        found.append("there are too few samples of memory")
    elif grown.median > STEEPEST if grown.minutes >= LONG else grown.least > STEEPEST_SHORT:
        found.append(f"memory grows by {grown.median:.2f} MB a minute, at least {grown.least:.2f}")
    _, _, late = soak.results.get("once", (0, 0.0, 0.0))
    if late > AT_ONCE:
        found.append(f"a session that shows all at once had a result after {late} s")
    calm, attacked = share(soak.calm, 0.99), share(soak.attacked, 0.99)
    if calm is None or attacked is None:
        found.append("there are too few answers")
    elif attacked > max(FLOOR, RATIO * calm):
        found.append(f"the p99 is {attacked} ms under attack and {calm} ms between attacks")
    return found
