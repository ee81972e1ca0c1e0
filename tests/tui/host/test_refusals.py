"""Every code that a host refuses with is listed with its parameters, and worded."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from engine.game import Refused
from engine.refusals import COMMON_PARAMS, CommonCode
from engine.refusals import PARAMS as RULES
from engine.registry import GAMES
from tests.tui.host.raised_refusals import (
    CHOSEN,
    MODULES,
    PASSED_ON,
    catalogue_of,
    params_of,
    raised,
    sentences_of,
)
from tui.host.refusals import PARAMS, Code, wrong_stage
from tui.language.refusals import SENTENCES
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text


def test_every_code_has_parameters_and_a_sentence() -> None:
    """And every sentence a code; types do not say that nothing is missing."""
    assert set(get_args(Code)) == set(PARAMS) == set(SENTENCES)
    assert set(get_args(CommonCode)) == set(COMMON_PARAMS)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_code_of_a_game_has_parameters_and_a_sentence(game: str) -> None:
    """The same for what the rules of one game refuse."""
    rules = import_module(catalogue_of(game))
    assert set(get_args(rules.Code)) == set(rules.PARAMS) == set(sentences_of(game))


def test_a_refusal_carries_the_parameters_of_its_code() -> None:
    """At every place that makes one, all those that its catalogue lists and no other."""
    found = list(raised())
    for one in found:
        assert one.params == set(params_of(one.catalogue)[one.code]), one
    listed = {(catalogue_of(game), code) for game in GAMES for code in _own_codes(game)}
    assert listed <= {(one.catalogue, one.code) for one in found}
    assert len(found) > 300


def test_what_is_said_of_special_places_is_true() -> None:
    """A place that is gone is taken off the lists; a stage that is wrong carries nothing."""
    places = {place for place, _ in (*CHOSEN, *PASSED_ON)}
    assert places <= {path.as_posix() for path in MODULES}
    stages = ("open", "running", "over", "frozen", "damaged")
    assert all(PARAMS[wrong_stage(stage).code] == () for stage in stages)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_board_can_word_what_the_host_refuses_with_a_code_of_its_own(game: str) -> None:
    """The board words every code that it knows, whoever refused: the host gives it what the rules would."""
    rules = params_of(catalogue_of(game))
    both = rules.keys() & PARAMS.keys()
    assert "not-asked" in both
    assert all(set(rules[code]) <= set(PARAMS[code]) for code in both)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_needs_no_more_than_the_code_carries(language: str) -> None:
    """Worded with exactly the parameters that are listed."""
    for code in PARAMS:
        said = any_refusal_text(Texts(language), Refused(code, dict.fromkeys(PARAMS[code], 7)))
        assert said.endswith(".") or code in RULES
        assert f"({code})" not in said


def test_codes_of_rules_and_host_agree() -> None:
    """A code that both know has the same parameters."""
    both = PARAMS.keys() & RULES.keys()
    assert both
    assert {code: PARAMS[code] for code in both} == {code: RULES[code] for code in both}


def _own_codes(game: str) -> set[str]:
    """The codes that only the rules of this game refuse with."""
    return params_of(catalogue_of(game)).keys() - COMMON_PARAMS.keys()
