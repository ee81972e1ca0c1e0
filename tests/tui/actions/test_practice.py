"""The opponents, in words that players read and type."""

import pytest

from engine.bot_ratings import MEASURED
from engine.registry import GAMES
from tests.three_games import THREE, offered
from tui.actions.catalogue import complete, hint
from tui.boards import PLAYABLE
from tui.host.pictures import Account
from tui.language.texts import texts_in
from tui.presenters import bot_words, practice_choice
from tui.presenters.bot_words import EARLIER, bot_of, opponents_line
from tui.presenters.practice_choice import opponent_help, opponent_word, rated_opponent

LANGUAGES = ("en", "de", "it", "nl")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYABLE)
def test_an_opponent_is_typed_by_its_name_and_earlier_words_still_mean_one(game: str, language: str) -> None:
    texts, bots = texts_in(language), GAMES[game].opponents.bots
    for name, bot in bots.items():
        assert {bot_of(texts, game, typed) for typed in (name, name.lower(), bot)} == {bot}
    words = [texts.of(word) for word in EARLIER.values()]
    assert [bot_of(texts, game, word) for word in words] == [bot_of(texts, game, key) for key in EARLIER]
    known = [bot for word in words if (bot := bot_of(texts, game, word))]
    assert len(known) >= len(GAMES[game].opponents.words)
    meant = [list(bots.values()).index(bot) for bot in known]
    assert meant == sorted(set(meant))
    assert meant[-1:] in ([], [len(bots) - 1])
    assert bot_of(texts, game, "deep") is None


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_ratings_that_people_read_rise_with_the_names(game: str) -> None:
    """Only what was measured is shown."""
    bots, measured = list(GAMES[game].opponents.bots.values()), MEASURED.get(game, {})
    points = [measured[bot].points for bot in bots if bot in measured]
    assert points == sorted(set(points))
    assert set(measured) <= set(bots)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYABLE)
def test_who_chooses_reads_the_ratings(game: str, language: str) -> None:
    """In a list or a form; all of them fit a line of a terminal."""
    texts = texts_in(language)
    line = opponents_line(game)
    for bot, measured in MEASURED.get(game, {}).items():
        name = opponent_word(game, bot)
        assert rated_opponent(texts, game, bot) == f"{name} ({measured.points})"
        assert f"{name} {measured.points}" in line
    assert len(line) <= 78


def test_the_first_and_the_last_opponent_are_told_as_such() -> None:
    texts, bots = texts_in(), list(GAMES["court"].opponents.bots.values())
    assert len({opponent_help(texts, "court", bot) for bot in bots}) == 3


def test_a_game_that_was_not_measured_has_names_alone() -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(practice_choice, "MEASURED", {})
        patched.setattr(bot_words, "MEASURED", {})
        assert rated_opponent(texts_in(), "laurin", "page") == "Birch"
        assert opponents_line("laurin") == "Amber, Birch, Cedar, Dorn, Elm, Flint"


@pytest.mark.parametrize(
    ("language", "typed", "completed"),
    [
        ("en", "/bot bi", "/bot birch "),
        ("en", "/practice intri", "/practice intrigue "),
        ("it", "/practice court 3 do", "/practice court 3 dorn "),
    ],
)
def test_opponents_are_completed(language: str, typed: str, completed: str) -> None:
    assert complete(texts_in(language), typed, {}) == completed


def test_what_is_typed_is_answered_with_the_opponents_of_the_game() -> None:
    """Of the table, or of the game that was named; not without a game."""
    texts, line = texts_in(), opponents_line("laurin")
    assert hint(texts, "/bot ", 78, "laurin") == line
    assert hint(texts, "/practice laurin ", 78) == line
    assert hint(texts, "/practice ", 78).startswith("/practice [GAME]")
    assert hint(texts, "/bot ", 20, "laurin").startswith("/bot")


def test_the_only_opponent_of_a_game_is_neither_the_gentlest_nor_the_strongest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a game with one it is only said who plays."""
    monkeypatch.setattr(practice_choice, "opponents", lambda _game: {"only": "Amber"})
    assert opponent_help(texts_in(), "court", "only").startswith("Who plays with you.")


@pytest.mark.parametrize(
    ("kept", "choice"),
    [
        ("laurin 3 beginner", ("laurin", 3)),
        ("laurin 3", ("court", 3)),
        ("laurin 3 beginner more", ("court", 3)),
        ("", ("court", 3)),
    ],
)
def test_a_choice_is_kept_in_three_words(kept: str, choice: tuple[str, int]) -> None:
    """Anything else that stands there is none."""
    account = Account("Wren", guest=False, settings={practice_choice.SETTING: kept} if kept else {})
    with offered(THREE):
        assert practice_choice.usual(account)[:2] == choice
