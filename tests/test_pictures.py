"""The pictures of the documentation can be drawn anew, and are those that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.pictures import gallery, tables

ROOT = Path(gallery.__file__).parents[2]
DRAWN = ROOT / "docs" / "pictures"
MOST = 56
"""Pictures that are kept in the repository."""


def test_tables_are_drawn_as_the_documentation_names_them(tmp_path: Path):
    """The script still runs, and writes the files that lie beside it."""
    tables.draw(tmp_path)
    drawn = {file.name for file in tmp_path.iterdir()}
    assert drawn == {f"{name}.svg" for name in tables.PICTURES}
    assert drawn <= {file.name for file in DRAWN.glob("*.svg")}


def test_no_other_pictures_lie_here_and_not_too_many():
    """Each can be drawn again by its name."""
    names = {*tables.PICTURES, *gallery.COMMITTED}
    assert {file.stem for file in DRAWN.glob("*.svg")} == names
    assert len(names) == len(tables.PICTURES) + len(gallery.COMMITTED) <= MOST


def test_every_picture_that_is_shown_is_there():
    """In README and in the documents."""
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for shown in re.findall(r"[(\"]((?:docs/)?pictures/[\w-]+\.svg)", page.read_text(encoding="utf-8")):
            assert (page.parent / shown).exists(), (page.name, shown)


@pytest.mark.parametrize("scene", gallery.SCENES)
def test_every_scene_can_be_drawn(scene: str, tmp_path: Path):
    """At one size; the others are `make pictures`."""
    assert gallery.draw(tmp_path, {scene: gallery.Shot(scene)}) == 1
    drawn = (tmp_path / f"{scene}.svg").read_text(encoding="utf-8")
    assert drawn.count("<text") > 10, "something is on the screen"
    assert "Traceback" not in drawn


def test_everything_has_a_name_of_its_own():
    """Every scene, size, theme and language."""
    names = [shot.name for shot in gallery.shots()]
    assert (
        len(set(names))
        == len(names)
        == (len(gallery.SCENES) * len(gallery.SIZES) * len(gallery.TERMINALS) * len(gallery.LANGUAGES))
    )
    assert [shot.name for shot in gallery.shots("laurin-40x12-mono-nl")] == ["laurin-40x12-mono-nl"]
