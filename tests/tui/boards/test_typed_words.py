"""What can be typed in each language: English always, the player's own words besides, options as they are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.court.game import GAME
from engine.court.model.state import Kind, Turn, View
from engine.court.notation import FORMS
from engine.game import Refused
from tests.tui.boards.court.court_stage import position
from tests.tui.language.test_catalogues import TRANSLATED, pairs
from tui.actions.catalogue import COMMANDS, CommandInput, UnknownInput, parse
from tui.actions.registry import ACTIONS
from tui.actions.settings import SETTINGS
from tui.boards.court.speech import SPEECH
from tui.boards.court.words.typed_moves import from_notation, to_notation
from tui.boards.kit import speech
from tui.language.spelling import OTHERWISE, spellings
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text

LEARNT: dict[str, dict[str, dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "kept" / "0.1.0" / "typed_words.json").read_text(encoding="utf-8")
)
"""What could be typed in version 0.1.0: by language, by kind of word, by its English name."""
LITERAL = re.compile(r"\b[a-z]+\b")
"""In a usage, small letters are typed as they stand; capitals say what is to be put there."""
SLASHED = re.compile(r"(?<!\S)/(\w+)")
IN_OWN_WORDS = {
    "away",
    "notify",
    "open",
    "duplicate",
    "conduct",
    "report",
    "profile",
    "trophies",
    "plan",
    "forget",
    "history",
    "keys",
    "log",
    "match",
    "queue",
    "standing",
    "void",
}
"""Commands that read their own language besides: mich, alle, alles, aus. So do settings: an, aus."""
VERBS = ("roll", "keep 3 3", "use maid 2+3", "take guard", "take nothing", "stand", "concede")
OWN = {
    "de": ("wirf", "lege 3 3", "nutze dienstmagd 2+3", "nimm wachmann", "nimm nichts", "fertig", "aufgeben"),
    "it": (
        *("lancia", "tieni 3 3", "usa domestica 2+3", "prendi guardiano", "prendi niente"),
        *("concludi", "rinuncia"),
    ),
    "nl": ("gooi", "leg 3 3", "gebruik dienstmaagd 2+3", "neem wachtpost", "neem niets", "klaar", "pas"),
}  # fmt: skip
LADY = {
    "en": "use lady 2 2 5",
    "de": "nutze hofdame 2 2 5",
    "it": "usa dama di corte 2 2 5",
    "nl": "gebruik hofdame 2 2 5",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_understood_in_english_and_in_the_own_language(language: str):
    """A friend's "/join KIWI-7" works for everybody, and so does the own word."""
    texts = Texts(language)
    for name, command in COMMANDS.items():
        usage = texts.of(command.usage)
        words = "x" if usage and not usage.startswith("[") else ""
        own = texts.of(ACTIONS[name].called).split(OTHERWISE)
        for word in (name, *own, *(each.upper() for each in own)):
            assert parse(texts, f"/{word} {words}") == CommandInput(name, words), word


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_players_have_learnt_to_type_is_still_understood(language: str):
    """A word that is replaced stays beside the new one; without its slash, plain mode may have another."""
    texts = Texts(language)
    for name, words in LEARNT[language]["typed command"].items():
        usage = texts.of(COMMANDS[name].usage)
        for word in spellings(words):
            assert parse(texts, f"/{word} {usage}".rstrip()) == CommandInput(name, usage), word
    lost = {
        (kind, name): spellings(words) - spellings(texts.pgettext(kind, name))
        for kind, by_name in LEARNT[language].items()
        if kind != "typed command"
        for name, words in by_name.items()
    }
    assert {what: words for what, words in lost.items() if words} == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_options_are_typed_alike_everywhere(language: str):
    """private, add: what a command reads literally is not translated, but for the words of settings."""
    for name in COMMANDS.keys() - IN_OWN_WORDS - {one.name for one in SETTINGS}:
        usage = COMMANDS[name].usage
        assert LITERAL.findall(Texts(language).of(usage)) == LITERAL.findall(Texts().of(usage)), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_that_texts_advise_exist(language: str):
    """Nobody is told to type what is not understood."""
    texts = Texts(language)
    advised = {word for english, own in pairs(language) for word in SLASHED.findall(own or english)}
    assert advised
    assert [word for word in advised if isinstance(parse(texts, f"/{word}"), UnknownInput)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_moves_are_typed_in_the_own_language(language: str):
    """Every verb, a card's name, and "nothing": each its own word; and examples are given in them."""
    texts = Texts(language)
    for own, english in zip(OWN[language], VERBS, strict=True):
        assert to_notation(texts, own) == english
        assert from_notation(texts, english) == own
    assert len({own.split()[0] for own in OWN[language]}) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_given_as_examples_can_be_made(language: str):
    """The sentence for what cannot be read shows what can; programs are shown notation."""
    texts, view = Texts(language), View(2, position((), (), turn=Turn(1, 3)))
    fly = Refused("unreadable", {"text": "fly"})
    assert any_refusal_text(texts, fly, "court").endswith(": roll, keep 3 3, use maid 2+3.")
    said = any_refusal_text(texts, speech.advised(SPEECH, texts, view, fly), "court")
    examples = said.partition(": ")[2].rstrip(".").split(", ")
    moves = [GAME.parse(to_notation(texts, example), view) for example in examples]
    assert [GAME.notate(move) for move in moves] == list(VERBS[:3])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_wrongly_is_shown_in_the_own_language(language: str):
    """Every form that notation has can be typed as it is advised, card names of several words too."""
    texts, view = Texts(language), View(1, position((), (), turn=Turn(1, 3)))
    for form in FORMS.values():
        assert to_notation(texts, from_notation(texts, form)) == form
    wrong = Refused("wrong-form", {"text": "use lady", "form": "use lady 2 2 5"})
    assert any_refusal_text(texts, speech.advised(SPEECH, texts, view, wrong)).endswith(LADY[language])
    assert any_refusal_text(texts, wrong).endswith("use lady 2 2 5")


@pytest.mark.parametrize(
    ("turn", "cards", "accepted"),
    [
        (Turn(1, 3), (), "roll"),
        (Turn(1, 0, (2, 5), rolled=True), ("farmer", "maid"), "keep 5, use maid 2+3"),
        (Turn(1, 0, (2, 5), (6,), rolled=True, kept=True), (), "keep 5, roll"),
        (Turn(1, 0, (), (2, 5), rolled=True, kept=True), (), "take guard, take nothing"),
        (Turn(2, 3), (), "roll, keep 3 3, use maid 2+3"),
    ],
)
def test_what_is_advised_is_what_this_step_takes(turn: Turn, cards: tuple[Kind, ...], accepted: str):
    """And what the player has; while others play, some of everything."""
    assert speech.accepted(SPEECH, Texts(), View(1, position(cards, (), turn=turn))) == accepted
