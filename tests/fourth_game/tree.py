"""A copy of the repository with more games in it: their folders laid over, one line in each registry.

A folder of `laid_over` mirrors the repository: whatever lies there would lie at the same place of a
repository that had the game. Nothing else of the copy differs from the original.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
LAID_OVER = Path(__file__).with_name("laid_over")
REGISTRIES: Mapping[str, str] = MappingProxyType(
    {"engine/registry.py": "engine.{}.game", "tui/boards/__init__.py": "tui.boards.{}.board"}
)
"""Files outside a game's folders that are changed, and the module that gets a line there."""
FIRST, LAST = "MODULES = (\n", ')\n"""Modules that have'
"""Between these the registries have their lines."""
LEFT_OUT = shutil.ignore_patterns(
    "fourth_game", "*.raw", "__pycache__", ".?*", "build", "dist", "data", "*.egg-info"
)
PROPERTY_TESTS: Mapping[str, str] = MappingProxyType(
    {"HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}
)
"""Tables of characters that were made already."""


class Tree:
    """The copy in a folder of its own, with games from `laid_over`: the lines of the first one stand before
    those of all other games, those of the others behind. Types that were checked there already need not be
    checked again.
    """

    def __init__(self, folder: Path, *games: str) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, dirs_exist_ok=True, ignore=LEFT_OUT)
        if (ROOT / ".mypy_cache").is_dir():
            shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
        for game in games:
            self._lay_over(game, first=game == games[0])

    def _lay_over(self, game: str, *, first: bool) -> None:
        added = LAID_OVER / game
        shutil.copytree(added, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("locale"))
        for name, module in REGISTRIES.items():
            line = f'    "{module.format(game)}",\n'
            replace_in(self.folder / name, *((FIRST, FIRST + line) if first else (LAST, line + LAST)))
        for texts in added.glob("tui/locale/*/LC_MESSAGES/*.po"):
            _merge(texts, self.folder / texts.relative_to(added).with_name("crownhouse.po"))

    @property
    def environment(self) -> dict[str, str]:
        """Has Python import from the copy, also in processes that the host starts."""
        return {"PYTHONPATH": str(self.folder)}

    def run(self, program: str, *arguments: str) -> str:
        """What a program that is installed beside this Python prints in the copy. Fails if it fails."""
        done = subprocess.run(
            [str(Path(sys.executable).with_name(program)), *arguments],
            cwd=self.folder, env={**os.environ, **self.environment, **PROPERTY_TESTS},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout


def replace_in(file: Path, before: str, after: str) -> None:
    """Puts another text in the place of one that is there once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{file} is written otherwise now"
    file.write_text(text.replace(before, after), encoding="utf-8")


def _merge(added: Path, texts: Path) -> None:
    """Adds translated texts to a catalogue, and compiles it."""
    with texts.open("rb") as found, added.open("rb") as more:
        catalogue, new = read_po(found), read_po(more)
    for message in new:
        if message.id:
            catalogue.add(message.id, message.string, context=message.context)
    with texts.open("wb") as written, texts.with_suffix(".mo").open("wb") as compiled:
        write_po(written, catalogue, width=0, sort_output=True)
        write_mo(compiled, catalogue)
