"""The program that checks dice alone: it agrees with the rules' own replay, and finds what was changed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from engine.game import Refused
from engine.records.header import read_header
from engine.records.reading import read
from engine.records.record import BrokenRecord, NotARecord
from engine.records.replay import replay
from engine.registry import GAMES
from server.proofs import verify
from server.start.offline.verify import Unverified, findings
from tests.server.proofs.played import in_process, record_of
from tests.server.start.commands import crownhouse
from tests.three_games import THREE
from tui.language.texts import Texts
from tui.presenters.game_refusals import any_refusal_text

RECORDS = Path(__file__).parents[2] / "records"
SEEDED = sorted(path for path in RECORDS.glob("*.record") if "\nseed " in path.read_text("utf-8"))
PLAYED = [
    ("court", 2, {}), ("court", 5, {"edition": "en"}),
    ("intrigue", 3, {}), ("intrigue", 5, {"edition": "en"}),
    ("laurin", 3, {}), ("laurin", 4, {}), ("laurin", 5, {}),
]  # fmt: skip


def checked(text: str, tmp_path: Path) -> tuple[int, str]:
    """The exit status of `python3 verify.py RECORD`, and all that it says."""
    path = tmp_path / "r"
    path.write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, verify.__file__, str(path)], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


@pytest.mark.parametrize("path", SEEDED, ids=lambda path: path.stem)
def test_every_kept_record_with_a_seed_is_as_the_seed_gives_it(path, tmp_path, capsys):
    status, said = in_process(path.read_text("utf-8"), tmp_path, capsys)
    game = read_header(path.read_text("utf-8")).game
    if game in THREE:
        assert (status, said[said.index(" draws") :]) == (0, " draws, every one as the seed gives it.\n")
    else:  # `crownhouse verify` knows every game, by its rules
        assert (status, said) == (2, f"The game {game} is not known here.\n")


@pytest.mark.parametrize(("key", "seats", "options"), PLAYED)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_with_shared_luck_agree_with_the_rules(key, seats, options, seed, tmp_path, capsys):
    """Rounds and throws are counted without the rules; one changed draw is found by both."""
    text = record_of(key, seats, seed, options, deal="daily-1")
    draws = sum(len(step.entry.draws) for step in replay(text, GAMES))
    status, said = in_process(text, tmp_path, capsys)
    assert (status, said) == (0, f"{draws} draws, every one as the seed gives it.\n")
    for changed in (text.replace("deal daily-1", "deal daily-2"), text.replace(" chance=duplicate", "")):
        assert in_process(changed, tmp_path, capsys)[0] == 1
        with pytest.raises(BrokenRecord):
            list(replay(changed, GAMES))


@pytest.mark.parametrize(("key", "seats", "options"), PLAYED)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_agree_with_the_rules(key, seats, options, seed, tmp_path, capsys):
    """Piles that are used up and filled from their discards included."""
    text = record_of(key, seats, seed, options, added={2: "kiwi, boat%41"}, voided=seed)
    draws = sum(len(step.entry.draws) for step in replay(text, GAMES))
    status, said = in_process(text, tmp_path, capsys)
    assert status == 0, said
    assert f"{draws} draws, every one as the seed gives it." in said
    assert "Seat 2 added: kiwi, boat%41 (SHA-256 " in said


FIRST_LINES = 15
"""The header, the deal and a few steps."""


def _with_a_line_elsewhere(text: str) -> Iterator[str]:
    """The text with one of its first lines, or its last, left out, twice, or behind the next one."""
    lines = text.rstrip("\n").split("\n")
    for at in (*range(FIRST_LINES), len(lines) - 1):
        line = lines[at]
        yield "\n".join((*lines[:at], *lines[at + 1 :], ""))
        yield "\n".join((*lines[: at + 1], *lines[at:], ""))
        yield "\n".join((*lines[:at], *lines[at + 1 : at + 2], line, *lines[at + 2 :], ""))


@pytest.mark.parametrize("key", THREE)
def test_a_line_that_is_not_in_its_place_is_found_as_the_rules_find_it(key, tmp_path, capsys):
    """Steps without a draw, too. That a last step is missing is known to the rules alone."""
    text = record_of(key, 3, 0, added={2: "kiwi"})
    told = set()
    for changed in _with_a_line_elsewhere(text):
        try:
            list(findings(changed))
            proved = True
        except (BrokenRecord, NotARecord, Unverified):
            proved = False
        status, said = in_process(changed, tmp_path, capsys)
        assert (status == 0) == proved, said
        told.add((status, proved))
    assert told == {(0, True), (1, False), (2, False)}


def test_a_seat_that_voided_a_deal_adds_nothing(tmp_path, capsys):
    """By the first version of the format it could; both programs know."""
    text = record_of("court", 2, 1, added={1: "kiwi"}, voided=1)
    status, said = in_process(text, tmp_path, capsys)
    assert (status, said) == (1, "Seat 1 voided a deal, so it could add nothing to the next; but it did.\n")
    with pytest.raises(BrokenRecord, match="added-after-void"):
        list(replay(text, GAMES))
    older = text.replace("crownhouse record 2", "crownhouse record 1", 1)
    assert in_process(older, tmp_path, capsys)[0] == 0
    assert list(replay(older, GAMES))


HOSTILE = "\x1b]52;c;aGFjaw==\x07\x9b2J\u202e"


@pytest.mark.parametrize(
    "line",
    [f"added 2 {quote(HOSTILE)}", f"added 2 {HOSTILE}", f"seats {quote(HOSTILE)}, b", f"game {HOSTILE}",
     f"restored 1 {HOSTILE} {'0' * 64} {'0' * 64}", f"voided {HOSTILE} {'0' * 64} {'0' * 64}",
     f"table {HOSTILE}", f"seed {HOSTILE}", f"commitment {HOSTILE}", f"key 1 {HOSTILE}", HOSTILE,
     f"0 deal : {HOSTILE}", f"1 1 {HOSTILE}", f"1 1 {HOSTILE} : {HOSTILE}", f"signature {HOSTILE} a",
     f"signature 1 {HOSTILE}", f"signature {HOSTILE}", "signature", "0", "1 1", ":", "9" * 9999 + " 1 x : 6"],
)  # fmt: skip
def test_nothing_of_a_record_steers_the_terminal(line, tmp_path):
    """Wherever it stands: what is said is a sentence, with other signs in their place."""
    text = record_of("court", 2, 1)
    word = line.split(" ")[0]
    for changed in (
        re.sub(f"(?m)^{re.escape(word)} .*$", lambda _: line, text, count=1),
        text.replace("0 deal", f"{line}\n0 deal"),
        f"{text}{line}\n",
    ):
        status, said = checked(changed, tmp_path)
        assert status in {0, 1, 2}
        assert all(char.isprintable() or char == "\n" for char in said), said
        assert "Traceback" not in said


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"", b"crownhouse record 3\n", b"crownhouse record 2\n", b"\x00"]
)
def test_what_is_no_record_gets_one_sentence(content, tmp_path):
    path = tmp_path / "r"
    path.write_bytes(content)
    for run in (
        subprocess.run([sys.executable, verify.__file__, path], capture_output=True, text=True, check=False),
        subprocess.run(
            [sys.executable, verify.__file__, tmp_path / "no"], capture_output=True, text=True, check=False
        ),
    ):
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


def test_a_seat_with_a_long_number_gets_a_sentence(tmp_path):
    text = record_of("court", 2, 1, deal="daily-1").replace("\n1 ", "\n1 99999999999")
    status, said = checked(text, tmp_path)
    assert (status, said.count("\n"), "Traceback" in said) == (2, 1, False)


def test_a_terminal_that_shows_ascii_gets_what_it_can_show(tmp_path):
    path = tmp_path / "r"
    path.write_text(record_of("court", 2, 1, added={2: "Zoë"}), "utf-8")
    env = {"PYTHONIOENCODING": "ascii", "PATH": ""}
    run = subprocess.run([sys.executable, verify.__file__, path], capture_output=True, env=env, check=False)
    assert (run.returncode, b"Seat 2 added: Zo? (SHA-256 " in run.stdout) == (0, True)


@pytest.mark.parametrize("deal", [None, "match-1"])
@pytest.mark.parametrize("key", ["court", "laurin"])
def test_after_a_restored_backup_draws_follow_from_another_seed(key, deal, tmp_path, capsys):
    """Both programs know from which step on; neither takes another step, seed, or none."""
    text = record_of(key, 3, 4, deal=deal, voided=0 if deal else 1, restored=(7, 20, 20, 41))
    steps = list(replay(text, GAMES))
    assert {line.split()[1] for line in re.findall("^restored .*", text, re.MULTILINE)} == {"7", "20", "41"}
    status, said = in_process(text, tmp_path, capsys)
    assert (status, said.count("2026-11-21T03:00:00Z")) == (0, 4)
    assert f"{sum(len(step.entry.draws) for step in steps)} draws" in said
    drawn = [number for number, step in enumerate(steps) if len(step.entry.draws) > 1]
    earlier, later = max(n for n in drawn if n < 41), min(n for n in drawn if n >= 41)
    changes = [
        ("restored 41 ", f"restored {earlier} "), ("restored 41 ", f"restored {later + 1} "),
        (r"^(restored 20 .*) \w+$", rf"\1 {'0' * 64}"), (r"^(restored 20 .*) \w+$", r"\1"),
        (r"^restored 41 .*\n", ""),
    ]  # fmt: skip
    for pattern, other in changes:
        changed = re.sub(pattern, other, text, count=1, flags=re.MULTILINE)
        assert changed != text
        assert in_process(changed, tmp_path, capsys)[0] == 1, pattern
        with pytest.raises(BrokenRecord):
            list(replay(changed, GAMES))


def test_games_of_laurin_use_up_their_piles():
    """Otherwise the test before would claim too much."""
    longest = max(record_of("laurin", 5, seed) for seed in range(3))
    assert len(re.findall(r"(?<= )[123](?= |$)", " ".join(re.findall(r":(.*)", longest)))) > 54


@pytest.mark.parametrize("key", ["court", "intrigue", "laurin"])
def test_a_draw_that_was_changed_is_found(key, tmp_path, capsys):
    text = record_of(key, 3, 1)
    head, _, deal = text.partition("0 deal : ")
    first, rest = deal[0], deal[1:]
    status, said = in_process(f"{head}0 deal : {int(first) % 3 + 1}{rest}", tmp_path, capsys)
    assert status == 1
    assert said.startswith("Step 0: the record says ")


def test_a_last_die_that_was_changed_is_found(tmp_path, capsys):
    text = record_of("court", 2, 2)
    *_, last = re.finditer(r"^(\d+) \d roll : ([1-6])", text, re.MULTILINE)
    other = str(int(last[2]) % 6 + 1)
    status, said = in_process(text[: last.start(2)] + other + text[last.end(2) :], tmp_path, capsys)
    assert (status, said.split(":")[0]) == (1, f"Step {last[1]}")


@pytest.mark.parametrize(
    ("pattern", "other", "status"),
    [
        (r"^seed .*$", f"seed {'0' * 64}", 1),
        (r"^commitment .*$", f"commitment {'0' * 64}", 1),
        (r"^added 2 .*$", "added 2 other", 1),
        (r"^added 2 .*\n", "", 1),
        (r"^voided 1 .*\n", "", 0),
        (r"^(voided 1 \w+) \w+$", rf"\1 {'0' * 64}", 1),
        (r"^table .*$", "table kiwi-8", 1),
        (r"^seed .*\n", "", 2),
        (r"^game court$", "game chess", 2),
    ],
)
def test_a_header_that_was_changed_is_found(pattern, other, status, tmp_path, capsys):
    """But for a voided deal that is left out: that one has its own commitment, which players saw."""
    text = record_of("court", 2, 1, added={2: "kiwi"}, voided=1)
    changed = re.sub(pattern, other, text, flags=re.MULTILINE)
    assert changed != text
    assert in_process(changed, tmp_path, capsys)[0] == status


def test_it_is_a_program_of_the_standard_library_alone(tmp_path):
    tree = ast.parse(Path(verify.__file__).read_text("utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    record = record_of("laurin", 3, 0)
    draws = sum(len(step.draws) for step in read(record).steps)
    status, said = checked(record, tmp_path)
    assert draws > 0
    assert status == 0
    assert f"{draws} draws, every one as the seed gives it." in said.splitlines()[-1]
    assert checked("chess", tmp_path)[0] == 2


@pytest.mark.parametrize("key", THREE)
def test_a_wrong_move_is_told_by_the_rules_of_its_game(key, tmp_path):
    """Whatever game knows the same refusal first."""
    record = tmp_path / "r"
    record.write_text(re.sub(r"(?m)^(1 \d) .*", r"\1 nonsense", record_of(key, 3, 0)), "utf-8")
    said = any_refusal_text(Texts("en"), Refused("unreadable", {}), key)
    for command in ("verify", "analyse", "replay"):
        told = crownhouse(command, record, LANG="en_GB.UTF-8", LC_ALL="en_GB.UTF-8")
        assert told.err[-1] == f"step 1: {said}"
