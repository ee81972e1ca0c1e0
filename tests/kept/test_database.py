"""A host goes on with the database of a kept version: accounts, seats, games, records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.host import LiveHost
from tests.forked import run
from tests.kept import kept
from tests.kept.kept import DATABASE, FOLDER
from tests.kept.transcript import finish, seen
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e

MADE = kept.read("kept.json")
RUNNING = sorted(MADE["running"])
RECORDS = sorted(path.stem for path in (FOLDER / "records").glob("*.record"))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHost]:
    """On a copy, in which nobody plays on."""
    at = kept.host(tmp_path_factory.mktemp("kept"), FOLDER / DATABASE)
    yield at
    at.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHost]:
    """On another copy, in which every game is played by one test."""
    at = kept.host(tmp_path_factory.mktemp("played"), FOLDER / DATABASE)
    yield at
    at.close()


def kept_record(name: str) -> str:
    return str(kept.reworded((FOLDER / "records" / f"{name}.record").read_text("utf-8")))


def test_accounts_keep_keys_names_settings_and_whom_they_ignore(host: LiveHost) -> None:
    people = {name: kept.program(host, name) for name in ("ada", "bert", "cleo", "cleo-laptop")}
    accounts = {name: someone.ask("name")["account"] for name, someone in people.items()}
    for someone in people.values():
        someone.close()
    nothing = {"guest": False, "settings": {}, "ignored": [], "keys": 1}
    settings = {"bell": "off", "hints": "off", "display-xterm": "colour"}
    wanted = {
        "ada": nothing | {"name": "Augusta", "settings": settings, "ignored": ["mallory", "otto"]},
        "bert": nothing | {"name": "bert", "settings": {"lang": "de"}},
        "cleo": nothing | {"name": "cleo", "keys": 2},
        "cleo-laptop": nothing | {"name": "cleo", "keys": 2},
    }
    assert kept.contained(accounts, wanted) == wanted


def test_a_ban_holds(host: LiveHost) -> None:
    out, _ = host.pipe("mallory", "api").communicate(timeout=WITHIN)
    assert b"hello" not in out
    assert "mallory" in kept.admin(host, "ban")


@pytest.mark.parametrize("name", sorted(MADE["finished"]))
def test_a_finished_game_has_its_record(host: LiveHost, name: str) -> None:
    assert kept.record(host, "ada", MADE["finished"][name]) == kept_record(name)


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_has_its_record(host: LiveHost, name: str) -> None:
    game = MADE["running"][name]
    someone = next(iter(game["people"].values()))
    assert kept.record(host, someone, game["table"]) == kept_record(f"running-{name}")


def test_who_was_forgotten_stays_forgotten() -> None:
    assert "somebody" in kept_record("abandoned")
    assert b"dora" not in (FOLDER / DATABASE).read_bytes()


def test_tables_that_did_not_begin_are_open(host: LiveHost) -> None:
    """With a bot at one, and seats kept at a rematch."""
    ada = kept.program(host, "ada")
    tables = {table["id"]: table for table in ada.ask("list", stage="open")["tables"]}
    ada.close()
    assert set(tables) == set(MADE["open"].values())
    table, rematch = (tables[MADE["open"][name]] for name in ("open", "rematch"))
    assert [seat["held_by"] for seat in table["seats"]] == ["player", "bot", "nobody"]
    assert table["clock"] == "10m"
    assert [seat["kept_for"] for seat in rematch["seats"]] == ["", "bert", ""]


@pytest.mark.parametrize("name", RUNNING)
def test_everybody_sits_where_they_sat(host: LiveHost, name: str) -> None:
    """Whole pictures: position, question, seats, clock, proposals, standing answers; people come with
    their keys, a guest with the code of the seat.
    """
    pictures = kept.read("pictures.json")[name]
    found = seen(host, MADE, MADE["running"][name], pictures)
    for seat, picture in pictures.items():
        assert found[seat] == picture


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_is_played_to_its_end(played: LiveHost, tmp_path: Path, name: str) -> None:
    """Where people alone play, it ends draw for draw as it did then; `crownhouse replay` checks the seed."""
    game = MADE["running"][name]
    last = finish(played, MADE, game)
    assert last["info"]["ending"] == "played"
    record = kept.record(played, "bert", game["table"])
    if f"end-{name}" in RECORDS:
        kept_so = kept_record(f"end-{name}").replace(kept.FIRST_RECORD, kept.PRESENT_RECORD)
        assert re.sub(r"(?m)^key .*\n", "", record) == kept_so
        assert set(re.findall(r"(?m)^key (\d) SHA256:", record)) == {"1", "2", "3"}.intersection(
            game["people"]
        )
    (tmp_path / "record").write_text(record)
    assert "seed" in record
    run(["crownhouse", "replay", tmp_path / "record"], check=True)


@pytest.mark.parametrize("name", sorted(MADE["finished"]))
def test_a_kept_record_is_replayed(name: str) -> None:
    path = FOLDER / "records" / f"{name}.record"
    run(["crownhouse", "replay", path], check=True)
