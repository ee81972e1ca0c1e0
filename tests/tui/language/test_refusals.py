"""Every refusal is one sentence that fits on the prompt line, in every language."""

from __future__ import annotations

from collections import defaultdict

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.game import Refused
from tests.tui.scripted_port import Seat, table
from tui.host.refusals import PARAMS as NAMED
from tui.host.refusals import Code
from tui.language.record_words import SENTENCES as RECORDS
from tui.language.refusals import SENTENCES
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text

ON_THE_PROMPT = sorted(set(SENTENCES) - set(RECORDS))
PARAMS = {
    "table": "CURRANT-12", "bot": "page", "game": "court", "option": "edition", "value": "fr", "most": 5,
    "byte": 17, "do": "preview", "field": "options", "expected": "str", "wait": 3, "seq": 12,
    "empty": 3, "days": 2, "shortest": 3, "longest": 16, "character": "#", "seat": 3, "clock": "nonsense",
    "name": "Sixteen-Letters!", "setting": "a-setting-with-24-signs-",
    "service": "sixteen-letters-", "services": ("mail", "ntfy", "webhook"), "kind": "mail",
    "reason": "spam", "minutes": 300, "report": "7K3M", "key": "AbCd1234",
    "date": "2026-11-24", "club": "Kronberg", "games": ("court", "intrigue", "laurin"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_a_sentence_for_one_line(language: str):
    """No code shows through, nothing is cut at 80 columns."""
    for code in ON_THE_PROMPT:
        said = any_refusal_text(Texts(language), Refused(code, PARAMS))
        assert said.endswith(".")
        assert "{" not in said
        assert cell_len(said) <= 78


@pytest.mark.parametrize("code", [code for code, names in NAMED.items() if "game" in names])
def test_a_game_is_called_by_its_name(code: Code):
    """In a sentence, not by its key; what was typed stays as it was."""
    said = any_refusal_text(Texts("en"), Refused(code, {**PARAMS, "games": ()}))
    assert "court" not in said
    assert "zqx" in any_refusal_text(
        Texts("en"), Refused("unknown-game", {"game": "zqx", "games": ("court",)})
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_code_is_said_honestly(language: str):
    """Whatever a newer host refuses, the player learns that it was refused, and the code."""
    assert "strange-new-code" in any_refusal_text(Texts(language), Refused("strange-new-code", {"a": 1}))


def test_a_parameter_that_is_empty_or_a_blank_leaves_no_hole():
    """A club that was not named, and a blank in a name."""
    texts = Texts("en")
    assert any_refusal_text(texts, Refused("no-club", {"club": ""})).startswith("You are in no club: ")
    blank = Refused("name-characters", {"character": " "})
    assert any_refusal_text(texts, blank) == "A name cannot contain “ ”."
    assert any_refusal_text(texts, Refused("no-table", {"table": ""})) == 'There is no table "".'
    unknown = Refused("unknown-game", {"game": "", "games": ("court",)})
    assert any_refusal_text(texts, unknown) == 'There is no game called "" here: court.'
    assert "/turnier open" in any_refusal_text(Texts("de"), Refused("no-cup", {"cup": ""}))


def test_every_language_says_it_in_its_own_words():
    """Nothing is English by accident, nor taken over from a neighbour."""
    said = defaultdict(set)
    for code in ON_THE_PROMPT:
        for language in LANGUAGES:
            said[code].add(any_refusal_text(Texts(language), Refused(code, PARAMS)))
    assert [code for code, sentences in said.items() if len(sentences) < len(LANGUAGES)] == []


def test_a_games_own_refusals_are_worded_by_its_board():
    """Codes of the rules get the rules' sentence, whoever is asked."""
    refused = Refused("astronomer-needs-aside", {"card": "astronomer"})
    assert any_refusal_text(Texts("en"), refused) == "The Astronomer needs a die already set aside."
    assert "astronomer-needs-aside" not in any_refusal_text(Texts("de"), refused)


@pytest.mark.parametrize(
    ("game", "code", "said"),
    [
        ("court", "not-your-turn", "bob ist dran."),
        ("intrigue", "not-your-turn", "bob ist dran."),
        ("court", "no-power", "Der Bauer"),
    ],
)
def test_a_sentence_that_begins_with_a_player_has_the_name_as_it_is(game: str, code: str, said: str) -> None:
    """Every other one begins with a capital letter."""
    there = replace(table(1, "KIWI-7", Seat("anna"), Seat("bob"), stage="running"), game=game)
    params = {**PARAMS, "seat": 2, "asked": (2,), "card": "farmer"}
    assert any_refusal_text(Texts("de"), Refused(code, params), table=there).startswith(said)
