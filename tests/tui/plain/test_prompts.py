"""What plain mode offers by number can be typed in its own words, in every language.

Two sessions see the same; the one is answered by number, the other by the words that stand behind it.
"""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from engine.chance import FairChance
from engine.registry import GAMES
from tests.tui.asked_first import any_bot
from tests.tui.plain.typist import Typist
from tests.tui.scripted_port import Hosted, bot, player, table
from tests.tui.stage import NO_HINTS, TABLE, StagePort, TableStage, seated
from tui.host.port import Seat
from tui.plain.lists.conversation import NumberedOption

YES_OR_NO = {"en_GB": ("yes", "no"), "de_DE": ("ja", "nein"), "it_IT": ("sì", "no"), "nl_NL": ("ja", "nee")}
LANGUAGES = [*YES_OR_NO]
ASKED = 120
"""Steps of a game, and lines in the lobby."""
LISTS = "/lobby", "/tables", "/practice", "/history", "/profile", "/daily", "/opponents"


class Line(NamedTuple):
    """One answer, as a number and in words."""

    number: str
    words: str


def shell(typist: Typist) -> Any:
    return typist.session._session.place


def answer(typist: Typist, random: Random, language: str) -> Line | None:
    """Something that is offered; None: nothing is."""
    place = shell(typist)
    if place._act is not None:
        no = random.random() < 0.3
        return Line("2" if no else "1", YES_OR_NO[language][no])
    if not (place.listed and place.listed.options):
        return None
    at = random.randrange(len(place.listed.options))
    return Line(str(at + 1), place.listed.options[at].text)


async def told(typist: Typist, line: str) -> list[str]:
    return [one for one in await typist.enters(line) if one != line]


async def leave(*typists: Typist) -> None:
    for typist in typists:
        typist.task.cancel()
    await asyncio.gather(*(typist.task for typist in typists), return_exceptions=True)


def at_table(game: str, seed: int, language: str) -> tuple[TableStage, Typist]:
    stage = TableStage(GAMES[game], GAMES[game].seats[0])
    stage.chance = FairChance(bytes([seed]) * 32)  # type: ignore[assignment]  # fair instead of told beforehand
    port = StagePort(stage, "Amber")
    port.me = replace(port.me, settings=NO_HINTS)
    stage.begin()
    return stage, Typist(port, goto=f"watch {TABLE}", LANG=f"{language}.UTF-8")


def play_on(stage: TableStage) -> None:
    """Whoever else is asked answers."""
    assert stage.playthrough is not None
    ask = stage.playthrough.asks[0]
    view = stage.playthrough.view(ask.seat)
    stage.play(ask.seat, any_bot(stage.game).choose(stage.game, view, ask, stage.chance))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_what_a_game_offers(game: str, language: str):
    """Every way through a menu, up to the move and the question before it."""
    seed = 7 + LANGUAGES.index(language)
    (by_number, first), (in_words, second) = (at_table(game, seed, language) for _ in range(2))
    random, offered = Random(seed), 0
    await first.settle()
    await second.settle()
    for _ in range(ASKED):
        assert by_number.playthrough is not None
        if by_number.playthrough.over:
            break
        line = answer(first, random, language) if by_number.playthrough.ask_of(1) else None
        if line is None:
            play_on(by_number)
            play_on(in_words)
            await first.settle()
            await second.settle()
            continue
        first.fresh(), second.fresh()
        said, heard = await told(first, line.number), await told(second, line.words)
        if shell(first)._act and not shell(second)._act:
            said = await told(first, "1")  # the words are a move as it is typed, which asks for no yes
        assert said == heard, line
        assert by_number.moves == in_words.moves, line
        offered += 1
    assert offered > ASKED // 8 or (offered and by_number.playthrough.over)
    await leave(first, second)


COMMANDED = {*"os"}
"""Keys that show something, or open what is answered beforehand."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_what_a_board_s_prompt_offers_by_a_key_is_typed_by_it(game: str, language: str):
    """Each letter that is shown beside the command line does in plain mode what its option does; of several
    with a letter, it lists them.
    """
    stage, plain = at_table(game, 3, language)
    settings, seen = {**NO_HINTS, "speed": "once", "lang": language[:2]}, set[str]()
    async with seated(stage, settings=settings) as player:
        await plain.settle()
        for _ in range(ASKED):
            now = stage.playthrough
            assert now is not None
            if now.over:
                break
            if now.ask_of(1):
                await player.pilot.pause()
                shown = {
                    one.strip().partition(" ")[0] for one in re.split(r"  +", player.keys) if one.strip()
                }
                keys = {one for one in shown if len(one) == 1 and one.islower()} - {"q"}
                options = shell(plain).listed.options
                named = {name for one in options for name in one.names}
                assert keys - COMMANDED <= named, (keys, player.keys)
                for key in sorted(keys - seen):
                    meant = [number for number, one in enumerate(options, 1) if key in one.names]
                    plain.fresh()
                    unknown = [line.replace("j", key, 1) for line in await told(plain, "j")]
                    said = await told(plain, key)
                    assert said not in ([], unknown), key
                    seen.add(key)
                    if stage.playthrough is not now:
                        break  # it was a move, and the other keys come at a later question
                    if len(meant) > 1:
                        assert len(shell(plain).listed.options) == len(meant)
                        shell(plain).word_back("")
                    elif shell(plain)._act:
                        await plain.enters("2")
            if stage.playthrough is now:
                play_on(stage)
            await plain.settle()
    assert seen
    await leave(plain)


def in_lobby(language: str) -> tuple[Hosted, Typist]:
    you = player("Wren")
    hosted = Hosted(
        table(1, "KIWI-7", player("Amber"), Seat()),
        table(2, "PLUM-9", you, bot("Elm"), bot("Fern")),
        table(3, "LIME-3", player("Birch"), player("Cedar"), stage="running", rounds=4),
        table(4, "PEAR-2", you, bot("Dorn"), stage="running", rounds=2),
        table(5, "FIG-5", you, player("Birch"), stage="over"),
    )
    hosted.owners["t2"] = "Wren"
    return hosted, Typist(hosted.port("Wren"), LANG=f"{language}.UTF-8")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_the_lobby_and_a_room_offer(language: str):
    """Lists of tables, of games and of what can be done there."""
    (by_number, first), (in_words, second) = (in_lobby(language) for _ in range(2))
    random, offered = Random(language), 0
    await first.settle()
    await second.settle()
    for step in range(ASKED):
        if first.task.done():
            break
        line = answer(first, random, language)
        if line is None or step % 9 == 0:
            typed = random.choice(LISTS)
            line = Line(typed, typed)
        else:
            offered += 1
        first.fresh(), second.fresh()
        assert await told(first, line.number) == await told(second, line.words), line
        assert by_number.asked == in_words.asked, line
        assert type(shell(first)) is type(shell(second)), line
    assert offered > 20
    await leave(first, second)


def test_an_option_is_meant_by_its_key_a_name_or_all_of_its_text():
    """A key as it is, words in any letters, its text with what it means or without."""
    option = NumberedOption("Go on", lambda: None, "To the next", frozenset({"G", "go"}))
    assert all(map(option.is_meant, ("G", "go", "GO", "go on", "Go On", "go on: to the next")))
    assert not any(map(option.is_meant, ("g", "GG", "on", "to the next", "Go on:", "")))
