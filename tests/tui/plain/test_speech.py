"""Every game can be played by numbers alone, and says everything in sentences, in every language."""

from __future__ import annotations

import pytest

from engine.registry import GAMES
from tests.tui.plain.speech_contract import check_line, check_words, every_move, walk
from tui.boards import BOARDS
from tui.boards.kit.speech import about, notation
from tui.language.texts import LANGUAGES, Texts

MOST_MOVES = {"en": 200, "de": 60, "it": 40, "nl": 40}
"""What leads where is the same in every language."""
MOST_EXPANDED = 3000
"""Legal moves of a moment up to which all lists are looked through."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", BOARDS)
def test_a_game_is_played_by_numbers_alone(key: str, language: str):
    """Every list leads to legal moves; typed in notation they mean the same; words are sentences."""
    game, board, texts = GAMES[key], BOARDS[key], Texts(language)
    seen = 0
    for moment in walk(game, board, game.seats[-1], LANGUAGES.index(language), texts, MOST_MOVES[language]):
        news = moment.news
        check_words(board, texts, moment)
        if news.ask is None:
            continue
        seen += 1
        model = board.speech.model(texts, news)
        menu = board.speech.menu(model)
        for number, choice in enumerate(every_move(menu)):
            if number == MOST_EXPANDED:
                break
            assert game.check(news.view, choice.move) is None, choice
            if number < 20:
                typed = notation(board.speech, texts, news, game.notate(choice.move))
                assert game.parse(typed, news.view) == choice.move
                question = board.speech.confirmation(model, choice.move)
                assert not question or question.endswith("?")
    assert seen > 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", BOARDS)
def test_rules_and_forms_are_lines(key: str, language: str):
    """The rules are some ten paragraphs; every form of a move says what it does."""
    speech, texts = BOARDS[key].speech, Texts(language)
    rules = BOARDS[key].rules_in(texts)
    assert 1 <= len(rules) <= 20
    for _, line in rules:
        check_line(line)
        assert line.endswith((".", "!"))
    for form, what in speech.forms(texts):
        check_line(form)
        check_line(what)
    assert about(speech, texts, None, "no such thing") == ()
