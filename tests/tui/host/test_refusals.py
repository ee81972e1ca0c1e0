"""Every code that a host refuses with is listed with its parameters, and worded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import engine
import server
import tui
from engine.game import Refused
from engine.refusals import COMMON_PARAMS, CommonCode
from engine.refusals import PARAMS as RULES
from engine.registry import GAMES
from tui.host.refusals import PARAMS, Code
from tui.language.refusals import SENTENCES
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text

MODULES = sorted(path for room in (engine, server, tui) for path in Path(room.__path__[0]).rglob("*.py"))


def refused(module: Path) -> Iterator[ast.Call]:
    """The refusals in a module whose code and parameters are plain to see: `refused("code", seat=1)`."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refused"
        if named and isinstance(node.args[0], ast.Constant) and all(word.arg for word in node.keywords):
            yield node


def test_every_code_has_parameters_and_a_sentence() -> None:
    """And every sentence a code; types do not say that nothing is missing."""
    assert set(get_args(Code)) == set(PARAMS) == set(SENTENCES)
    assert set(get_args(CommonCode)) == set(COMMON_PARAMS)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_code_of_a_game_has_parameters_and_a_sentence(game: str) -> None:
    """The same for what the rules of one game refuse."""
    rules, board = (
        import_module(name) for name in (f"engine.{game}.model.refusals", f"tui.boards.{game}.words.refusals")
    )
    assert set(get_args(rules.Code)) == set(rules.PARAMS) == set(board.SENTENCES)


def test_a_refusal_carries_the_parameters_of_its_code() -> None:
    """Wherever code and parameters are plain to see."""
    games = {f"engine/{game}/": import_module(f"engine.{game}.model.refusals").PARAMS for game in GAMES}
    found = 0
    for module in MODULES:
        place = module.as_posix()
        known = next((params for folder, params in games.items() if folder in place), {**RULES, **PARAMS})
        for call in refused(module):
            code = ast.literal_eval(call.args[0])
            if code in known:
                found += 1
                assert {word.arg for word in call.keywords} == set(known[code]), (place, code)
    assert found > 100


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(PARAMS))
def test_a_sentence_needs_no_more_than_the_code_carries(code: str, language: str) -> None:
    """Worded with exactly the parameters that are listed."""
    said = any_refusal_text(Texts(language), Refused(code, dict.fromkeys(PARAMS[code], 7)))
    assert said.endswith(".") or code in RULES
    assert f"({code})" not in said


def test_codes_of_rules_and_host_agree() -> None:
    """A code that both know has the same parameters."""
    both = PARAMS.keys() & RULES.keys()
    assert both
    assert {code: PARAMS[code] for code in both} == {code: RULES[code] for code in both}
