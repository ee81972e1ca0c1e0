"""What happens inside a worker process: a bot chooses from a view that came as bytes, or chances are
worked out for people.

Nothing but views gets here, so nobody can look where they must not. Imports the rules alone.
How long a bot may think is kept here too: only the process itself knows when it began.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread

from msgspec import Struct
from msgspec.structs import replace

from engine import codec
from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import AnyGame, Ask
from engine.registry import GAMES
from tui.host.refusals import refused


class Question(Struct, frozen=True):
    """An ask for a bot, ready for another process. `seed` is the bot's own chance.

    `limit`: the seconds it may think; 0: as long as it likes.
    """

    game: str
    bot: str
    view: bytes
    ask: bytes
    seed: bytes
    limit: float = 0.0


class Reckoning(Struct, frozen=True):
    """A question for chances, ready for another process. `move`: the one in question, encoded."""

    game: str
    view: bytes
    move: bytes | None = None


class Late(Exception):  # noqa: N818  (what it is, not a fault)
    """A bot that did not answer in time."""


def answer(question: Question | Reckoning) -> bytes:
    """What the process has to say. Raises Late, Refused, or whatever a bot raises."""
    return think(question) if isinstance(question, Question) else reckon(question)


def reckon(question: Reckoning, games: Mapping[str, AnyGame] = GAMES) -> bytes:
    """The chances, encoded. Raises Refused."""
    game = games[question.game]
    if game.odds_calculator is None:
        raise refused("no-odds", game=question.game)
    view = codec.decode(game.View, question.view)
    move = codec.decode(game.Move, question.move) if question.move is not None else None
    return codec.encode(game.odds_calculator.odds(view, move))


def think(question: Question, games: Mapping[str, AnyGame] = GAMES) -> bytes:
    """The bot's move, encoded. Raises Late, or whatever the bot raises."""
    game = games[question.game]
    view = codec.decode(game.View, question.view)
    ask = _ask(game, question.ask)
    with _limited(question.limit):
        move = bot_named(game, question.bot).choose(game, view, ask, FairChance(question.seed))
    return codec.encode(move)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises Late inside after so many seconds, where the process has an alarm to set: its main thread."""
    if not seconds or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _late(_signal: int, _frame: object) -> None:
    raise Late


def settle_in() -> None:
    """Begins a worker's life: Ctrl+C in the host's terminal is the host's business, and a
    worker whose host was killed ends itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_host, daemon=True).start()


def settle_in_for_questions() -> None:
    """The same where people may ask for chances: what every answer needs is made meanwhile."""
    settle_in()
    Thread(target=_prepare, daemon=True).start()


def _prepare() -> None:
    for game in GAMES.values():
        if game.odds_calculator:
            game.odds_calculator.prepare()


def _end_with_the_host() -> None:
    host = parent_process()
    if host is not None:
        wait([host.sentinel])
        os._exit(1)


def _ask(game: AnyGame, data: bytes) -> Ask:
    plain: Ask = codec.decode(Ask, data)
    if plain.timeout_move is None:
        return plain
    return replace(plain, timeout_move=codec.decode(game.Move, codec.encode(plain.timeout_move)))
