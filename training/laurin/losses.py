"""Whether what laurin's moves are said to lose is true: `python -m training.laurin.losses TABLES --games N`.

Games between bots are played and their decisions valued as in an analysis: screened, the worst of each seat
judged, and what exceeds 5 % replayed. Then the largest told losses of each game are proved: stewards play on
to the end of the game from both moves, in pairs of fresh samples. Told should be proved, within the errors of
both.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from math import hypot, sqrt
from secrets import token_hex
from typing import NamedTuple

from engine.analysis.findings import CLOSE
from engine.analysis.paired import mean, standard_error
from engine.bots import bot_named
from engine.chance import Chance, FairChance
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.model.moves import Move
from engine.laurin.model.state import State, View
from engine.laurin.notation import notate
from engine.laurin.rules.transitions import next_seat, successor
from engine.laurin.value.boundary import chances
from engine.laurin.value.laurin_values import VALUES
from engine.laurin.value.playing_on import Players
from engine.laurin.views import sample
from engine.selfplay import plies
from engine.value.seats import alike
from training.laurin.odds import TABLES

WORST, REPLAYED = 5, 0.05
"""How many decisions of a seat are judged, and the loss above which one is replayed."""
DEVIATION = 0.3
"""The least standard deviation of a difference of results that is believed: few games may agree by chance."""
PROVED = 6
"""How many of the largest told losses of a game are proved."""


class Decision(NamedTuple):
    """A move where there was a choice."""

    number: int
    seat: int
    bot: str
    view: View
    move: Move


class Claim(NamedTuple):
    """A told loss, and its proof: each with its standard error."""

    decision: Decision
    best: Move
    judged: float
    told: float
    error: float
    proved: float = 0.0
    proof_error: float = 0.0

    @property
    def off(self) -> float:
        """By how many errors told and proved differ."""
        return abs(self.told - self.proved) / hypot(self.error, self.proof_error)


def decisions(bots: Sequence[str], seed: str, number: int) -> Iterator[Decision]:
    """The decisions of a game."""
    setup, game = Setup(len(bots), GAME.Options()), GAME
    table, luck = (_chance(f"{seed} {number}", whose) for whose in ("table", "bots"))
    states = list[State]()
    for place, ply in enumerate(plies(game, setup, [bot_named(game, name) for name in bots], table, luck)):
        seat = ply.seat or 0
        if states:
            view = game.view(states[-1], seat)
            if len(list(islice(game.legal(view), 2))) > 1:
                yield Decision(place, seat, bots[seat - 1], view, ply.move)
        states[:] = [ply.applied.playthrough.state]


def claims(found: Sequence[Decision], seats: int, seed: str) -> list[Claim]:
    """What is told of the decisions of a game, the largest losses first."""
    strong = alike(VALUES.strong, seats)
    screened: list[tuple[float, Decision]] = []
    for one in found:
        first = next(VALUES.moves(one.view, strong, _chances(seed, one), one.move))
        made = next(value for value in first if value.move == one.move)
        screened.append((first[0].chance - made.chance, one))
    told: list[Claim] = []
    for seat in range(1, seats + 1):
        own = sorted((one for one in screened if one[1].seat == seat), key=lambda one: -one[0])
        for loss, one in own[:WORST]:
            if loss < 0.005:
                break
            *_, last = VALUES.moves(one.view, strong, _chances(seed, one), one.move)
            made = next(value for value in last if value.move == one.move)
            claim = Claim(one, last[0].move, last[0].chance - made.chance, 0.0, made.error)
            claim = claim._replace(told=claim.judged)
            if claim.judged > REPLAYED:
                *_, gain = VALUES.replayed(one.view, claim.best, one.move, _chances(f"{seed} replay", one))
                claim = claim._replace(told=gain.mean, error=gain.error)
            told.append(claim)
    return sorted(told, key=lambda claim: -claim.told)


def proved(claim: Claim, seats: int, seed: str, pairs: int) -> Claim:
    """The claim with its proof."""
    one, policies = claim.decision, (VALUES.strong,) * seats
    gains = []
    for number in range(pairs):
        ends = []
        for move in (claim.best, one.move):
            chance = _chances(f"{seed} proof", one)(str(number))
            state = successor(sample(one.view, chance), one.seat, move, chance)
            ends.append(chances(game_played(state, policies, chance))[one.seat - 1])
        gains.append(ends[0] - ends[1])
    return claim._replace(proved=mean(gains), proof_error=standard_error(gains, DEVIATION))


def game_played(state: State, policies: Sequence[str], chance: Chance) -> State:
    """Play a game to its end."""
    while next_seat(state) is not None:
        state = Players().round_played(state, policies, chance).state
    return state


def _chances(seed: str, one: Decision) -> Callable[[str], FairChance]:
    return partial(_chance, f"{seed} {one.number}")


def _chance(seed: str, name: str) -> FairChance:
    return FairChance(sha256(f"{seed} {name}".encode()).digest())


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print. Returns the exit status: 0 if the mean of told less proved is 0 within two errors."""
    parser = argparse.ArgumentParser(prog="python -m training.laurin.losses", description=__doc__)
    parser.add_argument("tables", choices=TABLES)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--seed", default="", help="default: drawn now")
    asked = parser.parse_args(arguments)
    seed, every = asked.seed or token_hex(8), list[Claim]()
    for number in range(asked.games):
        chance = _chance(f"{seed} {number}", "asks")
        bots = [chance.pick(TABLES[asked.tables]) for _ in range(3 + number % 3)]
        found = list(decisions(bots, seed, number))
        began = time.process_time()
        told = claims(found, len(bots), f"{seed} {number}")
        took = time.process_time() - began
        lost = {
            f"{seat} {bot}": round(sum(max(0.0, one.told) for one in told if one.decision.seat == seat), 2)
            for seat, bot in enumerate(bots, start=1)
        }
        _say({"game": number, "decisions": len(found), "seconds": round(took, 1), "lost by five worst": lost})
        largest = [one for one in told if one.told > REPLAYED and one.error <= CLOSE][:PROVED]
        for claim in (proved(one, len(bots), f"{seed} {number}", asked.pairs) for one in largest):
            every.append(claim)
            one = claim.decision
            moves = [one.view.position.round, one.bot, notate(one.move), notate(claim.best)]
            figures = [round(figure, 3) for figure in claim[2:]]
            _say({"round, bot, made, better": moves, "judged, told, error, proved, error": figures})
    return _summed(every)


def _summed(every: Sequence[Claim]) -> int:
    off = [claim.told - claim.proved for claim in every]
    error = sqrt(sum((value - mean(off)) ** 2 for value in off)) / max(1, len(off))
    single = sum(claim.off > 2 for claim in every)
    judged = mean([claim.judged - claim.proved for claim in every])
    _say(
        {
            "claims": len(every),
            "told less proved": [round(mean(off), 3), round(error, 3)],
            "judged less proved": round(judged, 3),
            "beyond two errors": single,
        }
    )
    return int(abs(mean(off)) > 2 * error)


def _say(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
