"""A typed line is talk, a command or a move; whatever it is, it is answered in one line."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from tests.tui.language.test_catalogues import TRANSLATED, pairs
from tui.actions import catalogue
from tui.actions.catalogue import COMMANDS, ChatInput, CommandInput, UnknownInput, WrongUsage, parse
from tui.actions.registry import ACTIONS
from tui.language.spelling import OTHERWISE
from tui.language.texts import LANGUAGES, Texts

ROOM = 78
ENGLISH, GERMAN = Texts("en"), Texts("de")


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_name_commands_by_the_words_of_their_language(language: str):
    """The English ones are understood as well, but are no words of the page of help."""
    texts = Texts(language)
    typed = [word for _, said in pairs(language) for word in re.findall(r"(?<![\w/.:<])/([^\W\d_]+)", said)]
    known = [(word, catalogue.by_word(language).get(word.casefold())) for word in typed]
    assert [word for word, name in known if name and catalogue.word(texts, name) != word] == []
    assert any(name for _, name in known)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("hello", ChatInput("hello")),
        ("  /start", ChatInput("  /start")),
        ("/start", CommandInput("start", "")),
        ("//START", CommandInput("start", "")),
        ("/join  Kiwi-7 ", CommandInput("join", "Kiwi-7")),
        ("/join", CommandInput("join", "")),
        ("/start now", WrongUsage("Write it like this: /start")),
        ("/kick", WrongUsage("Write it like this: /kick SEAT|NAME")),
        ("/keep 3 3", UnknownInput("keep 3 3")),
        ("/", UnknownInput("")),
    ],
)
def test_a_line_is_read(line: str, meaning: object):
    """A slash begins commands and moves; a command with too much or too little says its form."""
    assert parse(ENGLISH, line) == meaning


def test_commands_are_understood_in_ones_own_language_and_in_english():
    """Words of other languages are not."""
    assert parse(GERMAN, "/aufstehen") == parse(GERMAN, "/leave") == CommandInput("leave", "")
    assert parse(ENGLISH, "/aufstehen") == UnknownInput("aufstehen")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_share_a_word(language: str):
    """Nor does a word of one language mean another command in English."""
    texts = Texts(language)
    for name, command in COMMANDS.items():
        for word in texts.of(ACTIONS[name].called).split(OTHERWISE):
            assert word == word.casefold()
            assert " " not in word
            assert parse(texts, f"/{word} {texts.of(command.usage)}".rstrip()) == CommandInput(
                name, texts.of(command.usage)
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_auto_passing_is_typed_by_its_name_or_by_its_older_word(language: str):
    """The texts call it auto-pass; `/standing` stays."""
    assert parse(Texts(language), "/autopass fog") == parse(Texts(language), "/standing fog")


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_fit_while_a_command_is_typed(language: str):
    """Every beginning of every command tells something, on one line."""
    texts = Texts(language)
    words = [catalogue.word(texts, name) for name in COMMANDS]
    for typed in {word[:end] for word in words for end in range(len(word) + 1)}:
        assert 0 < cell_len(catalogue.hint(texts, "/" + typed, ROOM)) <= ROOM, typed
    for word in words:
        assert word in catalogue.hint(texts, f"/{word} x", ROOM)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("/rep", "/rep"),
        ("/repl", "/replay "),
        ("/re", "/re"),
        ("/rem", "/rematch "),
        ("/xyz", "/xyz"),
        ("/ignore bi", "/ignore Birch "),
        ("/join k", "/join KIWI-"),
        ("/join an", "/join an"),
        ("/follow k", "/follow k"),
        ("/follow an", "/follow Anna "),
        ("/invite an", "/invite Anna "),
        ("/invite k", "/invite KIWI-"),
        ("/invite KIWI-7 a", "/invite KIWI-7 Anna "),
        ("/tell Anna good evening bi", "/tell Anna good evening Birch "),
        ("/rules cou", "/rules court "),
        ("/bell o", "/bell o"),
        ("/bell of", "/bell off "),
        ("/theme m", "/theme mono "),
        ("/help peo", "/help people "),
        ("/help conc", "/help concede "),
        ("/start an", "/start an"),
        ("hello an", "hello Anna "),
        ("hello", "hello"),
    ],
)
def test_tab_completes_what_is_certain(typed: str, completed: str):
    """Commands, what their fields take behind them, and names in talk."""
    names = {"player": ("Anna", "Birch"), "table": ("KIWI-7", "KIWI-12")}
    assert catalogue.complete(ENGLISH, typed, names) == completed


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("strat", "There is no command /strat. Did you mean /start?"),
        ("zzz", "There is no command /zzz. /help lists them; to talk, drop the slash."),
    ],
)
def test_what_is_no_command_is_said(word: str, said: str):
    """With the command that was probably meant."""
    assert catalogue.no_such(ENGLISH, word) == said
    assert catalogue.help_line(ENGLISH, word) == said
