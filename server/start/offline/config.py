"""`crownhouse config`: prints every setting with its default and meaning, as a file to start from, or as a
JSON schema for editors.

The text is `deploy/crownhouse.toml`, which a wheel has beside `server.settings`; types and limits come from
`server.settings.config`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from server.settings import config as settings
from server.settings.config import Config

SAMPLE = "crownhouse.toml"
SETTING = re.compile(r"(\w+) = ")
SECTION = re.compile(r"\[(\w+)\]")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("config", help="print all settings with their defaults and meanings")
    parser.add_argument("--schema", action="store_true", help="as a JSON schema, for editors")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the sample or the schema and return the exit status."""
    text = sample()
    sys.stdout.write(json.dumps(schema(text), indent=2) + "\n" if arguments.schema else text)
    return 0


def sample() -> str:
    packaged = Path(settings.__file__).with_name(SAMPLE)
    in_tree = Path(settings.__file__).parents[2] / "deploy" / SAMPLE
    return (in_tree if in_tree.exists() else packaged).read_text("utf-8")


def schema(text: str) -> dict[str, Any]:
    """Return the JSON schema of a configuration, with the meanings that the sample gives."""
    (found,), components = msgspec.json.schema_components([Config], ref_template="#/$defs/{name}")
    meanings = _meanings(text)
    defaults = tomllib.loads(text)
    root = components.pop(found["$ref"].rpartition("/")[2])
    for name, kind in root["properties"].items():
        if name in settings.SECTIONS:
            inner = components[_reference(kind)]
            _describe(inner["properties"], meanings, f"{name}.", defaults[name])
            root["properties"][name] = {"$ref": f"#/$defs/{_reference(kind)}"}
    _describe(
        {n: k for n, k in root["properties"].items() if n not in settings.SECTIONS}, meanings, "", defaults
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **root,
        "title": "crownhouse.toml",
        "description": "All settings of a crownhouse host.",
        "$defs": components,
    }


def _reference(kind: Mapping[str, Any]) -> str:
    """Return the name of the component that a property refers to."""
    found = kind.get("$ref") or next(one["$ref"] for one in kind.get("allOf", kind.get("anyOf", ())))
    return str(found).rpartition("/")[2]


def _describe(
    properties: Mapping[str, dict[str, Any]],
    meanings: Mapping[str, str],
    before: str,
    defaults: Mapping[str, Any],
) -> None:
    for name, kind in properties.items():
        kind["description"] = meanings[f"{before}{name}"]
        kind["default"] = defaults[name]


def _meanings(text: str) -> dict[str, str]:
    """Return what the comment before each setting, or before its group, says."""
    found: dict[str, str] = {}
    section, fresh = "", False
    comment: list[str] = []
    for line in text.splitlines():
        if heading := SECTION.match(line):
            section = f"{heading[1]}."
        elif line.startswith("#"):
            comment, fresh = [*(comment if fresh else []), line.removeprefix("#").strip()], True
        elif name := SETTING.match(line):
            found[f"{section}{name[1]}"], fresh = " ".join(comment), False
        else:
            fresh = False
    return found
