"""The pictures of the documentation can be drawn anew: both scripts find what they are built on."""

from __future__ import annotations

from pathlib import Path

from docs.pictures import make, tables

DRAWN = Path(make.__file__).parent


def test_tables_are_drawn_as_the_documentation_names_them(tmp_path: Path):
    """The script still runs, and writes the files that lie beside it."""
    tables.draw(tmp_path)
    drawn = {file.name for file in tmp_path.iterdir()}
    assert drawn == {f"{name}.svg" for name in tables.PICTURES}
    assert drawn <= {file.name for file in DRAWN.glob("*.svg")}
