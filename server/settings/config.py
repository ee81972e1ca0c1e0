"""A host's settings: what there is, its defaults, and what each has to be. `loading` reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from platformdirs import user_data_path

from server.settings.address import Address, is_loopback, parse_address, parse_listeners, parse_networks
from server.settings.conduct import ConductTexts, conduct_from
from server.settings.limits import Limits
from server.settings.notice import from_file, notice
from server.settings.notice_services import NoticeService, NoticeSettings, parse_services
from server.settings.store_address import StoreAddress
from server.settings.timeouts import BotTiming, Timeouts
from server.settings.web import WebSettings
from server.telemetry.metrics_listener import MetricsReaders
from tui.language.time_zones import zone_of

SECTIONS = ("analyses", "bots", "limits", "notices", "timeouts", "web")
SHORTEST_TOKEN = 16
HOST_NAME = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:_-]*")
"""A name or an IP address; with a minus in front, ssh would read it as an option."""


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


def problems_of(config: Config) -> Iterator[str]:
    """Yield a sentence for each setting whose value means nothing, or does not go with another one."""
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
    told = set[str]()
    for setting, check in checks.items():
        try:
            check()
        except ValueError as error:
            if str(error) not in told:  # what several settings have to do with is told of the first
                yield f"{setting}: {error}."
            told.add(str(error))


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
