"""Where a host's settings come from: defaults, a TOML file, the environment, flags; later sources win.

The environment names a setting as the file does, with the section in front: `CROWNHOUSE_LISTEN`,
`CROWNHOUSE_LIMITS_CHANNELS`. All values are checked together, and every mistake is reported in one sentence.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from engine.game import printable
from server.settings.config import SECTIONS, BotSettings, Config, problems_of
from server.settings.limits import Limits
from server.settings.notice_services import NoticeSettings
from server.settings.renamed import OLD_SECTIONS, RENAMED
from server.settings.timeouts import Timeouts
from server.settings.web import WebSettings
from server.telemetry.sentences import shortened

PREFIX = "CROWNHOUSE_"
FILE_VARIABLE, FOLDER_VARIABLE = "CROWNHOUSE_CONFIG", "CROWNHOUSE_DATA"
LONGEST_PROBLEM = 300
"""Characters of a sentence about a mistake; what is in the middle of a longer one is left out."""

SERVICE_FOLDER = Path("/var/lib/crownhouse")

KINDS = re.compile("`([^`]+)`")
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text",
        "array": "a list", "object": "a section", "null": "nothing",
    }
)  # fmt: skip
"""What msgspec's kinds of values are for an operator."""
SettingPath = tuple[str, ...]
"""Where a setting is: its name, or its section and its name."""
FLAGS_OF_SECTIONS: Mapping[str, SettingPath] = MappingProxyType({"web": ("web", "listen")})
"""The flags that are called otherwise than their settings."""


class _Given(NamedTuple):
    """A value before it is checked, and its source as an operator knows it: a file, a variable, a flag."""

    value: Any
    source: str


class BadConfig(Exception):  # noqa: N818
    """Settings that are not valid; `problems` has one sentence for each mistake."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(problems)
        self.problems = [printable(shortened(problem, LONGEST_PROBLEM)) for problem in problems]


class LoadedConfig(NamedTuple):
    """A host's settings, and the old names that they were given by, each once (see `RENAMED`)."""

    config: Config
    old_names: tuple[str, ...]


def load(flags: Mapping[str, str], environment: Mapping[str, str], file: str | None) -> Config:
    """The settings of a host.

    `flags` has the values of command-line flags by setting, `environment` the process's variables, `file`
    the path of a TOML file (None: CROWNHOUSE_CONFIG of the environment, if it is there). Raises BadConfig.
    """
    return load_with_names(flags, environment, file).config


def load_with_names(
    flags: Mapping[str, str], environment: Mapping[str, str], file: str | None
) -> LoadedConfig:
    """The same as `load`, with the old names that should be replaced. Raises BadConfig."""
    path = file or environment.get(FILE_VARIABLE)
    old_names: list[str] = []
    given: dict[SettingPath, _Given] = {}
    sources = (
        _from_file(Path(path)) if path else (),
        _from_environment(environment),
        ((FLAGS_OF_SECTIONS.get(name, (name,)), _Given(value, f"--{name}")) for name, value in flags.items()),
    )
    for source in sources:
        given.update(_with_new_names(dict(source), old_names))
    problems: list[str] = []
    config = msgspec.convert(_converted(given, problems), Config)
    problems += problems_of(config)
    if problems:
        raise BadConfig(problems)
    return LoadedConfig(config, tuple(dict.fromkeys(old_names)))


def of_service(environment: Mapping[str, str], root: Path = Path("/")) -> Mapping[str, str]:
    """Return the environment of commands about a host that is there: where it names no settings and no
    folder, those of the service (deploy/crownhouse.service), for whoever may enter its folder.
    """
    folder, file = root / SERVICE_FOLDER.relative_to("/"), root / "etc/crownhouse.toml"
    if {FILE_VARIABLE, FOLDER_VARIABLE} & environment.keys() or not os.access(folder, os.X_OK):
        return environment
    settings = {FILE_VARIABLE: str(file)} if file.is_file() else {}
    return {**environment, FOLDER_VARIABLE: str(folder), **settings}


def log_style(environment: Mapping[str, str], file: str | None) -> Literal["text", "json"]:
    """Return how a host logs whose settings are wrong."""
    given: dict[SettingPath, _Given] = {}
    try:
        path = file or environment.get(FILE_VARIABLE)
        given.update(_from_file(Path(path)) if path else ())
    except BadConfig:
        pass
    given.update(_from_environment(environment))
    return "json" if ("log",) in given and given["log",].value == "json" else "text"


