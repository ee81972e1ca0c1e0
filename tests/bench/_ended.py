"""A data folder with ended games, some of them long, to look at again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engine import codec
from engine.bots import bot_named
from engine.chance import commitment, table_key
from engine.game import Ask, Setup
from engine.options import parse_options
from engine.playthrough import Playthrough, answer_open_ask, chance_of_step, start
from engine.records.record import places
from engine.registry import GAMES
from server.log.entries import Entry, Opening, Outcome
from server.store.sqlite.journal import SqliteJournal
from tests.engine.seeded_chance import luck

ENDED = 2.0
"""When they ended, by the host's clock."""


class EndedGame(NamedTuple):
    """A game between bots, by its table's id. `lasts`: nobody takes anything, so that a game of court goes on
    for all its rounds.
    """

    id: str
    game: str = "court"
    seats: int = 2
    rounds: int = 0
    lasts: bool = False


async def furnish_ended(journal: SqliteJournal, games: tuple[EndedGame, ...]) -> dict[str, int]:
    """Adds the games; how many entries each has."""
    lengths = {}
    for ended in games:
        opening = opening_of(ended)
        log = log_of(ended, opening)
        await journal.create(opening, log)
        lengths[ended.id] = len(log)
    return lengths


def opening_of(ended: EndedGame) -> Opening:
    """The opening of its table."""
    game, seed = GAMES[ended.game], bytes(32)
    options = {"rounds": ended.rounds} if ended.rounds else {}
    return Opening(
        ended.id, ended.id.upper(), ended.game, game.rules_version, ended.seats, options, "player-1", seed,
        commitment(seed, ended.id), 1.0,
    )  # fmt: skip


def log_of(ended: EndedGame, opening: Opening) -> list[Entry]:
    """The log of its table."""
    return [msgspec.structs.replace(one, seq=seq) for seq, one in enumerate(_log(ended, opening), 1)]


def _log(ended: EndedGame, opening: Opening) -> Iterator[Entry]:
    names = tuple(f"Name-{seat}" for seat in range(1, ended.seats + 1))
    who = tuple(f"player-{seat}" for seat in range(1, ended.seats + 1))
    for seat in range(1, ended.seats + 1):
        yield Entry(kind="sit", seat=seat, by="player", who=who[seat - 1], name=names[seat - 1])
    game = GAMES[ended.game]
    key, whim = table_key(opening.seed, ended.id, game.rules_version, {}), luck("ended bots")
    options = parse_options(game, {name: str(value) for name, value in opening.options.items()})
    applied = start(game, Setup(ended.seats, options), chance_of_step(key, None, 0))
    yield Entry(kind="start", by="player", draws=applied.draws)
    bot, at = bot_named(game, "page"), applied.playthrough
    while not at.over:
        ask = at.asks[0]
        move = bot.choose(game, at.view(ask.seat), ask, whim)
        if ended.lasts and game.notate(move).startswith("take"):
            move = game.parse("take nothing", at.view(ask.seat))
        applied = answer_open_ask(at, ask.seat, move, chance_of_step(key, at, ask.seat))
        yield _move(ask, move, applied.draws)
        at = applied.playthrough
    yield Entry(kind="end", time=ENDED, note=msgspec.json.encode(_outcome(at, names, who)).decode())


def _move(ask: Ask, move: object, draws: tuple[str, ...]) -> Entry:
    return Entry(
        kind="move", seat=ask.seat, by="player", ask=ask.id, move=codec.encode(move).decode(), draws=draws
    )


def _outcome(at: Playthrough, names: tuple[str, ...], who: tuple[str, ...]) -> Outcome:
    return Outcome("played", names=names, places=places(at.standings()), players=who, bots=("",) * len(who))
