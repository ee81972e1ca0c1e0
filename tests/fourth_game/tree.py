"""A copy of the repository with a fourth game in it: its folders laid over, one line in each registry.

`laid_over` mirrors the repository: whatever lies there would lie at the same place of a repository
that had the game. Nothing else of the copy differs from the original.
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
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
LAID_OVER = Path(__file__).with_name("laid_over")
KEY = "pig"
REGISTERED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "engine/registry.py": ("MODULES = (\n", '    "engine.pig.game",\n'),
        "tui/boards/__init__.py": ("MODULES = (\n", '    "tui.boards.pig.board",\n'),
    }
)
"""Files outside the game's folders that are changed: behind which line, and the line that is added."""
COPIED = ("engine", "tui", "server", "training", "tests", "pyproject.toml", ".mypy_cache")
LEFT_OUT = shutil.ignore_patterns("fourth_game", "kept", "bench", "*.svg", "*.raw", ".hypothesis")
PROPERTY_TESTS: Mapping[str, str] = MappingProxyType(
    {"HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}
)
"""Tables of characters that were made already."""


class Tree:
    """The copy in a folder of its own. Types that were checked there already need not be checked again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            _copy(ROOT / name, folder / name)
        shutil.copytree(LAID_OVER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("locale"))
        for name, (after, line) in REGISTERED.items():
            _insert(folder / name, after, line)
        for texts in LAID_OVER.glob("tui/locale/*/LC_MESSAGES/*.po"):
            _merge(texts, folder / texts.relative_to(LAID_OVER).with_name("crownhouse.po"))

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


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=LEFT_OUT)
    elif source.exists():
        shutil.copy2(source, target)


def _insert(file: Path, after: str, line: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(after) == 1, f"{file} is written otherwise now"
    file.write_text(text.replace(after, after + line), encoding="utf-8")


def _merge(added: Path, texts: Path) -> None:
    """Adds translated texts to a catalogue and compiles it."""
    with texts.open("rb") as found, added.open("rb") as more:
        catalogue, new = read_po(found), read_po(more)
    for message in new:
        if message.id:
            catalogue.add(message.id, message.string, context=message.context)
    with texts.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
