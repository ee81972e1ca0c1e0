"""What operators wrote for a kept version still says what it said."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.settings.loading import load
from tests.forked import Forked
from tests.kept import kept
from tests.kept.kept import DATABASE, FOLDER
from tests.waiting import WITHIN

RENAMED: Mapping[str, str] = {
    "patience.away": "timeouts.away",
    "patience.reaction": "timeouts.reaction",
    "patience.reaction_here": "timeouts.reaction_here",
    "patience.open_table": "timeouts.open_table",
    "patience.game": "timeouts.game",
    "patience.sign_of_life": "timeouts.heartbeat",
    "patience.key_code": "timeouts.key_code",
}
"""Settings that have a new name, by their kept names. The host accepts the old one and logs the new."""
FILE = FOLDER / "crownhouse.toml"
ENVIRONMENT = dict(line.split("=", 1) for line in (FOLDER / "environment").read_text().splitlines())


def settings(said: Mapping[str, Any]) -> dict[str, Any]:
    """Values by "section.name"."""
    found: dict[str, Any] = {}
    for name, value in said.items():
        inside = {f"{name}.{inner}": value[inner] for inner in value} if isinstance(value, dict) else None
        found |= {name: value} if inside is None else inside
    return found


WANTED = {RENAMED.get(name, name): value for name, value in settings(tomllib.loads(FILE.read_text())).items()}


def loaded(environment: Mapping[str, str], file: Path | None) -> dict[str, Any]:
    return settings(msgspec.to_builtins(load({}, environment, str(file) if file else None)))


def test_no_kept_value_is_a_default() -> None:
    """Else a setting that is ignored would not be noticed."""
    defaults = loaded({}, None)
    assert [name for name in WANTED if WANTED[name] == defaults[name]] == []


@pytest.mark.parametrize("way", ["file", "named file", "environment"])
def test_every_kept_setting_arrives(way: str) -> None:
    environment = {"file": {}, "named file": {"CROWNHOUSE_CONFIG": str(FILE)}, "environment": ENVIRONMENT}[
        way
    ]
    found = loaded(environment, FILE if way == "file" else None)
    assert {name: found[name] for name in WANTED} == WANTED


def test_a_message_file_arrives(tmp_path: Path) -> None:
    """The one setting that cannot stand beside another."""
    (tmp_path / "motd").write_text("From a file.\n")
    said = {"CROWNHOUSE_MESSAGE_FILE": str(tmp_path / "motd")}
    assert load({}, said, None).notice == "From a file."


def test_a_host_starts_with_the_kept_configuration(tmp_path: Path) -> None:
    """Whose address and data folder are said otherwise by flags."""
    command = [
        "crownhouse",
        "serve",
        "--config",
        str(FILE),
        "--listen",
        "127.0.0.1:0",
        "--data",
        str(tmp_path),
    ]
    environment = {**os.environ, "CROWNHOUSE_METRICS": ""}
    with Forked(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as host:
        assert host.stdout is not None
        first = host.stdout.readline().decode()
        host.send_signal(signal.SIGTERM)
        _, errors = host.communicate(timeout=WITHIN)
    assert re.search(r'"event": "listening".* "at": "127\.0\.0\.1 port \d+"', first), errors
    assert host.returncode == 0
    lines = [json.loads(line) for line in errors.splitlines()]
    warned = [(line["event"], line["said"]) for line in lines if line["level"] == "warning"]
    assert warned == [
        ("a setting has a new name", f"setting {old} is now called {new}") for old, new in RENAMED.items()
    ]


@pytest.mark.e2e
def test_monitors_and_readers_of_logs_find_the_same_names(tmp_path: Path) -> None:
    """Metrics with their labels, log events with their keys, on a copy of the kept database; there may be
    more of each by now. Renaming one is a line in the changelog, and then in `metrics.json` or `log.json`.
    """
    at = kept.host(tmp_path, FOLDER / DATABASE)
    try:
        assert set(kept.read("metrics.json")) <= set(kept.metrics(at))
        kept.operate(at)
        at.stop()
        found, wanted = kept.log_keys(at), kept.read("log.json")
    finally:
        at.close()
    missing = {event: set(keys) - set(found.get(event, ())) for event, keys in wanted.items()}
    assert {event: keys for event, keys in missing.items() if keys} == {}
