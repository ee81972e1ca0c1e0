"""Every code the host refuses with is listed with its parameters, and worded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import server
from engine.game import Refused
from engine.refusals import PARAMS as RULES
from server.log.refusals import PARAMS
from tui.language.refusals import SENTENCES
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text

MODULES = sorted(Path(server.__path__[0]).rglob("*.py"))


def refused(module: Path) -> Iterator[str]:
    """The codes in a module that are plain to see: `Refused("code", ...)`, `Rate(..., "code")`."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"Refused", "Rate"}
        ):
            yield from (
                a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
            )


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_code_is_worded(module: Path) -> None:
    """Nobody is refused without a sentence."""
    assert [code for code in refused(module) if code not in SENTENCES] == []


def test_codes_are_found() -> None:
    """So that the test above means something."""
    found = {code for module in MODULES for code in refused(module)}
    assert len(found & PARAMS.keys()) > 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(PARAMS))
def test_a_sentence_needs_no_more_than_the_code_carries(code: str, language: str) -> None:
    """Worded with exactly the parameters that are listed."""
    said = any_refusal_text(Texts(language), Refused(code, dict.fromkeys(PARAMS[code], 7)))
    assert said.endswith(".")
    assert f"({code})" not in said


def test_codes_of_rules_and_host_agree() -> None:
    """A code that both know has the same parameters."""
    both = PARAMS.keys() & RULES.keys()
    assert both
    assert {code: PARAMS[code] for code in both} == {code: RULES[code] for code in both}
