"""What is kept of a version, and how it is compared: shared by the tests and by what made it.

What was kept has to be contained in what a host says today (`contained`): a version may add to it, and
neither leave out nor change anything. `Plain` makes two runs comparable: what must differ from run to run
(ids, codes and names that were drawn, times behind the making) is replaced.
"""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.e2e.host import LiveHost
from tests.forked import run
from tests.kept.program import Program
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

FOLDER = Path(__file__).with_name("0.1.0")
DATABASE = "crownhouse.db"
SETTINGS = {
    "CROWNHOUSE_BOTS_PACE": "0",
    "CROWNHOUSE_LIMITS_API_PER_SECOND": "10000",
    "CROWNHOUSE_LIMITS_API_BURST": "10000",
    "CROWNHOUSE_LOG": "json",
    "CROWNHOUSE_LOG_ADDRESSES": "true",
    "CROWNHOUSE_METRICS": "127.0.0.1:0",
}
"""Quick, talkative hosts: people's programs are not slowed down, log lines are JSON, metrics are told."""
DRAWN = {"table", "id", "code", "name", "commitment", "people", "names", "you"}
"""Keys whose texts may have been drawn."""
TIMES = {"now", "since", "time", "deadline", "ended", "away_since"}
RANDOM = re.compile(r"[0-9a-f]{16}|[A-Z][a-z]+-\d+|[0-9A-Z]{4}(-[0-9A-Z]{4})+")
"""A table's id, a guest's name, a code."""
TABLE = re.compile(r"[A-Z]+-\d+")
"""A table's name: those of ended tables are given again."""
FIRST_RECORD, PRESENT_RECORD = "crownhouse record 1\n", "crownhouse record 2\n"
"""How records began, and how those do of games that end now."""
REWORDED: Mapping[str, str] = {
    "The table is at step": "The table is at position",
    "A line has at most 16384 bytes.": "Line too long: 16384 bytes at most.",
    "Beforehand you can say: -.": "This game has no auto-pass.",
    "Seat 2 cannot be lent: its player is not away long enough.": (
        "A bot can't play seat 2 yet: its player hasn't been away long enough."
    ),
    'such as "do": "list".': 'such as "do": "tables".',
    "The request who has no far.": "The request who has no fields, so no far.",
    "There is no request dance.": "There is no dance request: describe tells which there are.",
    "There is nothing that could be taken back.": "There is nothing to undo.",
    "This code is wrong, used, or too old.": "That code is wrong, used up, or expired.",
    "told whole after its end; until then whoever asks reads only their own moves": (
        "shown in full after it ends; until then you see only your own moves"
    ),
}
"""Sentences for people, by their kept wording: programs read the codes beside them."""

GROWING = frozenset(("bots", "known", "values"))
"""Keys of lists of words to which words are added."""
TIMEOUT_MOVE = "timeout_move"
"""Took no card at the end of a turn, and takes the best one that is paid for now: a host may choose that."""


def read(name: str) -> Any:
    """A kept JSON file."""
    return json.loads((FOLDER / name).read_text("utf-8"))


GAMES_NOW: Mapping[str, Mapping[str, Any]] = {
    "court": {"odds": True, "rules": 2},
    "intrigue": {"odds": True},
    "laurin": {"odds": True, "rules": 2},
}
"""What is another value in the greeting now: what began before goes on by the first rules."""


def reworded(value: Any) -> Any:
    """A kept value with its sentences as they are worded now, and games with their present rules."""
    match value:
        case {"key": game, "rules": int()} if game in GAMES_NOW:
            return {**value, **GAMES_NOW[game]}
        case {"timeout_move": {"type": "take"}}:
            kept = {name: inner for name, inner in value.items() if name != TIMEOUT_MOVE}
            return {**reworded(kept), "timeout_move": {"type": "take"}}
        case dict():
            return {name: reworded(inner) for name, inner in value.items()}
        case list():
            return [reworded(inner) for inner in value]
        case str():
            if value.startswith(FIRST_RECORD) and "\nseed " not in value:  # of a game that still runs
                value = value.replace(FIRST_RECORD, PRESENT_RECORD, 1)
            for kept, now in REWORDED.items():
                value = value.replace(kept, now)
    return value


