"""A soak fails for what grows, what is stuck and what is logged; never for one peak, or a slow machine."""

from __future__ import annotations

import math
from inspect import signature
from pathlib import Path

import pytest

from tests.edge.attack import ATTACKS as KNOWN
from tests.soak.hostile import ATTACKS
from tests.soak.verdict import ENOUGH, FLOOR, LONG, RATIO, Sample, Soak, failures, restored, share, slope


def memory(minutes: float, growth: float, noise: float = 0.5) -> list[Sample]:
    """A host that grows so many MB a minute, and breathes."""
    count = int(minutes * 12)
    return [(n / 12, 100 + growth * n / 12 + noise * math.sin(n * 1.7)) for n in range(count)]


def soak(growth: float = 0.0, minutes: float = 60, calm: float = 0.01, attacked: float = 0.02) -> Soak:
    """A run without trouble."""
    run = Soak(minutes, 50, done=minutes, hosts=[memory(minutes, growth)])
    for _ in range(ENOUGH):
        run.answered(calm, attacked=False)
        run.answered(attacked, attacked=True)
    return run


@pytest.mark.parametrize(("growth", "passes"), [(0.0, True), (0.05, True), (0.2, False), (-1.0, True)])
def test_an_hour_shows_a_tenth_of_a_megabyte_a_minute(growth: float, passes: bool) -> None:
    """After the warm-up, in which a host may grow as it likes."""
    run = soak(growth)
    assert bool(failures(run)) is not passes
    run.hosts[0] = [(at, 50 + 5 * at if at < run.warm_up else mb) for at, mb in run.hosts[0]]
    assert bool(failures(run)) is not passes


@pytest.mark.parametrize(("growth", "passes"), [(0.0, True), (2.0, True), (4.0, False)])
def test_five_minutes_show_sessions_that_are_never_freed(growth: float, passes: bool) -> None:
    """Not what a young host still comes to know."""
    assert bool(failures(soak(growth, minutes=5))) is not passes


def test_peaks_are_no_growth() -> None:
    """A tenth of all samples may be far off."""
    run = soak(0.0)
    run.hosts[0] = [(at, mb + 80 * (n % 10 == 9)) for n, (at, mb) in enumerate(run.hosts[0])]
    assert failures(run) == []


def test_processes_are_not_compared() -> None:
    """After an interruption the host begins anew: its memory is another one's."""
    first, second = memory(LONG, 0.0), [(at, mb + 30) for at, mb in memory(LONG, 0.0)]
    found = slope([first, second], 10)
    assert found
    assert found.median == pytest.approx(0, abs=0.05)
    assert found.minutes == pytest.approx(2 * (LONG - 10), abs=0.5)


@pytest.mark.parametrize(("attacked", "passes"), [(0.05, True), (FLOOR / 1000, True), (2.0, False)])
def test_latencies_under_attack_are_compared_with_those_between_attacks(
    attacked: float, passes: bool
) -> None:
    """With a floor: what is fast enough for anybody may be many times what it was before."""
    assert bool(failures(soak(calm=0.01, attacked=attacked))) is not passes
    assert failures(soak(calm=attacked, attacked=attacked * (RATIO - 0.5))) == []


def test_trouble_and_errors_fail() -> None:
    """One is enough."""
    for name in ("trouble", "errors"):
        run = soak()
        getattr(run, name).append("7: stuck")
        (sentence,) = failures(run)
        assert "7: stuck" in sentence


def test_too_little_is_not_enough() -> None:
    """Who measured nothing has not passed."""
    assert len(failures(Soak(5, 50))) == 2


def test_the_histogram_keeps_shares() -> None:
    """To three percent."""
    histogram = soak(calm=0.2).calm
    assert share(histogram, 0.99) == pytest.approx(200, rel=0.03)
    assert share({0: ENOUGH - 1}, 0.99) is None


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    """One of the same kind; one that came to its end does not."""
    path = tmp_path / "state.json"
    run = soak()
    run.done = 20.0
    run.add({"moves": 3})
    run.save(path)
    assert restored(path, 60, 50) == run
    assert restored(path, 60, 200).done == 0
    run.done = 60.0
    run.save(path)
    assert restored(path, 60, 50).done == 0


def test_a_session_that_waits_for_the_steps_of_another_fails_a_run() -> None:
    """Whoever shows all at once has the result when the game is over; a reader has it later."""
    run = soak()
    for speed, seconds in (("once", 0.1), ("once", 0.3), ("hand", 40.0)):
        run.saw_result(speed, seconds)
    assert run.results == {"once": (2, 0.2, 0.3), "hand": (1, 40.0, 40.0)}
    assert not failures(run)
    run.saw_result("once", 11.0)
    assert len(failures(run)) == 1


def test_each_attack_begins() -> None:
    """Its options are those that it takes."""
    for name, options in ATTACKS:
        signature(KNOWN[name]).bind(None, **options)