def _with_new_names(given: dict[SettingPath, _Given], old_names: list[str]) -> dict[SettingPath, _Given]:
    """The settings of one source by their new names. If a source gives both names, the new one holds."""
    found: dict[SettingPath, _Given] = {}
    for place, value in given.items():
        name = ".".join(place)
        if name in RENAMED:
            old_names.append(name)
            new = tuple(RENAMED[name].split("."))
            if new not in given:
                found[new] = value
        else:
            found[place] = value
    return found


def _converted(given: Mapping[SettingPath, _Given], problems: list[str]) -> dict[str, Any]:
    """The values by setting, those of sections by section and setting; adds a problem for each wrong one."""
    values: dict[str, Any] = {section: {} for section in SECTIONS}
    for place, (value, source) in given.items():
        try:
            inside = values[place[0]] if len(place) == 2 else values
            found = msgspec.convert(value, _type_of(place), strict=not isinstance(value, str))
            if isinstance(found, float) and not isfinite(found):
                raise msgspec.ValidationError("Expected a number")  # noqa: TRY301  (like every other mistake)
            inside[place[-1]] = found
        except (KeyError, UnicodeEncodeError, msgspec.ValidationError) as error:
            problems.append(f"{source}: {_sentence(place, error)}")
    return values


def _from_file(path: Path) -> Iterator[tuple[SettingPath, _Given]]:
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadConfig([f"{path}: cannot be read: {error.strerror}."]) from error
    except RecursionError as error:
        raise BadConfig([f"{path}: not valid TOML: nested too deeply."]) from error
    except ValueError as error:  # not TOML, not UTF-8, or a number of thousands of digits
        why = str(error).replace("Cannot overwrite a value", "This is set twice")
        raise BadConfig([f"{path}: not valid TOML: {why}."]) from error
    for key, value in document.items():
        if isinstance(value, dict) and _is_section(key):
            yield from (((key, name), _Given(inner, str(path))) for name, inner in value.items())
        else:
            yield (key,), _Given(value, str(path))


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[SettingPath, _Given]]:
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable != FILE_VARIABLE:
            name = variable.removeprefix(PREFIX).lower()
            section, _, rest = name.partition("_")
            yield ((section, rest) if rest and _is_section(section) else (name,)), _Given(value, variable)


def _is_section(name: str) -> bool:
    return name in SECTIONS or name in OLD_SECTIONS


def _kind_of(place: SettingPath) -> Any:
    """The type of a setting, or what a section has. Raises KeyError if there is none of that name."""
    kind: Any = Config
    for name in place:
        kind = {field.name: field.type for field in msgspec.structs.fields(kind)}[name]
    return kind


def _type_of(place: SettingPath) -> Any:
    """The type of a setting. Raises KeyError if there is no setting of that name."""
    kind = _kind_of(place)
    if kind in {BotSettings, Limits, NoticeSettings, Timeouts, WebSettings}:
        raise KeyError(place)
    return kind


def _sentence(place: SettingPath, error: Exception) -> str:
    name = ".".join(place)
    if name in SECTIONS:
        return f"{name} is a section: write [{name}], and its settings below."
    if isinstance(error, KeyError):
        near = get_close_matches(place[-1], _settings_in(place[:-1]), 1)
        there = f" (there is {'.'.join((*place[:-1], *near))})" if near else ""
        return f"unknown setting {name}{there}."
    if isinstance(error, UnicodeEncodeError):  # bytes of the environment, or an escape in the file
        return f"{name}: not valid UTF-8."
    kind = _type_of(place)
    if get_origin(kind) is Literal:
        return f"{name}: must be {' or '.join(get_args(kind))}."
    return f"{name}: {KINDS.sub(_in_words, str(error).lower())}."


def _settings_in(section: SettingPath) -> Sequence[str]:
    """Return the names of the settings in a section, () the whole file; none if there is no such section."""
    try:
        kind = _kind_of(section)
    except KeyError:
        return ()
    return [field.name for field in msgspec.structs.fields(kind)]


def _in_words(found: re.Match[str]) -> str:
    return " or ".join(WORDS.get(kind, kind) for kind in found[1].split(" | "))
