"""A host's settings: defaults, then a TOML file, then the environment, then flags; later sources win.

The environment names a setting as the file does, with the section in front: `CROWNHOUSE_LISTEN`,
`CROWNHOUSE_LIMITS_CHANNELS`. All values are checked together, and every mistake is reported in one sentence.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from platformdirs import user_data_path

from engine.game import printable
from server.identity.time_zones import zone_of
from server.settings.address import Address, is_loopback, parse_address, parse_listeners, parse_networks
from server.settings.conduct import ConductTexts, conduct_from
from server.settings.limits import Limits
from server.settings.notice import from_file, notice
from server.settings.notice_services import NoticeService, NoticeSettings, parse_services
from server.settings.renamed import OLD_SECTIONS, RENAMED
from server.settings.store_address import StoreAddress
from server.settings.timeouts import BotTiming, Timeouts
from server.settings.web import WebSettings
from server.telemetry.metrics_listener import MetricsReaders
from server.telemetry.sentences import shortened

PREFIX = "CROWNHOUSE_"
FILE_VARIABLE, FOLDER_VARIABLE = "CROWNHOUSE_CONFIG", "CROWNHOUSE_DATA"
SECTIONS = ("analyses", "bots", "limits", "notices", "timeouts", "web")
SHORTEST_TOKEN = 16
LONGEST_PROBLEM = 300
"""Characters of a sentence about a mistake; what is in the middle of a longer one is left out."""

HOST_NAME = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:_-]*")
"""A name or an IP address; with a minus in front, ssh would read it as an option."""

SettingPath = tuple[str, ...]
"""Where a setting is: its name, or its section and its name."""
FLAGS_OF_SECTIONS: Mapping[str, SettingPath] = MappingProxyType({"web": ("web", "listen")})
"""The flags that are called otherwise than their settings."""


class _Given(NamedTuple):
    """A value before it is checked, and its source as an operator knows it: a file, a variable, a flag."""

    value: Any
    source: str


class BotSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How quickly bots play, in seconds, how many processes they think in (`workers`), and whether these work
    only while nothing else wants the processor (`idle`).
    """

    pace: Annotated[float, Meta(ge=0, le=60)] = 0.8
    thinking: Annotated[float, Meta(gt=0, le=600)] = 1.0
    deadline: Annotated[float, Meta(gt=0, le=600)] = 5.0
    workers: Annotated[int, Meta(ge=0, le=64)] = 0
    """0: one fewer than the processors of the machine, from 1 to 4."""
    idle: bool = True

    @property
    def timing(self) -> BotTiming:
        return BotTiming(self.pace, self.thinking, self.deadline)

    @property
    def processes(self) -> int:
        """The number of processes in which bots think, at least 1."""
        return self.workers or min(4, max(1, (os.cpu_count() or 1) - 1))


class AnalysisSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many finished games are analysed at once, in a process each (`workers`; 0: none ever), and what the
    niceness of these processes is above the host's (`nice`; above 0, they work only while nothing else wants
    the processor, where the system has a policy for that).
    """

    workers: Annotated[int, Meta(ge=0, le=16)] = 1
    nice: Annotated[int, Meta(ge=0, le=19)] = 10


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a host; `deploy/crownhouse.toml` explains each of them."""

    listen: str | tuple[str, ...] = "localhost:2222"
    """HOST:PORT, several in a list or with blanks between; `*:PORT` is every address, IPv4 and IPv6."""
    public: str = ""
    """HOST:PORT by which players reach the host; empty: what each client called, where it is known."""
    data: str = ""
    """Empty: the user's data folder."""
    store: str = ""
    """The address of a PostgreSQL database, perhaps with a password; empty: a database in the data folder."""
    processes: Annotated[int, Meta(ge=1, le=64)] = 1
    """How many processes of this machine serve players."""
    host_key: str = ""
    """The path of the host's private key; empty: one that the host makes itself."""
    proxied: bool = False
    """Players come through a balancer that speaks the PROXY protocol, version 2."""
    message: str = ""
    message_file: str = ""
    """The message of the day, or the path of a file that holds it; not both."""
    log: Literal["text", "json"] = "text"
    log_addresses: bool = False
    names: Literal["generated", "login"] = "generated"
    """What new players are called: a name that the host draws, or the one that their SSH client sends."""
    zone: str = "UTC"
    """The time zone in which start times are meant where a player has named none."""
    address_days: Annotated[int, Meta(ge=0, le=3650)] = 30
    """The longest time for which an address is stored, in days; 0: addresses are not stored."""
    conduct: str = ""
    """The path of a text file with the rules of conduct, which newcomers accept; empty: the usual ones."""
    report_days: Annotated[int, Meta(ge=1, le=3650)] = 30
    """How long reports, with the talk in them, and read letters are stored, in days."""
    audit_days: Annotated[int, Meta(ge=1, le=3650)] = 365
    """How long the audit log is stored, in days."""
    metrics: str = ""
    """HOST:PORT of the metrics endpoint; empty: no endpoint."""
    metrics_from: str | tuple[str, ...] = ""
    """The addresses or networks that may read the metrics, besides this machine: a list, or with blanks."""
    metrics_token: str = ""
    """The path of a file with the token that readers of the metrics have to send; empty: none."""
    ready: str = ""
    """HOST:PORT where a balancer asks whether new players should come here; empty: nowhere."""
    analyses: AnalysisSettings = AnalysisSettings()
    bots: BotSettings = BotSettings()
    limits: Limits = Limits()
    notices: NoticeSettings = NoticeSettings()
    timeouts: Timeouts = Timeouts()
    web: WebSettings = WebSettings()

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where to listen. Raises ValueError if one of `listen` is not HOST:PORT."""
        return parse_listeners(self.listen, "127.0.0.1:2222")

    @property
    def public_address(self) -> Address | None:
        """Host and port of `public`, None without one. Raises ValueError if `public` is not HOST:PORT, or if
        its host is not what can be typed after `ssh`.
        """
        if not self.public:
            return None
        found = parse_address(self.public, "play.example.org:22")
        if not HOST_NAME.fullmatch(found.host):
            raise ValueError(f"{self.public!r} is not an address such as play.example.org:22")
        return found

    @property
    def is_nameless(self) -> bool:
        """Whether notices go out that cannot tell by which address players come."""
        return bool(self.notices.services) and not self.public

    @property
    def store_address(self) -> StoreAddress | None:
        """The address in `store`, None without one. Raises ValueError as `StoreAddress` does."""
        return StoreAddress(self.store) if self.store else None

    @property
    def metrics_address(self) -> Address | None:
        """Host and port of the metrics endpoint, None without one. Raises ValueError if `metrics` is not
        HOST:PORT, or if other machines could read them and nothing says which may.
        """
        if not self.metrics:
            return None
        found = parse_address(self.metrics, "127.0.0.1:9222")
        if not (is_loopback(found.host) or parse_networks(self.metrics_from) or self.metrics_token):
            raise ValueError(
                f"{self.metrics!r} is not a loopback address such as 127.0.0.1:9222: set metrics_from or"
                " metrics_token, too"
            )
        return found

    @property
    def metrics_readers(self) -> MetricsReaders:
        """Who may read the metrics. Raises ValueError if a network is none, or the file has no token."""
        networks = parse_networks(self.metrics_from)
        return MetricsReaders(networks, _token(Path(self.metrics_token)) if self.metrics_token else b"")

    @property
    def ready_address(self) -> Address | None:
        """Host and port of the readiness endpoint, None without one. Raises ValueError if `ready` is not
        HOST:PORT.
        """
        return parse_address(self.ready, "127.0.0.1:9223") if self.ready else None

    @property
    def notice(self) -> str:
        """The message of the day on one line, "" without one. Raises ValueError if both settings are given,
        the file cannot be read, or the message is too long.
        """
        if self.message and self.message_file:
            raise ValueError("set either message or message_file, not both")
        return from_file(Path(self.message_file)) if self.message_file else notice(self.message)

    @property
    def notice_services(self) -> Mapping[str, NoticeService]:
        """What notices are sent through, by name. Raises ValueError if the file cannot be used."""
        if not self.notices.services:
            return {}
        try:
            return parse_services(self.notices.text())
        except ValueError as error:
            raise ValueError(f"{self.notices.services} {error}") from error

    @property
    def conduct_texts(self) -> ConductTexts:
        """The operator's rules of conduct. Raises ValueError if a file cannot be used."""
        return conduct_from(_path(self.conduct)) if self.conduct else ConductTexts()

    @property
    def time_zone(self) -> str:
        """The name of the time zone. Raises ValueError if there is none of that name."""
        if zone_of(self.zone) is None:
            raise ValueError(f"{self.zone!r} is no time zone such as Europe/Berlin")
        return self.zone

    @property
    def folder(self) -> Path:
        """The data folder: `data`, or the user's own data folder. Raises ValueError if no path can be so."""
        return _path(self.data) if self.data else user_data_path("crownhouse")

    @property
    def key_file(self) -> Path | None:
        """The path of the host's private key, None if the host makes it. Raises ValueError like `folder`."""
        return _path(self.host_key) if self.host_key else None


