"""A host's settings: defaults, then a TOML file, then the environment, then flags; checked at once.

`CROWNHOUSE_LISTEN`, `CROWNHOUSE_LIMITS_CHANNELS`: the environment names a setting like the
file does, with its section in front. Every mistake is one sentence, all of them are told.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from platformdirs import user_data_path

from server.settings.bot_timing import BotTiming
from server.settings.limits import Limits
from server.settings.notice import from_file, notice
from server.settings.timeouts import Timeouts

PREFIX = "CROWNHOUSE_"
FILE_VARIABLE = "CROWNHOUSE_CONFIG"
SECTIONS = ("bots", "limits", "patience")

Settings = dict[tuple[str, ...], tuple[Any, str]]
"""Values by their path, each with where it was said."""


class BotSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds; `workers`: processes in which bots think, 0: one fewer than processors, at most 4."""

    pace: Annotated[float, Meta(ge=0, le=60)] = 0.8
    thinking: Annotated[float, Meta(gt=0, le=600)] = 0.3
    deadline: Annotated[float, Meta(gt=0, le=600)] = 5.0
    workers: Annotated[int, Meta(ge=0, le=64)] = 0

    @property
    def manner(self) -> BotTiming:
        return BotTiming(self.pace, self.thinking, self.deadline)

    @property
    def processes(self) -> int:
        return self.workers or min(4, max(1, (os.cpu_count() or 1) - 1))


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a host can be told; `deploy/crownhouse.toml` explains each setting."""

    listen: str = "127.0.0.1:2222"
    data: str = ""
    """Empty: the user's data folder."""
    proxied: bool = False
    """Players come through a balancer that speaks the PROXY protocol, version 2."""
    message: str = ""
    message_file: str = ""
    """The message of the day, or where it stands."""
    log: Literal["text", "json"] = "text"
    log_addresses: bool = False
    address_days: Annotated[int, Meta(ge=0, le=3650)] = 30
    """How long an address is stored at most."""
    metrics: str = ""
    """Where metrics are told, on this machine alone; empty: nowhere."""
    bots: BotSettings = BotSettings()
    limits: Limits = Limits()
    patience: Timeouts = Timeouts()

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of `listen`. Raises ValueError where it is none."""
        return _address(self.listen, "127.0.0.1:2222")

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Where metrics are told. Raises ValueError where others than this machine could read."""
        if not self.metrics:
            return None
        host, port = _address(self.metrics, "127.0.0.1:9222")
        if not (host == "localhost" or _loopback(host)):
            raise ValueError(f"{self.metrics!r} is not of this machine alone, as 127.0.0.1:9222 is")
        return host, port

    @property
    def notice(self) -> str:
        """The message of the day, clean. Raises ValueError where there cannot be one."""
        if self.message and self.message_file:
            raise ValueError("say either message or message_file")
        return from_file(Path(self.message_file)) if self.message_file else notice(self.message)

    @property
    def folder(self) -> Path:
        return Path(self.data) if self.data else user_data_path("crownhouse")


def _address(text: str, example: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError(f"{text!r} is not an address such as {example}")
    return host, int(port)


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class BadConfig(Exception):  # noqa: N818
    """Settings that cannot be; `problems` has one sentence each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(problems)
        self.problems = problems


def load(flags: Mapping[str, str], environment: Mapping[str, str], file: str | None) -> Config:
    """The settings. `flags` are those given, by name; `file` may also come from
    CROWNHOUSE_CONFIG. Raises BadConfig.
    """
    path = file or environment.get(FILE_VARIABLE)
    said: Settings = dict(_from_file(Path(path))) if path else {}
    said.update(_from_environment(environment))
    said.update({(name,): (value, f"--{name}") for name, value in flags.items()})
    problems: list[str] = []
    values: dict[str, Any] = {section: {} for section in SECTIONS}
    for place, (value, source) in said.items():
        try:
            inside = values[place[0]] if len(place) == 2 else values
            inside[place[-1]] = msgspec.convert(value, _type_of(place), strict=not isinstance(value, str))
        except (KeyError, msgspec.ValidationError) as error:
            problems.append(f"{source}: {_sentence(place, error)}")
    config = _checked(values, problems)
    if problems:
        raise BadConfig(problems)
    return config


def _checked(values: dict[str, Any], problems: list[str]) -> Config:
    config = msgspec.convert(values, Config)
    checks: dict[str, Callable[[], object]] = {
        "listen": lambda: config.address,
        "metrics": lambda: config.metrics_address,
        "message": lambda: config.notice,
    }
    for setting, check in checks.items():
        try:
            check()
        except ValueError as error:
            problems.append(f"{setting}: {error}.")
    return config


def _from_file(path: Path) -> Iterator[tuple[tuple[str, ...], tuple[Any, str]]]:
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadConfig([f"{path}: cannot be read: {error.strerror}."]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig([f"{path}: is not TOML: {error}."]) from error
    for key, value in told.items():
        if isinstance(value, dict) and key in SECTIONS:
            yield from (((key, name), (inner, str(path))) for name, inner in value.items())
        else:
            yield (key,), (value, str(path))


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], tuple[Any, str]]]:
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable != FILE_VARIABLE:
            name = variable.removeprefix(PREFIX).lower()
            section, _, rest = name.partition("_")
            yield ((section, rest) if section in SECTIONS else (name,)), (value, variable)


def _type_of(place: tuple[str, ...]) -> Any:
    """The type of a setting. Raises KeyError where there is none of that name."""
    kind: Any = Config
    for name in place:
        kind = {field.name: field.type for field in msgspec.structs.fields(kind)}[name]
    if kind in {BotSettings, Limits, Timeouts}:
        raise KeyError(place)
    return kind


def _sentence(place: tuple[str, ...], error: Exception) -> str:
    name = ".".join(place)
    if isinstance(error, KeyError):
        return f"there is no setting {name}."
    kind = _type_of(place)
    if get_origin(kind) is Literal:
        return f"{name}: it can be {' or '.join(get_args(kind))}."
    return f"{name}: {str(error).lower()}."
