"""Games of court kept as how each turn ended: that gives every position between turns again, in few bytes.

They are played between stewards and masters, for what is learned of positions between turns, or between bots
of any kind, for how much better one plays than another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.chance import Chance, NoChance, QuickChance, ScriptedChance
from engine.court.game import GAME
from engine.court.model.dice import best_group
from engine.court.model.moves import CONCEDE, NOTHING, STAND, Concede, Move, Stand, Take
from engine.court.model.state import Dice, Kind, Options, State, View
from engine.court.rules.transitions import successor
from engine.court.rules.validation import final_round
from engine.game import Bot, Setup

SEATS = (4, 4, 4, 3, 3, 2, 5, 5)
"""How many seats games have, in turn."""
EDITIONS = ("de", "de", "de", "de", "en")
KINDS = ("beginner", "page", "steward", "master")
KING = "king"


class PlayedGame(Struct, frozen=True):
    """A game: its bots by seat, who began, and how each turn ended, in their order.

    An ending is a card, "-" for none, "king 7x4" with its mark, or in the final round the result, "6x5";
    "0x0" is a turn that was given up.
    """

    seats: int
    edition: str
    bots: tuple[str, ...]
    starter: int
    ends: tuple[str, ...]


def played(seed: str, number: int) -> PlayedGame:
    """The game with this number: seven of ten between stewards, one between masters, two mixed."""
    random = Random(f"{seed} {number}")  # noqa: S311  (nothing is kept secret by it)
    seats, edition = SEATS[number % len(SEATS)], random.choice(EDITIONS)
    kind = random.random()
    names = ["steward"] * seats if kind < 0.7 else ["master"] * seats
    if kind >= 0.8:
        names = [random.choice(("steward", "master")) for _ in range(seats)]
    return played_by([GAME.bots[name] for name in names], edition, random)


def mixed(seed: str, number: int) -> PlayedGame:
    """Another game with this number: one of four between one bot of each kind, one between stewards and
    masters, two between any.
    """
    random = Random(f"{seed} {number}")  # noqa: S311  (nothing is kept secret by it)
    seats, edition = SEATS[number // 4 % len(SEATS)], random.choice(EDITIONS)
    kinds = KINDS[2:] if number % 4 == 1 else KINDS
    names = [random.choice(kinds) for _ in range(seats)] if number % 4 else random.sample(KINDS, len(KINDS))
    return played_by([GAME.bots[name] for name in names], edition, random)


def played_by(bots: Sequence[Bot], edition: str, random: Random) -> PlayedGame:
    """A game between these bots, by seat."""
    chance = QuickChance(random.random)
    state: State = GAME.start(Setup(len(bots), msgspec.convert({"edition": edition}, Options)), chance).state
    ends = [end for end, _ in turns_played(state, bots, chance)]
    return PlayedGame(len(bots), edition, tuple(bot.name for bot in bots), state.starter, tuple(ends))


def turns_played(state: State, bots: Sequence[Bot], chance: Chance) -> Iterator[tuple[str, State]]:
    """How each turn ends if bots play on, by seat, and the position after it."""
    while state.turn is not None:
        seat = state.turn.seat
        [ask] = GAME.asks(state)
        move = bots[seat - 1].choose(GAME, View(seat, state), ask, chance)
        before, state = state, successor(state, move, chance)
        if isinstance(move, Take | Stand | Concede):
            yield _ending(before, move), state


def between_turns(game: PlayedGame) -> Iterator[State]:
    """The positions before every turn, and the last one."""
    setup = Setup(game.seats, msgspec.convert({"edition": game.edition}, Options))
    state: State = GAME.start(setup, ScriptedChance((str(game.starter),))).state
    yield state
    for end in game.ends:
        state = ended(state, end)
        yield state


def ended(state: State, end: str) -> State:
    """The position after a turn that ends in this way."""
    assert state.turn is not None  # noqa: S101  (somebody has a turn)
    what, _, mark = end.rpartition(" ")
    aside: Dice = (1, 2)
    move = _taking(end)
    if what == KING or final_round(state):
        count, face = map(int, mark.split("x"))
        aside = (face,) * count
        move = Take("king") if what == KING else STAND if count else CONCEDE
    turn = replace(state.turn, hand=0, active=(), aside=aside, rolled=True)
    return successor(replace(state, turn=turn), move, NoChance())


def _taking(end: str) -> Move:
    return NOTHING if end == "-" else Take(cast("Kind", end.split(" ", maxsplit=1)[0]))


def _ending(state: State, move: Take | Stand | Concede) -> str:
    assert state.turn is not None  # noqa: S101  (somebody has a turn)
    count, face = best_group(state.turn.aside)
    if isinstance(move, Take):
        return f"{KING} {count}x{face}" if move.card == KING else move.card or "-"
    return f"{count}x{face}"


def kept_games(path: Path) -> list[PlayedGame]:
    """The games of a file."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=PlayedGame) for line in lines]


def add_games(path: Path, most: int, play: Callable[[str, int], PlayedGame] = played) -> None:
    """Plays games until the file has so many; interrupted, it goes on the next time."""
    with path.open("ab", buffering=0) as file:
        for number in range(len(kept_games(path)), most):
            file.write(msgspec.json.encode(play(path.stem, number)) + b"\n")
