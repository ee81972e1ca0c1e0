"""The verdict on whole hosts finds what was told and is not so, in the log of a game of court."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from engine import codec, playthrough
from engine.chance import FairChance, commitment, table_key
from engine.game import Setup
from engine.registry import GAMES
from tests.chaos.clocked_tables import CLOCK, CLOCK_SECONDS
from tests.chaos.faults import Timed
from tests.chaos.host_verdict import (
    BOTS,
    BOTS_TAKEN_OVER,
    BUSY,
    CLOCKS,
    CLOCKS_TAKEN_OVER,
    HOST_FAULTS,
    PROMISED,
    ChaosTold,
    judge_duties,
    judge_hosts,
)
from tests.chaos.journal_verdict import ChaosVerdict
from tests.simulation.truth import Row

SEED, COURT, MOVES = bytes(32), GAMES["court"], 6
GOES_ON = {"games without an end"}
KILLED = [Timed("a node killed", 0.0, 500.0)]
LATE = PROMISED + BUSY
OPENING = {
    "id": "t", "game": "court", "rules_version": COURT.rules_version, "seats": 2, "options": "{}",
    "seed": SEED, "commitment": commitment(SEED, "t"),
}  # fmt: skip


class GameLog:
    """A log in place of a primary, and what programs of two players were told of it."""

    def __init__(self) -> None:
        self.primary = self
        self.told = ChaosTold()
        self.outage: tuple[float, float] | None = None
        key = table_key(SEED, "t", COURT.rules_version, {})
        step = playthrough.start(COURT, Setup(2, msgspec.convert({}, COURT.Options)), FairChance(key, 0))
        self.rows = [_row(1, "start", draws=step.draws)]
        for seq in range(2, 2 + MOVES):
            (ask,) = step.playthrough.asks
            view = step.playthrough.view(ask.seat)
            move = COURT.bots["page"].choose(COURT, view, ask, FairChance(bytes(32)))
            news = {"seq": step.playthrough.steps, "seat": ask.seat, "info": {"stage": "running"}}
            self.told.pictures.append(("t", {**news, "view": json.loads(codec.encode(view))}))
            self.told.confirmed(("t", ask.seat, ask.id, json.loads(codec.encode(move))))
            step = playthrough.apply(
                step.playthrough, ask.seat, ask.id, move, FairChance(key, step.playthrough.draws)
            )
            encoded = codec.encode(move).decode()
            self.rows.append(_row(seq, "move", ask.seat, ask.id, encoded, step.draws))

    async def execute(self, query: str, *_: object) -> list[Any]:
        """The rows that the verdict asks for."""
        if "FROM outages" in query:
            return [self.outage] if self.outage else []
        return [OPENING | {"clock": CLOCK}] if "FROM tables" in query else self.rows

    async def faults(self, killed: Sequence[Timed] = (), **seen: Any) -> set[str]:
        """What the verdict finds."""
        verdict = await judge_hosts(self, self.told, killed, **seen)  # type: ignore[arg-type]
        assert set(verdict.faults) == set(HOST_FAULTS)
        return {what for what, number in verdict.faults.items() if number}

    def made_late(self, by: str, seconds: float) -> None:
        """Let the last move be made by a node, so long after the one before it."""
        self.rows[-1] = self.rows[-1]._replace(by=by, time=self.rows[-2].time + seconds)


def _row(
    seq: int, kind: str, seat: int = 0, ask: int = 0, move: str = "", draws: tuple[str, ...] = ()
) -> Row:
    return Row(seq, kind, float(seq), seat, "player", ask, "", "", move, " ".join(draws), "")


def _drop_last(log: GameLog) -> None:
    log.rows.pop()


def _gap(log: GameLog) -> None:
    del log.rows[3]


def _other_draws(log: GameLog) -> None:
    log.rows[0] = log.rows[0]._replace(draws="")


def _other_table(log: GameLog) -> None:
    log.told.confirmed(("other", 1, 1, {}))


def _later_step(log: GameLog) -> None:
    log.told.pictures.append(("t", {"seq": 99, "seat": 1, "info": {"stage": "running"}, "view": None}))


def _other_view(log: GameLog) -> None:
    log.told.pictures.append(("t", {"seq": 0, "seat": 1, "info": {"stage": "running"}, "view": {}}))


async def test_a_game_that_goes_on_is_the_only_thing_to_find() -> None:
    """Everything else is as it was told."""
    assert await GameLog().faults() == GOES_ON


@pytest.mark.parametrize(
    ("harm", "fault"),
    [
        (_drop_last, "confirmed and lost"),
        (_other_table, "confirmed and lost"),
        (_gap, "logs against the rules"),
        (_other_draws, "logs against the rules"),
        (_later_step, "shown and not so"),
        (_other_view, "shown and not so"),
    ],
)
async def test_each_harm_is_found(harm: Callable[[GameLog], None], fault: str) -> None:
    """Whether the log was harmed or what was told."""
    log = GameLog()
    harm(log)
    assert fault in await log.faults()


@pytest.mark.parametrize(
    ("by", "due", "fault"),
    [("bot", 0.0, "bots taken over late"), ("timeout", CLOCK_SECONDS, "clocks taken over late")],
)
async def test_what_was_due_at_a_node_that_was_killed_comes_in_time(by: str, due: float, fault: str) -> None:
    """Later only by as long as this machine stood still, and, for clocks, no node was there."""
    log = GameLog()
    log.made_late(by, due + LATE - 0.1)
    assert await log.faults(KILLED) == GOES_ON
    log.made_late(by, due + LATE + 0.1)
    assert await log.faults(KILLED) == GOES_ON | {fault}
    assert await log.faults(KILLED, stalled=0.2) == GOES_ON
    assert await log.faults([Timed("failover", 0.0, 500.0), *KILLED]) == GOES_ON
    log.outage = (log.rows[-2].time + 1, log.rows[-2].time + 2)
    assert (fault in await log.faults(KILLED)) == (by == "bot")


def test_no_more_than_one_try_in_a_hundred_is_in_vain() -> None:
    """Of few tries that cannot be said."""
    for in_vain, done, is_too_much in ((5, 495, False), (6, 494, True), (40, 400, False)):
        verdict = ChaosVerdict()
        judge_duties(
            verdict,
            {BOTS: [0.1] * done, BOTS_TAKEN_OVER: [], CLOCKS: [], CLOCKS_TAKEN_OVER: []},
            0.0,
            in_vain,
        )
        assert verdict.is_clean != is_too_much
