"""Runs inside a worker process: a bot chooses a move from an encoded view, or odds are computed for people.

Only views get here, so nothing hidden can be used. Only the rules are imported. The time limit of a bot is
kept here, because only the process itself knows when the bot began. Nothing else can stop it either: so it
looks here whether anybody still waits for a move, or for better odds.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from time import monotonic, thread_time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine import codec
from engine.bots import bot_named, quick_bot
from engine.chance import Chance, FairChance
from engine.game import AnyGame, AnytimeBot, Ask, Bot, PatientOddsCalculator, SeatedOddsCalculator
from engine.registry import GAMES
from engine.value.seats import SeenMove, Sitting
from server.bots.withdrawals import WITHDRAWN, Flags
from server.budget.idle_priority import work_idly
from tui.host.refusals import refused

LOOK = 0.03
"""Seconds between two looks whether anybody still waits."""


class BotTask(Struct, frozen=True):
    """An ask for a bot to answer, encoded for another process. `seed` is the bot's own chance.

    `limit`: the seconds that it may take; 0: no limit. `place`: where it is noted if nobody waits for it any
    more (`server.bots.withdrawals`); 0: it is not withdrawn.
    """

    game: str
    bot: str
    view: bytes
    ask: bytes
    seed: bytes
    limit: float = 0.0
    place: int = 0


class SittingTask(Struct, frozen=True):
    """Who sits at a seat, as `Sitting`, encoded for another process: pairs of a view and a move."""

    bot: str
    seen: tuple[tuple[bytes, bytes], ...]


class OddsTask(Struct, frozen=True):
    """A position whose odds are to be computed, encoded for another process.

    `move` is the move in question, encoded; None: only the odds of the position. `effort`: how much better
    than the first answer (0) this one is to be, in games that can do better. `place`: where it is noted if
    nobody waits for it any more (`server.bots.withdrawals`); 0: it is not withdrawn. `sitting`: who sits at
    each seat, for games where that matters.
    """

    game: str
    view: bytes
    move: bytes | None = None
    effort: int = 0
    place: int = 0
    sitting: tuple[SittingTask, ...] = ()


class BotTimeout(Exception):  # noqa: N818  (what it is, not a fault)
    """A bot did not answer in time."""


class QuestionWithdrawn(Exception):  # noqa: N818  (likewise)
    """Nobody waits for the answer any more."""


def run_task(question: BotTask | OddsTask) -> bytes:
    """Return the encoded answer. Raises BotTimeout, Refused, or whatever a bot raises."""
    return choose_move(question) if isinstance(question, BotTask) else compute_odds(question)


def compute_odds(question: OddsTask, games: Mapping[str, AnyGame] = GAMES) -> bytes:
    """Return the encoded odds. Raises Refused, QuestionWithdrawn."""
    game = games[question.game]
    if game.odds_calculator is None:
        raise refused("no-odds", game=question.game)
    view = codec.decode(game.View, question.view)
    move = codec.decode(game.Move, question.move) if question.move is not None else None
    calculator = game.odds_calculator
    if question.sitting and isinstance(calculator, SeatedOddsCalculator):
        sitting = [_sitting(game, one) for one in question.sitting]
        with _while_wanted(question.place):
            return codec.encode(calculator.odds_among(view, move, sitting, question.effort))
    if question.effort and isinstance(calculator, PatientOddsCalculator):
        with _while_wanted(question.place):
            return codec.encode(calculator.better_odds(view, move, question.effort))
    return codec.encode(calculator.odds(view, move))


def sitting_tasks(game: AnyGame, sitting: Sequence[Sitting]) -> tuple[SittingTask, ...]:
    """Return who sits at each seat, encoded; nothing for games where that does not matter."""
    if not isinstance(game.odds_calculator, SeatedOddsCalculator):
        return ()
    encoded = codec.encode
    return tuple(
        [
            SittingTask(one.bot, tuple([(encoded(seen.view), encoded(seen.move)) for seen in one.seen]))
            for one in sitting
        ]
    )


def _sitting(game: AnyGame, task: SittingTask) -> Sitting:
    decode = codec.decode
    seen = [SeenMove(decode(game.View, view), decode(game.Move, move)) for view, move in task.seen]
    return Sitting(task.bot, tuple(seen))


def choose_move(question: BotTask, games: Mapping[str, AnyGame] = GAMES) -> bytes:
    """Return the bot's encoded move: the best it has found when its time is up. If it has found none, the
    strongest quick bot answers for a slow one. Raises BotTimeout, QuestionWithdrawn, or whatever the bot
    raises.
    """
    game = games[question.game]
    view = codec.decode(game.View, question.view)
    ask, chance = _ask(game, question.ask), FairChance(question.seed)
    found: list[Any] = []
    try:
        with _while_wanted(question.place, question.limit):
            for move in _thoughts(game, bot_named(game, question.bot), view, ask, chance):
                found[:] = [move]
    except BotTimeout:
        if not found:
            quick = quick_bot(game, question.bot)
            if quick is None:
                raise
            with _while_wanted(question.place):
                found = [quick.choose(game, view, ask, chance)]
    return codec.encode(found[0])


def _thoughts(game: AnyGame, bot: Bot, view: Any, ask: Ask, chance: Chance) -> Iterator[Any]:
    """Yield the best move so far, the bot's answer last."""
    if isinstance(bot, AnytimeBot):
        yield from bot.improving(game, view, ask, chance)
    else:
        yield bot.choose(game, view, ask, chance)


@contextmanager
def _while_wanted(place: int, limit: float = 0.0) -> Iterator[None]:
    """Raise QuestionWithdrawn inside the `with` block soon after the question was withdrawn, and BotTimeout
    a little before `limit` seconds are over (0: never), so that what was found is told in time.
    """
    flags, ends = WITHDRAWN.get() if place else None, monotonic() + limit - min(LOOK, limit / 2)
    again = 0.0

    def look(*_: object) -> None:
        nonlocal again
        withdrawn = flags is not None and flags[place]
        if (withdrawn or (limit and monotonic() >= ends)) and thread_time() >= again:
            again = thread_time() + LOOK  # on a busy machine the alarm rings before what is raised has left
            raise QuestionWithdrawn if withdrawn else BotTimeout

    look()
    often = limit if flags is None else LOOK
    with _alarmed(look, min(often, limit or often), often):
        yield


@contextmanager
def _alarmed(ring: Callable[[int, object], None], seconds: float, again: float = 0.0) -> Iterator[None]:
    """Call `ring` inside the `with` block after a number of seconds (0: never), and again after each `again`
    seconds, if the process can set an alarm: in its main thread.
    """
    if not seconds or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def prepare_worker() -> None:
    """Set a worker process up: it ignores Ctrl+C in the host's terminal, and ends if the host was killed."""
    import engine.kit.arrays  # noqa: F401  (a bot whose time is up while NumPy comes could never have it again)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_host, daemon=True).start()


def prepare_host_worker(withdrawn: Flags, idle: bool) -> None:
    """Set a worker process up, for a host where people ask for odds: prepare what every answer needs.
    `idle`: it works while nothing else wants the processor.
    """
    if idle:
        work_idly()
    prepare_worker()
    WITHDRAWN.set(withdrawn)
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
