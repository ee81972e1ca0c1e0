"""New changes are drawn evenly and can be made, and are tried with the tests that enter what they change."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.mutants import fresh
from tests.mutants.changes import PACKAGES, ROOT, Mutant, changed
from tests.mutants.fresh import chosen, equivalent
from tests.mutants.reach import Reach, functions, read
from tests.mutants.sampling import possible, sampled
from tests.mutants.trial import FOUND, LIVES, Trial

NAMES = "engine/chance.py:"
KINDS = """
import x

class Box:
    size: int = 3

    def take(self, most):
        \"\"\"Take some.\"\"\"
        self.left -= most
        if not most or (most < 4 and self.is_open):
            del self.shut
        return "a" if f"{most + 1}" in self.names else True

    def nothing(self):
        ...
"""


def test_the_same_seed_draws_the_same_changes_of_every_package() -> None:
    """Each of them can be made, and makes a module that can be read."""
    drawn = sampled(6, 5)
    assert drawn == sampled(6, 5) != sampled(6, 6)
    assert Counter(one.file.partition("/")[0] for one in drawn) == dict.fromkeys(PACKAGES, 2)
    for one in drawn:
        where = changed(one)
        assert where
        compile(where[1], one.file, "exec", dont_inherit=True)


def test_changes_of_every_kind_are_possible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None in an annotation, in a text with values in it, or where nothing is done."""
    monkeypatch.setattr("tests.mutants.changes.ROOT", tmp_path)
    file = tmp_path / "box.py"
    file.write_text(KINDS)
    found = {(one.kind, one.mutant().old, one.new) for one in possible(file)}
    assert found == {
        ("number", "3", "4"),
        ("number", "3", "2"),
        ("early", "", "return None"),
        ("statement", "self.left -= most", "pass"),
        ("and/or", "not most or (most < 4 and self.is_open)", "(not most and (most < 4 and self.is_open))"),
        ("and/or", "most < 4 and self.is_open", "(most < 4 or self.is_open)"),
        ("not", "not most", "(most)"),
        ("comparison", "most < 4", "(most <= 4)"),
        ("number", "4", "5"),
        ("number", "4", "3"),
        ("statement", "del self.shut", "pass"),
        ("branches", "'a' if f'{most + 1}' in self.names else True",
         "(True if f'{most + 1}' in self.names else 'a')"),
        ("comparison", "f'{most + 1}' in self.names", "(f'{most + 1}' not in self.names)"),
        ("truth", "True", "False"),
    }  # fmt: skip


def test_what_a_test_enters_is_written_down(tmp_path: Path) -> None:
    """With the seconds that it takes."""
    file = tmp_path / "reach"
    test = "tests/engine/test_chance.py::test_what_was_recorded_can_be_scripted"
    command = (sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.reach", "--reach", str(file), test)
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    reach = read([file])
    assert list(reach.seconds) == [test]
    entered = {name.removeprefix(NAMES) for name in reach.entered if name.startswith(NAMES)}
    assert entered
    tree = ast.parse((ROOT / "engine/chance.py").read_text("utf-8"))
    assert entered < {scope for scope, _ in functions(tree)}


def test_near_tests_come_first_and_the_quickest_of_each_file() -> None:
    near, far = "tests/engine/kit/test_a.py::a", "tests/tui/test_b.py::b"
    slow = "tests/engine/kit/test_a.py::slow"
    reach = Reach({near: 0.1, far: 0.01, slow: 60.0, "tests/tui/test_b.py::c": 0.0}, {})
    reach.entered.update({"engine/kit/x.py:Y.z": [0, 1, 2], "engine/kit/x.py:w": [3]})
    mutant = Mutant("engine/kit/x.py", "Y.z", "1", "2", 0, ())
    assert [tests for tests, _ in chosen(mutant, reach)] == [[near], [far]]
    whole = [tests for tests, _ in chosen(mutant._replace(scope=""), reach)]
    assert whole == [[near], ["tests/tui/test_b.py::c", far]]


def test_what_is_equivalent_can_be_made_and_says_why() -> None:
    for one, why in equivalent().items():
        assert why
        assert changed(one)


def test_the_report_counts_by_package(capsys: pytest.CaptureFixture[str]) -> None:
    """What changes nothing counts for nothing; what lives is shown."""
    one = Mutant("tui/x.py", "", "1", "2", 0, ())
    tried = [(one, Trial(FOUND, "test")), (one, Trial(LIVES)), (one, Trial(fresh.SAME))]
    assert fresh._report(tried) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith('lives: {"file": "tui/x.py"')
    assert "tui: 1 equivalent, 1 found, 1 lives; 50 % found of 2 that change anything" in said