def contained(found: Any, wanted: Any, key: str = "") -> Any:
    """What is found without what a kept value does not have: fields of objects, words of lists that grow,
    games. If the kept value is contained in what is found, they are equal after that. Whatever else is there
    was added since; programs ignore what they do not know (docs/api.md).
    """
    match found, wanted:
        case dict(), dict():
            return {name: contained(found[name], wanted[name], name) for name in found if name in wanted}
        case list(), list() if key == "known":  # in any order
            return [one for one in wanted if one in found]
        case list(), list() if key in GROWING:
            return [one for one in found if one in wanted]
        case list(), list() if key == "games" and all(isinstance(one, dict) for one in wanted):
            by_key = {one.get("key"): one for one in wanted}
            return [contained(one, by_key[one.get("key")]) for one in found if one.get("key") in by_key]
        case list(), list() if len(found) == len(wanted):
            return [contained(one, other, key) for one, other in zip(found, wanted, strict=True)]
    return found


def host(folder: Path, database: Path | None = None, settings: Mapping[str, str] = SETTINGS) -> LiveHost:
    """A running host with the kept people's keys, on a copy of a database."""
    keys = FOLDER / "keys"
    for key in keys.glob("*") if keys.is_dir() else ():
        shutil.copy(key, folder)
        (folder / key.name).chmod(0o600)
    if database:
        (folder / "data").mkdir(mode=0o700)
        shutil.copy(database, folder / "data" / DATABASE)
    made = LiveHost(folder, PtyTerminals(), settings)
    made.start()
    return made


def program(at: LiveHost, name: str, *, guest: bool = False) -> Program:
    """A person's program at a host."""
    return Program(at.pipe(name, "api", guest=guest))


def record(at: LiveHost, name: str, table: str) -> str:
    """What `ssh HOST record TABLE` prints."""
    out, err = at.pipe(name, "record", table).communicate(timeout=WITHIN)
    assert not err, err
    return out.decode()


def log_keys(at: LiveHost) -> dict[str, list[str]]:
    """The keys of every event in a host's log; of events told more than once, all of them."""
    found: dict[str, set[str]] = {}
    for line in at.log.splitlines():
        told = json.loads(line)
        found.setdefault(told["event"], set()).update(told)
    return {event: sorted(keys) for event, keys in sorted(found.items())}


class Plain:
    """Replaces what differs between runs: what was drawn by its number in the order of appearance, unless
    it was known when the database was made (`kept.json`); later times and the version by a word.
    """

    def __init__(self, made: dict[str, Any]) -> None:
        self._known = set(made["known"])
        self._made = made["made"]
        self.seen: dict[str, str] = {}
        """What each drawn text was replaced by."""

    def of(self, value: Any, key: str = "") -> Any:
        """A value, with its key in the object around it."""
        match value:
            case {"type": "take", "card": _} if key == TIMEOUT_MOVE:
                return {"type": "take"}
            case dict():
                return {name: self.of(inner, name) for name, inner in value.items()}
            case list():
                return [self.of(inner, key) for inner in value]
            case str():
                return "newer" if key == "version" else self._text(value, key)
            case float() if key in TIMES:
                return value if value <= self._made else "later"
            case float():
                return round(value, 9)  # sums are rounded otherwise from Python 3.12 on
        return value

    def _text(self, text: str, key: str) -> str:
        if TABLE.fullmatch(text) and text not in self._known and key != "code":  # a code can look like a name
            return "another table"
        if key not in DRAWN or not RANDOM.fullmatch(text) or text in self._known:
            return text
        return self.seen.setdefault(text, f"drawn {len(self.seen) + 1}")

    def back(self, value: Any) -> Any:
        """A plain request with what was drawn in this run."""
        drawn = {number: text for text, number in self.seen.items()}
        if not isinstance(value, dict):
            return value
        return {key: drawn.get(inner, inner) if key in DRAWN else inner for key, inner in value.items()}


def metrics(at: LiveHost) -> list[str]:
    """The names of all figures that a host tells, with their labels' names."""
    port = re.search(r"127\.0\.0\.1:(\d+)", at.log)
    assert port
    with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/metrics") as told:
        text = told.read().decode()
    return sorted({re.sub(r'="[^"]*"', "", line.split()[0]) for line in text.splitlines() if line[0] != "#"})


def admin(at: LiveHost, *words: str) -> str:
    """What `crownhouse admin` prints."""
    command = ["crownhouse", "admin", *words, "--data", str(at.folder / "data")]
    said: str = run(command, check=True).stdout
    return said


def operate(at: LiveHost) -> None:
    """What makes a host log: a table is closed, an operator does all that is logged, people go."""
    people = [program(at, name) for name in ("cleo", "bert")]
    table = people[0].ask("open", game="court", seats=2)["table"]
    people[0].ask("leave", table=table)
    for words in (
        ("announce", "Soon down"), ("announce", "--off"), ("kick", "cleo"), ("ban", "bert"),
        ("ban", "192.0.2.0/24"), ("drain",), ("drain", "--off"),
    ):  # fmt: skip
        admin(at, *words)
    for someone in people:
        someone.close()
