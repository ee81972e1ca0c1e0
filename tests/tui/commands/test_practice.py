"""How strong bots are, in words that players read and type."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from engine.kit.random_bot import RandomBot
from engine.registry import GAMES
from tui.commands import practice
from tui.commands.practice import bot_of, strength_help, strength_word, strengths
from tui.language.texts import texts_in


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
