"""`crownhouse config` prints what a configuration can say, for people and for editors."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from server.start.offline.config import sample
from tests.server.start.commands import crownhouse, in_this_process

EXAMPLE = Path(__file__).parents[3] / "deploy" / "crownhouse.toml"


def test_the_sample_is_the_file_in_deploy() -> None:
    """Comments and all."""
    done = crownhouse("config")
    assert (done.status, "\n".join(done.out)) == (0, EXAMPLE.read_text("utf-8").rstrip("\n"))


def test_the_schema_has_every_setting_with_its_default_and_meaning() -> None:
    """The meaning is the comment before the setting, and nothing of the one before that."""
    schema = json.loads("\n".join(in_this_process("config", "--schema").out))
    for name, value in tomllib.loads(sample()).items():
        kind = schema["properties"][name]
        if isinstance(value, dict):
            inside = schema["$defs"][kind["$ref"].rpartition("/")[2]]["properties"]
            assert {setting: inside[setting]["default"] for setting in inside} == value
            assert all(inside[setting]["description"] for setting in inside)
        else:
            assert (kind["default"], bool(kind["description"])) == (value, True)
    assert schema["properties"]["listen"]["description"].startswith("The addresses that players connect to")
    assert schema["$defs"]["Limits"]["properties"]["channels"]["minimum"] == 1
    assert schema["additionalProperties"] is False
