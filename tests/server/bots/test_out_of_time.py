"""A bot whose time is up answers with the best it has found; for a slow one without any a quick one does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import codec, playthrough
from engine.chance import FairChance
from engine.game import Ask, Setup
from server.bots.worker_main import BotTask, BotTimeout, choose_move
from tests.server.toy import FirstMoveBot, Roll, Think, Toy


class TimelyBot(FirstMoveBot):
    """Always rolls."""

    def __init__(self, name: str) -> None:
        self.name = name


class LateBot(FirstMoveBot):
    """Finds as many moves as it is told before its time is up: first to think, then to roll."""

    def __init__(self, name: str, moves: int) -> None:
        self.name, self._moves = name, moves

    def improving(self, _game: Any, _view: Any, _ask: Ask, _chance: Any) -> Iterator[Any]:
        yield from (Think(), Roll())[: self._moves]
        raise BotTimeout

    def choose(self, game: Any, view: Any, ask: Ask, chance: Any) -> Any:
        return list(self.improving(game, view, ask, chance))[-1]


def answer(asked: str, **moves: int) -> Any:
    """The answer of a bot of a game that has these late ones, and a steward unless it is late."""
    bots = {"steward": TimelyBot("steward"), **{name: LateBot(name, most) for name, most in moves.items()}}
    game: Any = type("WithLate", (Toy,), {"bots": {"page": TimelyBot("page"), **bots}})()
    begun = playthrough.start(game, Setup(2, game.Options()), FairChance(b"k")).playthrough
    (ask,) = begun.asks
    task = BotTask("toy", asked, codec.encode(begun.view(ask.seat)), codec.encode(ask), b"s")
    return codec.decode(game.Move, choose_move(task, {"toy": game}))


@pytest.mark.parametrize(("found", "move"), [(1, Think()), (2, Roll())])
def test_the_best_move_found_so_far_is_the_answer(found: int, move: Any) -> None:
    assert answer("master", master=found) == move


def test_the_steward_answers_for_a_master_that_has_found_nothing() -> None:
    assert answer("master", master=0) == Roll()


@pytest.mark.parametrize("bot", ["page", "steward"])
def test_nobody_answers_for_a_quick_bot(bot: str) -> None:
    """The table knows what to do then."""
    with pytest.raises(BotTimeout):
        answer(bot, **{bot: 0})
