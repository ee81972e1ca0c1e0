"""How often what the odds of intrigue tell comes true: `python -m training.intrigue.odds TABLES --games N`.

Games between bots are played, and at some positions of each a seat or a spectator asks for the odds. What was
told of every face-down card, by the rules alone and as strong players leave cards, is compared with what the
card is, and what was told of the end of the round with how it ended.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from secrets import token_hex

from engine.bots import bot_named
from engine.game import Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.state import State
from engine.intrigue.odds import IntrigueOddsCalculator
from engine.intrigue.rules.validation import acting_seat
from engine.intrigue.value.playing_on import Round
from engine.selfplay import plies
from training.laurin.odds import TABLES, WANTED, Told, is_calibrated, reliability
from training.matches import drawn

ASKED = 6
"""Positions of a game."""
BY_RULE, AS_LEFT = "by the rules alone", "as strong players leave cards"
JUDGED = ((AS_LEFT, "cards"), ("round", "leads"), ("round", "spared"))
"""Of whom it is asked whether they are calibrated: the rules alone are told for what they are."""


def told(tables: str, games: int, seed: str) -> Iterator[list[Told]]:
    """What was told in each game."""
    for number in range(games):
        chance = drawn(seed, number, "asks")
        bots = [chance.pick(TABLES[tables]) for _ in range(3 + number % 3)]
        steps = list(_steps(bots, seed, number))
        asked = sorted({chance.pick(range(len(steps))) for _ in range(ASKED)})
        found = list[Told]()
        for place in asked:
            who = chance.pick((None, *range(1, len(bots) + 1)))
            found += _compared(number, place, steps, who)
        yield found


def _steps(bots: Sequence[str], seed: str, number: int) -> Iterator[tuple[State, Round]]:
    """The positions of a game in which somebody is asked, each with what its round came to from there on."""
    table, luck = drawn(seed, number, "table"), drawn(seed, number, "bots")
    setup, seated = Setup(len(bots), GAME.Options()), [bot_named(GAME, name) for name in bots]
    states, moves = list[State](), list[object]()
    for ply in plies(GAME, setup, seated, table, luck):
        states.append(ply.applied.playthrough.state)
        moves.append(ply.move)
    for place, state in enumerate(states[:-1]):
        rest = Round(state)
        for move in moves[place + 1 :]:
            if rest.asked is None:
                break
            rest.play(move)  # type: ignore[arg-type]
        yield state, rest


def _compared(game: int, place: int, steps: Sequence[tuple[State, Round]], who: int | None) -> Iterator[Told]:
    """What odds tell in a position, each with whether it came true."""
    state, rest = steps[place]
    odds = IntrigueOddsCalculator().odds(GAME.view(state, who))
    for card in odds.cards:
        kind = state.queue[card.place - 1][-1 - card.under].kind
        for by, kinds in ((BY_RULE, card.kinds), (AS_LEFT, card.as_left)):
            for one in kinds:
                yield Told(game, by, "cards", one.chance, one.what == kind)
    end = rest.state
    over = acting_seat(end) is None
    most = max(end.influence)
    first = [first.seat for first in GAME.standings(end) if first.place == 1] if over else []
    for own in odds.seats:
        leads = own.seat in first if over else end.influence[own.seat - 1] == most
        yield Told(game, "round", "leads", own.leads, leads)
        yield Told(game, "round", "spared", own.spared, own.seat not in rest.harmed)


def report(tables: str, seed: str, found: Sequence[Told]) -> Iterator[str]:
    """A line for each kind of chance."""
    games = len({one.game for one in found})
    for by, what in ((BY_RULE, "cards"), *JUDGED):
        some = reliability([one for one in found if (one.by, one.what) == (by, what)])
        line = {"tables": tables, "seed": seed, "games": games, "by": by, "what": what}
        figures = {name: round(getattr(some, name), 4) for name in ("brier", "miss", "noise")}
        yield json.dumps({**line, **figures, "told/true/how many": some.bins})


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print. Returns the exit status: 0 if all that is judged is calibrated."""
    parser = argparse.ArgumentParser(prog="python -m training.intrigue.odds", description=__doc__)
    parser.add_argument("tables", choices=TABLES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="", help="default: drawn now")
    asked = parser.parse_args(arguments)
    seed, most = asked.seed or token_hex(8), WANTED[asked.tables]
    found = [one for some in told(asked.tables, asked.games, seed) for one in some]
    for line in report(asked.tables, seed, found):
        sys.stdout.write(f"{line}\n")
    missed = [f"{what}, {by}" for by, what in JUDGED if not is_calibrated(found, by, what, most)]
    if missed:
        sys.stdout.write(f"misses by more than {most}: {'; '.join(missed)}\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
