"""Another game needs its own folders and one line in each registry: pig and goofspiel, which have little in
common, are added, and pig is played in every mode. `test_whole_tree` runs the other tests with them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tests.e2e.host import QUICK, LiveHost
from tests.e2e.test_plain_mode import play
from tests.fourth_game.tree import LAID_OVER, Tree
from tests.packages import OfAnotherHost
from tests.terminal import PtyTerminal, PtyTerminals
from tui.language.texts import LANGUAGES

GAMES = ("pig", "goofspiel")
SUITES = (
    "tests/server/web/test_window.py",
    "tests/engine/test_contract.py",
    "tests/engine/records/test_replay.py",
    "tests/tui/boards/test_boards.py",
    "tests/tui/boards/court/test_guidance.py",
    "tests/tui/plain/test_speech.py",
    "tests/tui/presenters/test_offers.py",
    "tests/tui/screens/test_wide_pages.py",
    *(f"{room}/{game}" for game in GAMES for room in ("tests/engine", "tests/tui/boards")),
)
"""Suites that take their games from the registries, and the games' own."""
KEYWORDS = {
    "_": None, "N_": None, "ngettext": (1, 2), "NN_": (1, 2), "pgettext": ((1, "c"), 2), "NC_": ((1, "c"), 2),
}  # fmt: skip
ENOUGH = 12
"""Points at which the players of these tests hold."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("tree"), *GAMES)


SCRIPT = str(Path(sys.executable).with_name("crownhouse"))
"""Imports from the copy, unlike what is forked."""


@pytest.fixture(scope="module")
def terminals() -> Iterator[PtyTerminals]:
    terminals = PtyTerminals()
    yield terminals
    terminals.close()


@pytest.fixture(scope="module")
def host(tree: Tree, tmp_path_factory: pytest.TempPathFactory, terminals: PtyTerminals) -> Iterator[LiveHost]:
    host = LiveHost(tmp_path_factory.mktemp("host"), terminals, {**QUICK, **tree.environment}, script=SCRIPT)
    host.start()
    yield host
    host.close()


def test_the_suites_of_every_game_pass_for_it(tree: Tree) -> None:
    """Rules, bots, records, words and lists, without a change in any of these suites."""
    said = tree.run(
        "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", "pig or goofspiel or every_kind", *SUITES
    )
    found = re.search(r"(\d+) passed", said)
    assert found, said
    assert int(found[1]) > 150, said


def test_its_types_and_imports_hold(tree: Tree) -> None:
    """Strict types, a pure engine, and the order of the rooms."""
    tree.run("mypy")
    tree.run("lint-imports")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_all_its_texts_are_translated(language: str, game: str) -> None:
    """What its modules mark for translation has a translation, and nothing else is in its catalogue."""
    marked = {
        (context, message)
        for _, _, message, _, context in extract_from_dir(LAID_OVER / game / "tui", keywords=KEYWORDS)
    }
    with (LAID_OVER / game / f"tui/locale/{language}/LC_MESSAGES/{game}.po").open("rb") as texts:
        translated = {(one.context, one.id) for one in read_po(texts) if one.id and all(one.string)}
    assert translated == marked


@pytest.mark.e2e
def test_it_is_played_on_the_screen(terminals: PtyTerminals, host: LiveHost) -> None:
    """By keys, against a bot that answers from a worker process."""
    anna = host.connect("anna")
    terminals.look(anna, "▌ Pig")
    anna.press("/", "open pig 2 goal=30", "Enter")
    terminals.look(anna, "1 seat is still free.")
    assert "· 30 points win" in anna.text
    anna.press("b")
    terminals.look(anna, "(bot")
    anna.press("s")
    terminals.look(anna, "this turn:")
    while "r play again" not in anna.text:
        terminals.wait(lambda: "r play again" in anna.text or "r roll" in anna.text, "a turn")
        if "r roll" in anna.text:
            _answer(terminals, anna)
    assert "Traceback" not in host.log


def _answer(terminals: PtyTerminals, player: PtyTerminal) -> None:
    """Rolls or holds, and looks until it has taken effect."""
    before = _question(player)
    pending = int((re.search(r"this turn: (\d+)", player.text) or [0, "0"])[1])
    player.press("h" if pending >= ENOUGH else "r")
    terminals.wait(lambda: _question(player) != before, "an answer to the key")


def _question(player: PtyTerminal) -> list[str]:
    """The round, and the prompt: one of them changes with every move of one's own."""
    lines = player.text.splitlines()
    return [lines[0], *lines[-2:]]


@pytest.mark.e2e
def test_it_is_played_in_plain_mode_in_german(terminals: PtyTerminals, host: LiveHost) -> None:
    bert = OfAnotherHost(terminals, host.connect("bert", "plain", term="dumb", lang="de_DE.UTF-8"))
    bert.has(lambda: bert.raw.endswith("\n> "), "the lobby")
    bert.enter("neu pig 2 goal=30")
    bert.heard("1 Platz ist noch frei.")
    assert "30 Punkte gewinnen" in bert.raw
    bert.enter("bot page")
    bert.heard("ein Bot, setzt sich.")
    bert.enter("start")
    play(bert, _in_german)
    assert "insgesamt" in bert.raw
    assert "Traceback" not in host.log


def _in_german(question: str) -> list[str]:
    pending = re.search(r"oder (\d+) Punkte? sichern\?", question)
    if pending:
        return ["sichere" if int(pending[1]) >= ENOUGH else "wirf"]
    return ["wirf"] if "wirf den Würfel" in question else []


class Program:
    """A program behind `ssh host api`: requests and answers, one JSON object a line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.hello = self.read()["hello"]

    def read(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def ask(self, do: str, **more: Any) -> Any:
        """The answer to a request; news before it are old."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"id": do, "do": do, **more}).encode() + b"\n")
        self.process.stdin.flush()
        while "id" not in (answer := self.read()):
            pass
        return answer["ok"]


@pytest.mark.e2e
def test_it_is_played_by_a_program_and_its_record_replayed(host: LiveHost, tree: Tree) -> None:
    """The greeting offers it; its record passes the rules and its seed."""
    with host.pipe("cleo", "api") as process:
        program = Program(process)
        offered = {game["key"]: game for game in program.hello["games"]}
        assert offered["pig"]["options"] == {"goal": {"default": 100, "least": 10, "most": 1000}}
        table = program.ask("open", game="pig", seats=3, options={"goal": 30})["table"]
        for do in ("bot", "bot", "watch", "start"):
            program.ask(do, table=table)
        while not (news := program.read().get("news", {})).get("standings"):
            if news.get("ask"):
                legal = [move["notation"] for move in program.ask("legal", table=table)["moves"]]
                move = "hold" if news["view"]["position"]["pending"] >= ENOUGH else "roll"
                assert move in legal
                program.ask("move", table=table, move=move, ask=news["ask"]["id"])
        record = program.ask("record", table=table)["record"]
        process.kill()
    kept = tree.folder / "pig.record"
    kept.write_text(record, encoding="utf-8")
    said = tree.run("crownhouse", "replay", str(kept))
    assert "30" in said
