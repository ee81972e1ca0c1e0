"""How strong bots are, in words that players read and type."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from engine.bot_ratings import MEASURED
from engine.bots import offered_bots
from engine.kit.random_bot import RandomBot
from engine.registry import GAMES
from tui.boards import PLAYABLE
from tui.commands import practice
from tui.commands.completion import complete, hint
from tui.commands.practice import (
    bot_of,
    rated_strength,
    strength_help,
    strength_word,
    strengths,
    strengths_line,
)
from tui.language.texts import texts_in

LANGUAGES = ("en", "de", "it", "nl")


@pytest.fixture
def with_master(monkeypatch: pytest.MonkeyPatch) -> None:
    court = GAMES["court"]
    bots = {name: RandomBot() for name in ("page", "steward", "master")}
    monkeypatch.setattr(practice, "GAMES", MappingProxyType({"court": replace(court, bots=bots)}))


def test_without_a_master_the_last_is_strong() -> None:
    court = replace(GAMES["court"], bots={name: RandomBot() for name in ("page", "steward")})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(practice, "GAMES", {"court": court})
        assert [word.text for word in strengths("court").values()] == ["Beginner", "Strong"]


@pytest.mark.usefixtures("with_master")
def test_a_master_is_above_the_strong_and_leaves_their_words_alone() -> None:
    words = {bot: word.text for bot, word in strengths("court").items()}
    assert words == {"page": "Beginner", "steward": "Strong", "master": "Master"}


@pytest.mark.usefixtures("with_master")
@pytest.mark.parametrize(
    ("language", "word"), [("en", "Master"), ("de", "Meister"), ("it", "Maestro"), ("nl", "Meester")]
)
def test_a_master_is_read_and_typed_in_every_language(language: str, word: str) -> None:
    texts = texts_in(language)
    assert strength_word(texts, "court", "master") == word
    assert {bot_of(texts, "court", typed) for typed in (word, word.lower(), "master")} == {"master"}
    assert strength_help(texts, "master") != strength_help(texts, "steward")


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_bot_has_a_strength_of_its_own(game: str) -> None:
    """So nobody chooses blindly."""
    words = [word.text for word in strengths(game).values()]
    assert words
    assert len(set(words)) == len(words)
    assert set(strengths(game)) == set(offered_bots(GAMES[game]))


@pytest.mark.parametrize("game", MEASURED)
def test_where_one_bot_was_measured_all_were(game: str) -> None:
    """A bot that was changed is measured again."""
    assert set(MEASURED[game]) == set(GAMES[game].bots)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYABLE)
def test_who_chooses_reads_the_ratings(game: str, language: str) -> None:
    """In a list or a form with the uncertainty; all of them fit a line of a terminal."""
    texts = texts_in(language)
    line = strengths_line(texts, game)
    assert all(word in line for word in (strength_word(texts, game, bot) for bot in strengths(game)))
    for bot, measured in MEASURED.get(game, {}).items():
        word = strength_word(texts, game, bot)
        assert rated_strength(texts, game, bot) == f"{word} ({measured.points} ± {measured.uncertainty})"
        assert f"{word} {measured.points}" in line
    assert len(line) <= 78


def test_a_game_that_was_not_measured_has_words_alone() -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(practice, "MEASURED", {})
        assert rated_strength(texts_in(), "court", "page") == "Medium"
        assert strengths_line(texts_in(), "court") == "Beginner, Medium, Strong, Master"


@pytest.mark.parametrize(
    ("language", "typed", "completed"),
    [
        ("en", "/bot beg", "/bot beginner "),
        ("de", "/bot anf", "/bot anfänger "),
        ("en", "/practice intri", "/practice intrigue "),
        ("it", "/practice court 3 princ", "/practice court 3 principiante "),
    ],
)
def test_strengths_are_completed(language: str, typed: str, completed: str) -> None:
    assert complete(texts_in(language), typed, ()) == completed


def test_what_is_typed_is_answered_with_the_strengths_of_the_game() -> None:
    """Of the table, or of the game that was named; not without a game."""
    texts, line = texts_in(), strengths_line(texts_in(), "laurin")
    assert hint(texts, "/bot ", 78, "laurin") == line
    assert hint(texts, "/practice laurin ", 78) == line
    assert hint(texts, "/practice ", 78).startswith("/practice [GAME]")
    assert hint(texts, "/bot ", 20, "laurin").startswith("/bot")