def _check_processes(config: Config) -> None:
    """Raise ValueError if a host without a store that nodes share shall have several processes."""
    if config.processes > 1 and not config.store:
        raise ValueError(
            "several processes need PostgreSQL: crownhouse move-store moves the host there; then set store"
        )


def _check_addresses(config: Config) -> None:
    """Raise ValueError if addresses shall be logged that shall not be stored."""
    if config.log_addresses and not config.address_days:
        raise ValueError("with address_days = 0 no address is written down, and so none is logged")


def _check_window(config: Config) -> None:
    """Raise ValueError if the host shall start a window and cannot."""
    if config.web.address and config.processes > 1:
        raise ValueError("a host of several processes starts no window: run `crownhouse web` beside it")


def _token(path: Path) -> bytes:
    try:
        found = path.read_bytes().strip()
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} cannot be read: {getattr(error, 'strerror', error)}") from error
    if len(found) < SHORTEST_TOKEN or not re.fullmatch(rb"[\x21-\x7e]+", found):
        raise ValueError(f"{path} has to hold {SHORTEST_TOKEN} letters or more, without blanks")
    return found


def _path(text: str) -> Path:
    if "\0" in text:
        raise ValueError("a path has no NUL character")
    return Path(text)


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
        ((_place_of(name), _Given(value, f"--{name}")) for name, value in flags.items()),
    )
    for source in sources:
        given.update(_with_new_names(dict(source), old_names))
    problems: list[str] = []
    config = _checked(_converted(given, problems), problems)
    if problems:
        raise BadConfig(problems)
    return LoadedConfig(config, tuple(dict.fromkeys(old_names)))


SERVICE_FOLDER = Path("/var/lib/crownhouse")


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


def _place_of(flag: str) -> SettingPath:
    return FLAGS_OF_SECTIONS.get(flag, (flag,))


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


def _checked(values: dict[str, Any], problems: list[str]) -> Config:
    config = msgspec.convert(values, Config)
    checks: dict[str, Callable[[], object]] = {
        "data": lambda: config.folder,
        "store": lambda: config.store_address,
        "processes": lambda: _check_processes(config),
        "log_addresses": lambda: _check_addresses(config),
        "host_key": lambda: config.key_file,
        "listen": lambda: config.addresses,
        "public": lambda: config.public_address,
        "metrics": lambda: config.metrics_address,
        "metrics_from, metrics_token": lambda: config.metrics_readers,
        "ready": lambda: config.ready_address,
        "message": lambda: config.notice,
        "zone": lambda: config.time_zone,
        "notices.services": lambda: config.notice_services,
        "conduct": lambda: config.conduct_texts,
        "web.listen": lambda: _check_window(config),
        "web.public": lambda: config.web.url,
        "web.proxies": lambda: config.web.believed,
        "web.keys": lambda: config.web.fingerprints,
    }
    for setting, check in checks.items():
        try:
            check()
        except ValueError as error:
            problems.append(f"{setting}: {error}.")
    return config


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
            yield ((section, rest) if _is_section(section) else (name,)), _Given(value, variable)


def _is_section(name: str) -> bool:
    return name in SECTIONS or name in OLD_SECTIONS


def _type_of(place: SettingPath) -> Any:
    """The type of a setting. Raises KeyError if there is no setting of that name."""
    kind: Any = Config
    for name in place:
        kind = {field.name: field.type for field in msgspec.structs.fields(kind)}[name]
    if kind in {BotSettings, Limits, NoticeSettings, Timeouts, WebSettings}:
        raise KeyError(place)
    return kind


def _sentence(place: SettingPath, error: Exception) -> str:
    name = ".".join(place)
    if isinstance(error, KeyError):
        return f"unknown setting {name}."
    if isinstance(error, UnicodeEncodeError):  # bytes of the environment, or an escape in the file
        return f"{name}: not valid UTF-8."
    kind = _type_of(place)
    if get_origin(kind) is Literal:
        return f"{name}: must be {' or '.join(get_args(kind))}."
    return f"{name}: {str(error).lower()}."
