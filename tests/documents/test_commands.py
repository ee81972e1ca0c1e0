"""README.md and docs/ tell nobody to type what there is not: each command is typed by a test of this folder,
or stands in `not_run.txt` with the reason.

The tests here only ask what each command would do; `test_evening.py` types them.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.registry import GAMES
from server.admin.commands import COMMANDS as ADMIN
from server.sessions import commands as ssh_commands
from server.start.main import make_parser
from tests.documents.commands import ROOT, Typed, is_command, typed
from tests.documents.evening import OPTIONAL
from tests.documents.lines import LINES, OWN
from tests.documents.shells import SCREENS, STEPS
from tests.documents.test_correspondence import told
from tests.night import RUNS
from tests.server.sessions.understood import UNKNOWN, understood
from tui.actions.catalogue import CommandInput, parse
from tui.actions.registry import SSH_FORMS, TOPICS
from tui.actions.terminal_help import rows_of
from tui.boards import BOARDS
from tui.language.texts import texts_in

ALL = typed()
ONCE = sorted({one.text for one in ALL})
PROMPT = "> "
NOT_RUN = [
    line
    for line in (Path(__file__).parent / "not_run.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
BY_CI = frozenset(
    re.findall(r"\(MAKE\) (\w+)|^(?:(?:ci|gates|test|check):|GATES :=) (.*)", MAKEFILE, re.MULTILINE)
)
HOST = r"(?:\S+@)?(?:HOST|host|localhost|play\.example\.org)"
SSH = re.compile(rf"ssh (?:-\w (?:2222 |BatchMode=yes )?)*{HOST} ?(.*)")
FILLED = {"GAME": "court", "SEATS": "3", "STRENGTH": "strong"}
SAMPLES = {"SEQ": "6", "NUMBER": "1"}


def run_by_make() -> set[str]:
    """The commands that `make ci` and `make night` run by themselves, with or without variables."""
    targets = {word for pair in BY_CI for words in pair for word in words.split()}
    return {f"make {target}" for target in targets} | {" ".join(run.split()[:2]) for run in RUNS.values()}


def run() -> set[str]:
    """What tests type."""
    steps = {step.text for step in STEPS if not step.own}
    lines = {line if line[0] == "/" else PROMPT + line for place in LINES for line in place if line[0] != OWN}
    return steps | lines | set(SCREENS) | run_by_make() | {one.text for one in told() if one.who}


def listed() -> set[str]:
    """What cannot be typed here."""
    return {line.replace("\\n", "\n") for line in NOT_RUN}


def test_every_command_is_typed_by_a_test_or_listed_with_its_reason() -> None:
    missing = set(ONCE) - run() - listed()
    assert not missing, "\n".join(sorted(missing))


def test_what_is_listed_stands_in_a_document_and_is_typed_by_no_test() -> None:
    assert listed() - set(ONCE) == set()
    assert listed() & run() == set()


def test_what_tests_type_stands_in_a_document() -> None:
    """A step that a document no longer has is marked as the test's own, or goes."""
    gone = {step.text for step in STEPS if not step.own} | set(SCREENS)
    assert gone - set(ONCE) == set()


def test_reasons_are_given() -> None:
    """The list begins with one, and no reason stands alone."""
    text = (Path(__file__).parent / "not_run.txt").read_text("utf-8").strip()
    assert all(
        part.startswith("#") and not part.splitlines()[-1].startswith("#") for part in text.split("\n\n")
    )


def forms(text: str) -> set[str]:
    """A command without and with what can be left out."""
    return {OPTIONAL.sub("", text), OPTIONAL.sub(r" \1", text)}


def filled(text: str) -> str:
    return re.sub(r"\b[A-Z]{3,}\b", lambda one: FILLED.get(one[0], SAMPLES.get(one[0], one[0])), text)


OVER_SSH = [one for text in ONCE if (found := SSH.match(text)) for one in forms(found[1])]


def test_a_host_knows_every_command() -> None:
    """What stands behind `ssh HOST`, but for the two that are names."""
    for text in sorted({re.split(r" ?[<>|;]", one)[0] for one in OVER_SSH} - {"COMMAND", "play"}):
        assert understood(filled(text)) != UNKNOWN, text


def test_every_command_over_ssh_stands_in_its_help_or_for_moderators_in_hosting() -> None:
    """The site's page of commands is made of the help."""
    titles = {key: BOARDS[key].title for key in GAMES}
    rows = [row for topic in TOPICS for row in rows_of(texts_in("en"), titles, "HOST", topic)]
    told = {word for row in rows for word in re.findall(r"[a-z.]+", f"{row.words} {row.does}")}
    told |= {"queue", "void"} & set(
        re.findall(r"`ssh HOST (\w+)", (ROOT / "docs" / "hosting.md").read_text("utf-8"))
    )
    first = ((one.words or name.replace("_", " ")).partition("|")[0] for name, one in SSH_FORMS.items())
    words = {word for one in first for word in one.split()}
    assert set(ssh_commands.OF_ONE_WORD) | words <= told


def test_every_operators_command_stands_in_hosting() -> None:
    """Each has a row of the table there, by its name."""
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.MULTILINE)
    assert ADMIN.keys() <= {word for row in rows for word in re.findall(r"`([\w-]+)", row)}


def test_commands_behind_a_slash_can_be_typed() -> None:
    typed = [text for text in ONCE if text.startswith("/") and text not in NOT_RUN]
    for form in {form for text in typed if not text.startswith("/opt") for form in forms(text)}:
        assert isinstance(parse(texts_in("en"), filled(form)), CommandInput), form


PROGRAM = [
    found[1]
    for text in ONCE
    if (found := re.match(r"(?:\S+/)?crownhouse (.*)", text)) and text not in NOT_RUN
]


@pytest.mark.parametrize("text", PROGRAM)
def test_the_program_takes_the_arguments(text: str) -> None:
    """Of every subcommand, as it stands."""
    for form in forms(text.partition(" > ")[0]):
        words = shlex.split(re.sub(r"\bN\b", "3", filled(form).replace("COMMAND", "serve")))
        if not {"--help", "--version"} & set(words):
            assert callable(make_parser(words).parse_args(words).run)


def test_make_has_every_target() -> None:
    """With its variables, as it stands; nothing is made."""
    asked = [text for text in ONCE if text.startswith("make ")]
    for text in asked:
        done = subprocess.run(
            ["bash", "-c", f"{text.replace('...', 'court')} -n"], cwd=ROOT, capture_output=True, check=False
        )
        assert done.returncode == 0, (text, done.stderr)


def test_benchmarks_that_are_named_are_there() -> None:
    named = re.findall(r'make bench ARGS="?([\w ]+)', "\n".join(ONCE))
    for name in " ".join(named).split():
        assert (ROOT / "tests" / "bench" / f"{name}.py").exists(), name


def test_programs_of_python_that_are_named_are_there() -> None:
    """And the tests that somebody is told to run."""
    for text in ONCE:
        if found := re.match(r"python3? -m ([\w.]+)", text):
            assert find_spec(found[1]), text
        elif found := re.match(r"\S+/pytest (\S+)", text):
            assert (ROOT / found[1]).exists(), text


@pytest.mark.parametrize(
    ("text", "whether"),
    [("ssh HOST turns", True), ("ssh", False), ("crownhouse.db", False), ("make", False), ("/zone", True),
     ("/etc/crownhouse.toml", False), ("SEEDS=200000", False), (".ci/run", True)],
)  # fmt: skip
def test_commands_are_told_from_names(text: str, whether: bool) -> None:
    assert is_command(text) == whether
    assert Typed("README.md", "make run") in ALL
