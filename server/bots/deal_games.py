"""Bots at tables that several play with the same luck: what they draw, and what the best of them reaches.

There they think the same wherever they see the same, for as long as they want: what they draw follows from
the seed and from what they see, and people answer before them, so their moves follow from the people's alone.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from statistics import fmean, stdev
from typing import Any

from engine import codec, playthrough
from engine.bots import usual_bot
from engine.chance import table_key
from engine.game import AnyGame, Ask, Setup, with_rules
from engine.playthrough import Playthrough, chance_of_step
from server.bots.worker_main import BotTask
from server.bots.workers import Workers
from server.log.table_options import game_options
from server.results.deal import PLAYER_SEAT, Deal, StewardResult

PATIENCE = 60.0
"""Seconds in which a bot has to answer: it is limited by effort, and waits for others only."""
GAMES = 20
"""How many games the bot plays: it could move otherwise each time."""
ODD = 26
"""In so many of 256 questions the bot at the player's seat answers by simple rules: stewards of some games
draw nothing, so without that all games would be the same one.
"""
SIMPLE = "page"
LONGEST = 5_000
"""Moves after which a game is given up."""


def thought_seed(seed: bytes, seat: int, view: bytes, attempt: int = 0) -> bytes:
    """Return what a bot draws from (32 bytes) where it sees this; `attempt` makes it another bot."""
    return hmac.digest(seed, b"bot %d %d " % (seat, attempt) + view, sha256)


def bot_task(game: AnyGame, bot: str, view: bytes, ask: Ask, seed: bytes, attempt: int = 0) -> BotTask:
    """Return the question to a bot, which may think as long as it wants."""
    return BotTask(game.key, bot, view, codec.encode(ask), thought_seed(seed, ask.seat, view, attempt))


async def measure_steward(workers: Workers, game: AnyGame, deal: Deal) -> StewardResult:
    """Return what the game's best bot reaches at the player's seat. Raises what `Workers.ask` raises, and
    ValueError if the rules of the deal are gone.
    """
    rules = with_rules(game, deal.rules_version)
    if rules is None:
        raise ValueError(deal.id)
    ends = [await _played(workers, rules, deal, attempt) for attempt in range(1, GAMES + 1)]
    own = [one for end in ends for one in end.standings() if one.seat == PLAYER_SEAT]
    return steward_result([one.place for one in own], [one.score for one in own])


def steward_result(places: Sequence[int], points: Sequence[int]) -> StewardResult:
    """Return the means of two games or more, with their standard errors."""
    games = len(places)
    place_error, points_error = (round(stdev(one) / games**0.5, 2) for one in (places, points))
    return StewardResult(round(fmean(places), 2), round(fmean(points), 2), games, place_error, points_error)


async def _played(workers: Workers, game: AnyGame, deal: Deal, attempt: int) -> Playthrough:
    """Play a deal with bots at all seats, who answer in the order of their seats."""
    key = table_key(deal.seed, deal.id, deal.rules_version)
    setup = Setup(deal.seats, game_options(game, deal.options))
    now = playthrough.start(game, setup, chance_of_step(key, None, 0, is_duplicate=True)).playthrough
    while not now.over:
        ask = first_asked(now.asks)
        own = ask.seat == PLAYER_SEAT
        view = codec.encode(now.view(ask.seat))
        bot = _own_bot(game, deal.seed, view, attempt) if own else deal.bots[ask.seat - 1]
        task = bot_task(game, bot, view, ask, deal.seed, attempt if own else 0)
        move: Any = codec.decode(game.Move, await workers.ask(task, PATIENCE))
        chance = chance_of_step(key, now, ask.seat, is_duplicate=True)
        now = playthrough.apply(now, ask.seat, ask.id, move, chance).playthrough
        if now.steps > LONGEST:
            raise ValueError(deal.id)
    return now


def _own_bot(game: AnyGame, seed: bytes, view: bytes, attempt: int) -> str:
    """Return the bot that answers at the player's seat where it sees this: mostly the usual one."""
    is_odd = hmac.digest(seed, b"odd %d " % attempt + view, sha256)[0] < ODD
    return SIMPLE if is_odd and SIMPLE in game.bots else usual_bot(game).name


def first_asked(asks: Sequence[Ask]) -> Ask:
    """Return the question that is answered first where several seats are asked."""
    return min(asks, key=lambda ask: (ask.seat != PLAYER_SEAT, ask.seat))
