"""Screens as text files, compared line by line. UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.app import App

from tui.language.texts import LANGUAGES

FOLDER = Path(__file__).parent / "snapshots"


def text_of(app: App[object]) -> str:
    """What the app's screen shows, without blanks at the ends."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def windows(*sizes: tuple[int, int]) -> pytest.MarkDecorator:
    """Runs a test with each `size` and `language`: up to 80x24 in all of them, larger ones, which have more
    room for words, in English and German.
    """
    return pytest.mark.parametrize(
        ("size", "language"),
        [
            pytest.param(size, language, id=f"{size[0]}x{size[1]}-{language}")
            for size in sizes
            for language in (LANGUAGES if size <= (80, 24) else ("en", "de"))
        ],
    )


def check(name: str, text: str) -> None:
    """The text must be what the snapshot `name` holds."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        file.write_text(text + "\n", encoding="utf-8")
    assert file.exists(), f"no snapshot {name}: look at the screen, then UPDATE_SNAPSHOTS=1"
    assert text + "\n" == file.read_text(encoding="utf-8")
