"""A key that stands on the last row does something there, wherever the cursor was taken; and what it does is
done as well by its word, its number or itself behind a slash.
"""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from engine.chance import FairChance
from engine.game import Refused
from engine.registry import GAMES
from tests.cases import cases
from tests.tui.asked_first import any_bot
from tests.tui.stage import NO_HINTS, StagePlayer, TableStage, seated
from tui.actions import catalogue
from tui.boards import BOARDS
from tui.language.actions import key_meant
from tui.language.texts import LANGUAGES, Texts
from tui.screens.table.table_screen import TableScreen

STEPS = cases(160)
"""Keys that are pressed: 40 in `make test`."""
NAMED = {"Enter": "enter", "Space": "space", "space": "space", "Tab": "tab", "←": "left"}
WITHOUT_MARK = "No die is marked"
"""What court answers to `s`, with the key that marks one; in laurin the dwarf of a digit may be chosen."""
REFUSED = "does nothing here", "left to place"
"""Answers to a key that should not have been named."""
LEFT_OUT = "q", "/", "?"


def shown_keys(line: str) -> list[str]:
    """The keys of the last row that are one key each, and all digits of those that are several."""
    parts = re.split(r" {2,}", line.strip())
    words = [part.partition(" ")[0] for part in parts]
    keys = [NAMED.get(word, word) for word in words if word not in LEFT_OUT]
    named = [key for key in keys if key in NAMED.values() or re.fullmatch("[a-z]", key)]
    return [*named, *(digit for part in parts for digit in digits(part))]


def digits(part: str) -> list[str]:
    """The digits that a part of the row names: of "3 2 1 pick" three, of "1-2 5-0 move the King" eight."""
    caps = re.match(r"(?:\d(?:-\d)? )+", part)
    found = []
    for cap in caps[0].split() if caps else ():
        first, last = int(cap[0]), int(cap[-1]) or 10
        found += [str(one % 10) for one in range(first, last + 1)]
    return found


async def others_play(stage: TableStage, player: StagePlayer) -> bool:
    """Whoever else is asked answers; whether the game goes on and the player is asked."""
    now = stage.playthrough
    while now is not None and not now.over and now.ask_of(1) is None:
        ask = now.asks[0]
        stage.play(ask.seat, any_bot(stage.game).choose(stage.game, now.view(ask.seat), ask, stage.chance))
        await player.pilot.pause()
        now = stage.playthrough
    return now is not None and not now.over


@pytest.mark.parametrize("game", GAMES)
async def test_every_key_that_is_shown_does_something(game: str) -> None:
    """At the panels one looks around in, too."""
    random, pressed, offered = Random(game), set[str](), set[str]()
    stage = TableStage(GAMES[game], GAMES[game].seats[0])
    stage.chance = FairChance(bytes([len(game)]) * 32)  # type: ignore[assignment]  # fair instead of told
    stage.hold_better = asyncio.Event()  # the odds that come at once are enough here
    stage.begin()
    async with seated(stage) as player:
        for _ in range(STEPS):
            if not await others_play(stage, player):
                break
            before, keys = player.text, shown_keys(player.keys)
            assert keys, player.text
            key = random.choice(keys)
            await player.press(key)
            await player.pilot.pause()
            pressed.add(key)
            offered.update(keys)
            told = (WITHOUT_MARK, f" {key}/")
            assert player.text != before or any(one in player.prompt for one in told), (key, player.text)
            assert not any(word in player.prompt for word in REFUSED), (key, player.text)
    assert len(pressed) >= min(4, len(offered))


def is_move(stage: TableStage, texts: Texts, typed: str) -> bool:
    """Whether it is a move as it is written, which comes before the number of a key."""
    assert stage.playthrough is not None
    try:
        notation = BOARDS[stage.game.key].speech.to_notation(texts, typed, {})
        stage.game.parse(notation, stage.playthrough.view(1))
    except Refused:
        return False
    return True


def typed_answers(stage: TableStage, player: StagePlayer, language: str) -> list[tuple[str, str]]:
    """The keys of the last row that are one key each, with each way to type them that is no command."""
    line, texts = player.app.screen._line, Texts(language)
    found = []
    taken = {cap for caps, _ in line._keys for cap in caps.split()}
    for number, (cap, does) in enumerate(line._keys, 1):
        is_other = str(number) in taken or is_move(stage, texts, str(number))
        numbers = () if is_other else (str(number),)
        key = key_meant(texts, line._keys, cap)
        if key and cap not in LEFT_OUT:
            is_command = isinstance(catalogue.parse(texts, f"/{does}"), catalogue.CommandInput)
            found += [(key, said) for said in (*numbers, cap, *(() if is_command else (does,)))]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_what_a_key_does_is_done_by_its_word_and_its_number(game: str, language: str) -> None:
    """One player presses keys, another types what stands beside them; both see the same."""
    random, typed, offered, stages = Random(game + language), set[str](), set[str](), []
    for _ in range(2):
        stage = TableStage(GAMES[game], GAMES[game].seats[0])
        stage.chance = FairChance(bytes([len(language + game)]) * 32)  # type: ignore[assignment]
        stage.hold_better = asyncio.Event()
        stage.begin()
        stages.append(stage)
    settings = {**NO_HINTS, "lang": language}
    async with (
        seated(stages[0], language=language, settings=settings) as first,
        seated(stages[1], language=language, settings=settings) as second,
    ):
        for _ in range(STEPS):
            if not (await others_play(stages[0], first) and await others_play(stages[1], second)):
                break
            answers = typed_answers(stages[0], first, language)
            offered.update(said for _, said in answers)
            key, said = random.choice(answers)
            await first.press(key)
            await second.type(said)
            await first.pilot.pause()
            await second.pilot.pause()
            assert first.text == second.text, (key, said)
            typed.add(said)
        else:
            assert len(typed) >= min(8, len(offered)), typed
    assert typed


@pytest.mark.parametrize("said", ["lobby", "1", "Enter", "back", "2"])
async def test_a_question_is_answered_by_word_number_and_key_behind_a_slash(said: str) -> None:
    """What is neither closes it, as any other key does, and is told or obeyed."""
    stage = TableStage(GAMES["court"], 2)
    stage.chance = FairChance(b"q" * 32)  # type: ignore[assignment]
    stage.begin()
    async with seated(stage) as player:
        await player.press("q")
        await player.type("maybe")
        assert "/maybe" in player.prompt
        await player.press("q")
        await player.type(said)
        assert isinstance(player.app.screen, TableScreen) == (said in {"back", "2"})
