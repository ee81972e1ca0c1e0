"""What can be played at a screen is what has a board, and nobody else knows a game's classes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.game import Standing, Verdict
from engine.registry import GAMES
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import by_score
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.offers import offers

ROOT = Path(__file__).parents[3]


def test_every_board_has_its_game():
    """And whatever is offered has a board, in the order of the registry."""
    assert set(BOARDS) <= set(GAMES)
    assert all(board.key == key for key, board in BOARDS.items())
    assert list(PLAYABLE.items()) == [(key, game) for key, game in GAMES.items() if key in BOARDS]
    assert [offer.game for offer in offers()] == list(PLAYABLE)


@pytest.mark.parametrize("key", BOARDS)
def test_a_board_has_a_title_in_every_language(key: str):
    """What the lobby and the header show; a name may be the same everywhere."""
    board = BOARDS[key]
    assert all(Texts(language).of(name) for language in LANGUAGES for name in (board.title, board.short))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_named_in_its_own_folders_alone(key: str):
    """Beside the two registries nothing imports a game."""
    allowed = {f"engine/{key}", f"tui/boards/{key}"}
    registries = {"engine/registry.py", "tui/boards/__init__.py"}
    found = []
    for file in [*ROOT.glob("engine/**/*.py"), *ROOT.glob("tui/**/*.py"), *ROOT.glob("server/**/*.py")]:
        name = file.relative_to(ROOT).as_posix()
        if name not in registries and not any(name.startswith(folder) for folder in allowed):
            found += [(name, module) for module in imported(file, key) if key in module.split(".")]
    assert found == []


def imported(file: Path, key: str) -> list[str]:
    """Modules that a file imports; only files in which the key stands at all are parsed."""
    modules: list[str] = []
    source = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source if key in source else "")):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules.append(node.module)
        elif isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
    return modules


def test_the_highest_score_is_told_with_the_next():
    places, names = [Standing(1, 2, 7), Standing(2, 1, 9), Standing(3, 3, 5)], ("", "Ada", "Bert", "Cy")
    said = by_score(Texts(), names.__getitem__, places, Verdict("score", amounts=(9, 7, 5)), None)
    assert said == "Highest score: Bert with 9, against 7."
