"""What stands in deploy/ fits the host: the example configuration says every setting, as it is."""

from __future__ import annotations

import re
import tomllib
from argparse import Namespace
from pathlib import Path

import msgspec

from server.admin.commands import COMMANDS
from server.admin.protocol import ReloadRequest
from server.sessions.listener import CLOSE_TIMEOUT
from server.sessions.session import GOODBYE_TIMEOUT
from server.settings.config import SECTIONS, Config
from server.settings.loading import load
from server.telemetry.metrics import PrometheusMetrics

DEPLOY = Path(__file__).parents[3] / "deploy"
EXAMPLE = DEPLOY / "crownhouse.toml"
UNIT = (DEPLOY / "crownhouse.service").read_text("utf-8")


DOCS = DEPLOY.parent / "docs"
HOSTING = "".join((DOCS / f"{name}.md").read_text("utf-8") for name in ("hosting", "backup", "monitoring"))


def fields(kind: type) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)}


def test_the_example_configuration_is_the_defaults() -> None:
    """It loads, and whoever copies it changes nothing by that."""
    assert load({}, {}, str(EXAMPLE)) == Config()


def test_every_setting_stands_in_the_example() -> None:
    """By its name and in its section; a new setting cannot be forgotten there."""
    said = tomllib.loads(EXAMPLE.read_text("utf-8"))
    assert set(said) == fields(Config)
    sections = {field.name: field.type for field in msgspec.structs.fields(Config) if field.name in SECTIONS}
    for name, kind in sections.items():
        assert set(said[name]) == fields(kind), name


def test_every_setting_is_explained() -> None:
    """A comment stands before each setting, or before the group of settings it belongs to."""
    for group in EXAMPLE.read_text("utf-8").split("\n\n"):
        settings = [line for line in group.splitlines() if re.match(r"\w+ =", line)]
        assert not settings or group.splitlines()[0][0] in "#[", group
        assert not settings or "#" in group, group


def test_the_pages_on_hosting_know_every_command() -> None:
    assert set(COMMANDS) <= set(re.findall(r"^\| `([\w-]+)", HOSTING, re.MULTILINE))


def test_the_page_on_monitoring_knows_every_figure_and_no_other() -> None:
    told, watches = (
        PrometheusMetrics(),
        [name for name in vars(PrometheusMetrics) if name.startswith("watch")],
    )
    assert len(watches) == 4  # each is called here
    told.watch(int, list, int, int)
    told.watch_room(lambda: dict.fromkeys(("sessions", "tables"), 1), int, int, int)
    told.watch_nodes(int, bool)
    told.watch_damage(str)
    figures = set(re.findall(r"^# TYPE (crownhouse_\w+)", told.text().decode(), re.MULTILINE))
    assert set(re.findall(r"`(crownhouse_\w+)", HOSTING)) == {
        name for name in figures if not name.endswith("_created")
    }


def test_every_setting_a_page_names_is_there() -> None:
    """As a key with its value, or as a variable, of a section with its name in front."""
    sections = {one.name: fields(one.type) for one in msgspec.structs.fields(Config) if one.name in SECTIONS}
    of_sections = {f"{section}_{name}" for section, names in sections.items() for name in names}
    keys = fields(Config).union(*sections.values())
    for page in DOCS.glob("*.md"):
        text = page.read_text("utf-8")
        assert set(re.findall(r"`([a-z_]+) = ", text)) <= keys, page
        variables = {name.lower() for name in re.findall(r"CROWNHOUSE_(\w+)", text)}
        assert variables <= fields(Config) | of_sections | {"config"}, page


def test_the_unit_file_leaves_time_for_the_goodbye() -> None:
    """Players are told before anything is killed."""
    (timeout,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    assert float(timeout) >= 2 * (2 * CLOSE_TIMEOUT + GOODBYE_TIMEOUT)
    assert "KillMode=mixed" in UNIT


def test_the_unit_file_reloads_by_a_command_that_tells_of_mistakes() -> None:
    """`systemctl reload` fails where the configuration is wrong; a signal could not say so."""
    (command,) = re.findall(r"^ExecReload=\S+/crownhouse admin (\w+)$", UNIT, re.MULTILINE)
    assert isinstance(COMMANDS[command].request(Namespace(node="")), ReloadRequest)


def test_the_unit_file_allows_as_many_files_as_there_may_be_sessions() -> None:
    """And connections that are logging in or waiting."""
    limits = Config().limits
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", UNIT, re.MULTILINE)
    assert int(files) >= 2 * (limits.sessions + limits.logging_in + limits.waiting)
