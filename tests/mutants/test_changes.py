"""A change is made where its code is now, not where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import changes
from tests.mutants.changes import Mutant, changed, kept

TEXT = """
class Box:
    def take(self, most):
        \"\"\"Take some.\"\"\"
        if most > 1 and self.left > 1:
            return most > 1

        def inner():
            return most > 1

        return inner


def take(most):
    return most > 1
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "box.py").write_text(TEXT)
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("scope", "old", "new", "nth", "line"),
    [
        ("Box.take", "most > 1", "most >= 1", 0, "        if most >= 1 and self.left > 1:"),
        ("Box.take", "most > 1", "most >= 1", 1, "            return most >= 1"),
        ("Box.take.inner", "most > 1", "True", 0, "            return True"),
        ("take", "most > 1", "None", 0, "    return None"),
    ],
)
@pytest.mark.usefixtures("tree")
def test_the_piece_that_is_meant_reads_otherwise(scope: str, old: str, new: str, nth: int, line: str) -> None:
    """Nothing else does."""
    found = changed(Mutant("engine/box.py", scope, old, new, nth, ()))
    assert found is not None
    before, after = TEXT.splitlines(), found[1].splitlines()
    assert [now for now, then in zip(after, before, strict=True) if now != then] == [line]


@pytest.mark.usefixtures("tree")
def test_a_function_does_something_else_before_all_that_it_did() -> None:
    found = changed(Mutant("engine/box.py", "Box.take", "", "return None", 0, ()))
    assert found is not None
    assert '"""Take some."""\n        return None\n        if most > 1 and' in found[1]


def test_code_that_has_moved_is_found_and_code_that_has_gone_is_not(tree: Path) -> None:
    """Code that is in two files now is nobody's."""
    mutant = Mutant("engine/gone.py", "Box.take", "most > 1", "None", 0, ())
    assert (found := changed(mutant)) is not None
    assert found[0] == tree / "engine" / "box.py"
    assert changed(mutant._replace(old="most > 2")) is None
    assert changed(mutant._replace(nth=2)) is None
    (tree / "engine" / "other.py").write_text(TEXT)
    assert changed(mutant) is None


def test_every_change_that_is_kept_names_its_tests() -> None:
    assert all(one.tests and one.old != one.new for one in kept())
