"""Each lesson is played whole by the keys that its texts name, and its texts fit below the board."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from engine.game import AnyGame
from engine.registry import GAMES
from tests.server.simulation import Simulation
from tests.tui.lessons.keys_of_lessons import KEYS, SHOWN
from tests.tui.lessons.lesson_stage import WITH_LESSONS, Pupil, lesson_of, pupil
from tui.boards import BOARDS
from tui.boards.court.words import names
from tui.boards.kit.lesson_words import step_words, with_keys
from tui.language.actions import key_name
from tui.language.texts import LANGUAGES, NO_TEXT, Texts
from tui.presenters.table_actions import STEP

MARKED = pytest.mark.parametrize("game", WITH_LESSONS, ids=lambda game: game.key)


async def press(player: Pupil, game: AnyGame) -> None:
    """The keys of one step."""
    step = player.step
    await player.does("enter" if step.is_read else KEYS[game.key][step.code])
    await player.waits()


def said(player: Pupil) -> str:
    """What the lesson says, as words without line breaks."""
    return " ".join(player.text.split())


@MARKED
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lesson_is_played_by_the_keys_it_names_and_its_texts_are_whole(
    game: AnyGame, language: str
) -> None:
    texts = Texts(language)
    async with pupil(game.key, language=language) as player:
        for number in range(1, lesson_of(game).steps + 1):
            snapshot = player.snapshot
            assert player.step.number == number, player.text
            words = with_keys(texts, BOARDS[game.key].lesson, snapshot)
            assert " ".join(f"{step_words(texts, snapshot)} {words}".split()) in said(player)
            await press(player, game)
        assert player.snapshot.info.stage == "over"
        assert texts._("The lesson is over. Now play for real!") in player.text
        assert texts.of(BOARDS[game.key].lesson["end"].idea) in said(player)


@MARKED
async def test_the_log_keeps_a_row_at_80x24(game: AnyGame) -> None:
    async with pupil(game.key) as player:
        for _ in range(lesson_of(game).steps):
            log = player.app.screen.query_one("#log").region
            below = [row for row in player.rows[log.y : log.bottom] if row.strip()]
            first = next(number for number, row in enumerate(below) if " Lesson " in row)
            assert first <= log.height - 1, player.text
            assert first or game.key == "laurin", player.text  # whose garden gives no row
            await press(player, game)


@MARKED
async def test_another_move_is_answered_and_nothing_changes(game: AnyGame) -> None:
    """The answer stands in the prompt; the next right key goes on."""
    async with pupil(game.key) as player:
        while player.step.is_read:
            await press(player, game)
        answered = 0
        for _ in range(6):
            snapshot, step = player.snapshot, player.step
            why = BOARDS[game.key].lesson[step.code].why
            if snapshot.ask and why is not NO_TEXT:
                meant = game.parse(step.move, snapshot.view)
                wrong = next(move for move in game.legal(snapshot.view) if move != meant)
                await player.type(f"move {game.notate(wrong)}")
                assert player.prompt == Texts()._(why.text)[:78], player.text
                assert player.step == step
                answered += 1
            await press(player, game)
        assert answered


@pytest.mark.parametrize("language", LANGUAGES)
async def test_court_names_the_card_that_dice_pay_for_at_40x12(language: str) -> None:
    """Where the sum of the dice leaves no room for it, the sum gives way."""
    async with pupil("court", size=(40, 12), language=language) as player:
        while player.step.code != "reroll":
            await press(player, GAMES["court"])
        assert f"✓ {names.name(Texts(language), 'farmer')}" in player.text


@MARKED
async def test_it_is_left_and_found_again_where_it_was(game: AnyGame) -> None:
    stage = Simulation(games=GAMES)
    async with pupil(game.key, stage=stage) as player:
        for _ in range(3):
            await press(player, game)
        step, text = player.step, player.text
    async with pupil(game.key, stage=stage) as player:
        assert player.step == step
        assert player.rows[-6:-2] == text.split("\n")[-6:-2]


@MARKED
async def test_a_small_window_shows_the_words_on_a_page(game: AnyGame) -> None:
    async with pupil(game.key, size=(40, 12)) as player:
        words = with_keys(Texts(), BOARDS[game.key].lesson, player.snapshot)
        for ask in ("T", "/learn"):
            await (player.type(ask[1:]) if ask[0] == "/" else player.press(ask))
            assert words[:30] in said(player)
            await player.press("escape")
        await press(player, game)
        assert player.step.number == 2


@MARKED
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lesson_is_played_whole_at_40x12(game: AnyGame, language: str) -> None:
    """What it says stands above the prompt; where there is no room, T shows it, and the prompt says so."""
    texts = Texts(language)
    async with pupil(game.key, size=(40, 12), language=language) as player:
        for number in range(1, lesson_of(game).steps + 1):
            assert player.step.number == number, player.text
            words = " ".join(with_keys(texts, BOARDS[game.key].lesson, player.snapshot).split())
            if player.step.is_read:
                assert (texts._("Read this, then press Enter.") in said(player)) == (words in said(player))
            assert not any(row.startswith(" … ") for row in player.rows), player.text
            if words not in said(player):
                assert f"T {texts.of(STEP.label)}" in said(player), player.text
                await player.press("T")
                assert words in said(player), player.text
                await player.press("escape")
            await press(player, game)
        assert player.snapshot.info.stage == "over"


@MARKED
@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=lambda size: "{}x{}".format(*size))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_keys_that_a_step_asks_for_lead_the_key_line(
    game: AnyGame, size: tuple[int, int], language: str
) -> None:
    """At every key of every step: before it stand only other keys of the same step."""
    texts = Texts(language)
    async with pupil(game.key, size=size, language=language) as player:
        for _ in range(lesson_of(game).steps):
            step = player.step
            own = "Enter" if step.is_read else BOARDS[game.key].lesson[step.code].keys
            for pressed in ["enter"] if step.is_read else KEYS[game.key][step.code].split():
                leading = leads(player, {key_name(texts, key) for key in own.split()})
                assert key_name(texts, called(pressed)) in leading, (step.code, pressed, player.text)
                await player.does(pressed)
            await player.waits()


def called(pressed: str) -> str:
    """What a lesson calls a key that is pressed, or the arrows that lead somewhere."""
    if ":" in pressed or pressed in {"up", "down", "left", "right"}:
        return "arrows"
    return {"enter": "Enter"}.get(pressed, pressed)


def leads(player: Pupil, own: Collection[str]) -> set[str]:
    """The step's own keys that are shown before any other key."""
    found = set[str]()
    for part in re.split(r" {2,}", "  ".join(player.key_rows)):
        keys = {word for word in part.replace(",", "").split() if word in own}
        if not keys:
            break
        found |= keys
    return found


@MARKED
def test_a_step_names_its_keys(game: AnyGame) -> None:
    lessons, words = lesson_of(game), BOARDS[game.key].lesson
    asked = {item.code for item in lessons.items if item.is_asked and not item.is_read}
    assert asked == set(KEYS[game.key])
    for code in asked:
        assert {called(key) for key in KEYS[game.key][code].split()} == set(words[code].keys.split())
        for key in KEYS[game.key][code].split():
            if ":" in key:
                continue  # arrows
            assert any(shown in words[code].press.text for shown in SHOWN.get(key, (key,))), (code, key)


@MARKED
def test_every_code_has_words_and_every_word_is_said(game: AnyGame) -> None:
    codes = {item.code for item in lesson_of(game).items} - {""}
    assert set(BOARDS[game.key].lesson) == codes | {"end"}
    asked = [item.code for item in lesson_of(game).items if item.is_asked]
    assert len(set(asked)) == len(asked), "each step has a code of its own"
    assert "" not in asked
