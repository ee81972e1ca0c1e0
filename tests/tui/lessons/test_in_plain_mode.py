"""Each lesson is played whole in plain mode, by the words that it says are to be typed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.game import AnyGame
from engine.lessons import LEARNER
from engine.registry import GAMES
from tests.server.simulation import ADA, Simulation
from tests.tui.lessons.lesson_stage import WITH_LESSONS, lesson_of
from tests.tui.plain.typist import Typist
from tui.boards import BOARDS
from tui.language.texts import LANGUAGES, NO_TEXT, Texts

MARKED = pytest.mark.parametrize("game", WITH_LESSONS, ids=lambda game: game.key)


@asynccontextmanager
async def reader(
    game: str, language: str = "en", stage: Simulation | None = None, goto: str | None = None
) -> AsyncIterator[Typist]:
    """Somebody who came with `ssh HOST learn GAME` and has no screen."""
    port, leave = (stage or Simulation(games=GAMES)).enter(ADA)
    here = Typist(port, goto=f"learn {game}" if goto is None else goto, LANG=f"{language}.UTF-8")
    await quiet(here)
    yield here
    await here.leaves()
    leave()


async def quiet(here: Typist) -> list[str]:
    """What comes until nothing comes any more."""
    found: list[str] = []
    for _ in range(40):
        await here.settle()
        await asyncio.sleep(0)
        found += here.fresh()
    return found


async def enter(here: Typist, line: str) -> list[str]:
    """Types a line; what comes for it."""
    return [*await here.enters(line), *await quiet(here)]


def to_type(texts: Texts, lines: list[str]) -> str:
    """What the lesson said last that is to be typed; '' if it was something to read."""
    typed = texts._("Type: {move}", move="")
    said = [line for line in lines if re.match(rf"{texts._('Lesson')} \d", line)][-1]
    return said.partition(typed)[2]


@MARKED
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lesson_is_played_by_the_words_it_names(game: AnyGame, language: str) -> None:
    texts = Texts(language)
    async with reader(game.key, language) as here:
        lines = here.lines
        for number in range(1, lesson_of(game).steps + 1):
            assert any(line.startswith(f"{texts._('Lesson')} {number}/") for line in lines), lines
            lines = await enter(here, to_type(texts, lines))
        assert texts._("The lesson is over. Now play for real!") in " ".join(lines)


@MARKED
async def test_another_move_is_answered_with_why_and_what_to_type(game: AnyGame) -> None:
    stage, answered = Simulation(games=GAMES), 0
    async with reader(game.key, stage=stage) as here:
        lines = here.lines
        (table,) = stage.lobby.tables
        for _ in range(lesson_of(game).steps // 2):
            typed, item, playthrough = (
                to_type(Texts(), lines),
                table.state.lesson_item,
                table.state.playthrough,
            )
            assert item
            assert playthrough
            why = BOARDS[game.key].lesson[item.code].why if typed else NO_TEXT
            if why is not NO_TEXT:
                view = playthrough.view(LEARNER)
                meant = game.parse(item.notation, view)
                wrong = next(game.notate(move) for move in game.legal(view) if move != meant)
                wrong = BOARDS[game.key].speech.from_notation(Texts(), wrong)
                assert f"{why.text} Type: {typed}" in await enter(here, wrong)
                answered += 1
            lines = await enter(here, typed)
    assert answered


@MARKED
async def test_it_is_read_again_and_found_again(game: AnyGame) -> None:
    stage = Simulation(games=GAMES)
    async with reader(game.key, stage=stage) as here:
        lines = await enter(here, "")
        step = next(line for line in lines if line.startswith("Lesson 2/"))
        assert step in await enter(here, "look")
        assert step in " ".join(await enter(here, "learn"))
    async with reader(game.key, stage=stage) as here:
        assert step in here.lines


async def test_the_lobby_offers_the_lessons() -> None:
    async with reader("court", goto="lobby") as here:
        offer = next(line for line in here.lines if "learn a game by playing it" in line)
        games = await enter(here, offer.partition(":")[0])
        number = next(line.partition(":")[0] for line in games if "To Court the King" in line)
        assert any(line.startswith("Lesson 1/") for line in await enter(here, number))
        await enter(here, "lobby")
        assert any(line.startswith("Lesson 1/") for line in await enter(here, "learn court"))


async def test_after_the_lesson_a_real_game_is_one_number_away() -> None:
    async with reader("court") as here:
        lines = here.lines
        for _ in range(lesson_of(GAMES["court"]).steps):
            lines = await enter(here, to_type(Texts(), lines))
        number = next(line.partition(":")[0] for line in lines if line.endswith(": play for real"))
        lines = await enter(here, number)
        assert any("Your turn" in line or "dice" in line for line in lines), lines
        assert not any(line.startswith("Lesson") for line in lines)
