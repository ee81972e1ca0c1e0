"""`crownhouse serve --check`: says in one line each whether a host could start here, and starts nothing:
configuration, data folder, store, host key, ports.

Nothing is made or changed: a folder, database or key that is missing is made by the first start.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from pwd import getpwuid
from shutil import disk_usage
from types import MappingProxyType
from typing import NamedTuple

from engine.game import printable
from server.settings.address import NAMELESS, Address
from server.settings.config import Config
from server.settings.loading import SERVICE_FOLDER
from server.settings.store_address import StoreAddress
from server.store.database.data_folder import DATABASE_FILE, KEY_FILE, LOCK_FILE, StartupError, read_host_key
from server.store.database.file_check import check_is_no_backup, quick_check, read_only
from server.store.database.schema import SCHEMA_VERSION, UnusableDatabase, version_of
from server.store.host_keys import KNOWN, check_fingerprint, missing_key
from server.store.outages import BEHIND, LAST_BEAT
from server.transport.listening import open_sockets

EXTRAS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"postgres": ("asyncpg", "A store on PostgreSQL"), "notices": ("apprise", "Sending notices")}
)
"""The module that each brings, and what needs it."""


def check_extra(extra: str) -> None:
    """Raise StartupError if an extra is not installed."""
    module, what = EXTRAS[extra]
    if find_spec(module) is None:
        raise StartupError(f"{what} needs an extra that is not installed: pip install 'crownhouse[{extra}]'.")


def check_extras(config: Config) -> None:
    """Raise StartupError if the settings need an extra that is not installed."""
    if config.store_address is not None:
        check_extra("postgres")
    if config.notices.services:
        check_extra("notices")


SLOWER = (
    "odds, analyses and masters of court take four to twenty times as long without numpy: "
    "pip install 'crownhouse[fast]' brings it"
)
WIDTH = 15
GIGABYTE = 1 << 30


class _Finding(NamedTuple):
    """What was found of one thing, whether a host could start with it, and whether all is as it should be."""

    what: str
    said: str
    is_well: bool = True
    is_right: bool = True


def check_start(config: Config, source: str) -> int:
    """Print what was found, and return the exit status: 0 if a host could start. `source` says where the
    settings came from, which have been read already.
    """
    runs = _runs(config.folder)
    findings = [
        _Finding("configuration", f"{source}: every setting is possible"),
        *_missing(config),
        _looked_at("data folder", lambda: _data_folder(config.folder, runs=runs)),
        _looked_at("store", lambda: _store(config)),
        _looked_at("host key", lambda: _host_key(config)),
        *_clock(config),
        *closed_to_owner(config, Path(source)),
        *_ports(config, runs=runs),
    ]
    if config.is_nameless:
        findings.append(_Finding("notices", NAMELESS, is_right=False))
    findings += (_Finding("secrets", said, is_right=False) for said in open_secrets(config, Path(source)))
    for what, said, is_well, is_right in findings:
        mark = ("ok" if is_right else "!") if is_well else "no"
        sys.stdout.write(f"{mark:<4}{what:<{WIDTH}}{printable(said)}\n")
    return 0 if all(one.is_well for one in findings) else 1


def _clock(config: Config) -> Iterator[_Finding]:
    """Where the last host was here later than now: time runs backwards. PostgreSQL's clock is asked, too."""
    path, now = config.folder / DATABASE_FILE, time.time()
    with suppress(UnusableDatabase, sqlite3.Error, OSError):  # _store tells these
        if config.store_address is not None or not path.exists():
            return
        with read_only(path) as file:
            (last,) = file.execute(LAST_BEAT).fetchone()
        if last is not None and last - now > BEHIND:
            said = f"it says {_utc(now)}, but a host was here at {_utc(last)}: set the wrong one right"
            yield _Finding("clock", said, is_right=False)


def _utc(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")


def closed_to_owner(config: Config, source: Path) -> Iterator[_Finding]:
    """Where root asks about another user's data folder, as whom the host runs: say of each file that the
    settings are in, or name, that this user cannot read it.
    """
    with suppress(OSError, KeyError):
        owner = config.folder.stat()
        if os.geteuid() != 0 or owner.st_uid == 0:
            return
        name = getpwuid(owner.st_uid).pw_name
        groups = os.getgrouplist(name, owner.st_gid)
        named = (source, config.key_file, config.metrics_token, config.notices.services)
        for file in (Path(one) for one in named if one):
            reads = ("test", "-r", str(file))
            if (
                file.exists()
                and subprocess.run(  # noqa: S603  (our own words)
                    reads, user=owner.st_uid, group=owner.st_gid, extra_groups=groups, check=False
                ).returncode
            ):
                said = f"{name}, whose data folder it is, cannot read it: chown {name} {file}"
                yield _Finding("files", f"{file}: {said}", is_well=False)


def _looked_at(what: str, look: Callable[[], _Finding]) -> _Finding:
    """Return what was found, or why it cannot be looked at."""
    try:
        return look()
    except OSError as error:
        return _Finding(what, f"{error.filename}: {error.strerror}", is_well=False)


def open_secrets(config: Config, file: Path) -> Iterator[str]:
    """Say of each file with a secret that every user of the machine can read it; `file` has the settings."""
    secret = {"metrics_token": config.metrics_token, "notices.services": config.notices.services}
    with suppress(OSError, UnicodeDecodeError):
        if (
            config.store_address
            and config.store_address.has_password
            and config.store in file.read_text("utf-8")
        ):
            secret["store"] = str(file)
    for setting, name in secret.items():
        if name and _all_can_read(Path(name)):
            yield f"every user of this machine can read {name}, the secret of {setting}: chmod o= {name}"


def _all_can_read(path: Path) -> bool:
    """Return whether a file, in folders that everybody may enter, is open to everybody."""
    try:
        whole = path.resolve(strict=True)
        entered = all(folder.stat().st_mode & stat.S_IXOTH for folder in whole.parents)
        return entered and bool(whole.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def _missing(config: Config) -> Iterator[_Finding]:
    try:
        check_extras(config)
    except StartupError as why:
        yield _Finding("installed", str(why), is_well=False)
    if find_spec("numpy") is None:
        yield _Finding("fast", SLOWER)


def _runs(folder: Path) -> bool:
    """Return whether a host uses the folder now."""
    try:
        with (folder / LOCK_FILE).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _data_folder(folder: Path, *, runs: bool) -> _Finding:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    is_well = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    if not is_well:
        return _Finding("data folder", f"{folder}: this user cannot write to {there}", is_well=False)
    free = f"{disk_usage(there).free / GIGABYTE:.1f} GB free"
    if there != folder and there != folder.absolute():
        return _Finding("data folder", f"{folder}: will be made; {free}")
    return _Finding(
        "data folder", f"{folder}: {'a host is running on it' if runs else 'can be used'}; {free}"
    )


def _store(config: Config) -> _Finding:
    try:
        if config.store_address is not None:
            return _Finding("store", _postgres(config.store_address))
        return _Finding("store", _sqlite(config.folder / DATABASE_FILE))
    except StartupError as why:
        return _Finding("store", str(why), is_well=False)


def _sqlite(path: Path) -> str:
    """What a start would do with the database. Raises StartupError."""
    if not path.exists():
        return f"{path}: will be made"
    try:
        whole = quick_check(path)
        check_is_no_backup(path)
        with read_only(path) as connection:
            found = version_of(connection)
    except UnusableDatabase as why:
        raise StartupError(f"The database {path} {why}.") from why
    except sqlite3.Error as why:
        raise StartupError(f"The database {path} cannot be read: {why}.") from why
    looked = "no damage" if whole else "no damage in what was looked at (crownhouse check looks at all of it)"
    return f"{path}: schema {found}{_migration(found)}, {looked}"


def _migration(found: int) -> str:
    return "" if found == SCHEMA_VERSION else f" (the start copies it and makes it {SCHEMA_VERSION})"


def _postgres(address: StoreAddress) -> str:
    """What a start would find at PostgreSQL. Raises StartupError."""
    check_extra("postgres")
    from server.store.postgres.inspection import inspect_postgres

    found = asyncio.run(inspect_postgres(address.url))
    schema = f"schema {found.schema}{_migration(found.schema)}" if found.schema else "an empty database"
    return f"PostgreSQL {found.server} at {address}: {schema}, clocks {found.seconds_apart:.1f} s apart"


def _host_key(config: Config) -> _Finding:
    file = config.key_file or config.folder / KEY_FILE
    if config.key_file is None and config.store_address is not None:
        return _Finding("host key", "in PostgreSQL, where all hosts find it")
    try:
        known = _known_key(config)
        if config.key_file is None and not file.exists():
            if known:
                raise missing_key(str(file), known)
            return _Finding("host key", f"{file}: will be made")
        fingerprint = read_host_key(file).get_fingerprint()
        check_fingerprint(fingerprint, known)
        return _Finding("host key", f"{file}: {fingerprint}")
    except StartupError as why:
        return _Finding("host key", str(why), is_well=False)


def _known_key(config: Config) -> str:
    """The fingerprint by which players know the host of a database in the data folder, '' without one."""
    path = config.folder / DATABASE_FILE
    if config.store_address is None and path.exists():
        with suppress(UnusableDatabase, sqlite3.Error), read_only(path) as connection:  # _store tells these
            if version_of(connection) == SCHEMA_VERSION:
                row = connection.execute(KNOWN).fetchone()
                return str(row[0]) if row else ""
    return ""


def _ports(config: Config, *, runs: bool) -> Iterator[_Finding]:
    unit = _socket_unit() if config.folder == SERVICE_FOLDER else {}
    is_opened = unit.get("ActiveState") == "active"
    if is_opened:
        yield _Finding("port", f"{unit['Listen']}: opened by crownhouse.socket; listen is not used")
    elif unit.get("UnitFileState") == "enabled":
        said = "stop crownhouse, start both, see its status"
        said = f"crownhouse.socket is to open it, but is {unit['ActiveState']}: {said}"
        yield _Finding("port", said, is_right=False)
    given: tuple[tuple[str, Address | None], ...] = (
        *(("port", one) for one in config.addresses if not is_opened),
        ("metrics port", config.metrics_address),
        ("ready port", config.ready_address),
    )
    taken = set[_Place]()
    for what, address in given:
        if address is not None:
            yield _port(what, address, taken, runs=runs)


class _Place(NamedTuple):
    family: int
    host: str
    port: int

    def is_of(self, other: _Place) -> bool:
        """Return whether somebody who listens at the one keeps everybody from the other."""
        if self[::2] != other[::2]:
            return False
        return self.host == other.host or bool({self.host, other.host} & {"0.0.0.0", "::"})  # noqa: S104


def _socket_unit() -> Mapping[str, str]:
    """What systemd, where it runs, says of the unit that opens the service's port."""
    asked = ("systemctl", "show", "--property=ActiveState,UnitFileState,Listen", "crownhouse.socket")
    try:
        said = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=False).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return {}
    found: dict[str, str] = {}
    for name, _, value in (line.partition("=") for line in said.splitlines()):
        found[name] = ", ".join(filter(None, (found.get(name), value.removesuffix(" (Stream)"))))
    return found


def _port(what: str, address: Address, taken: set[_Place], *, runs: bool) -> _Finding:
    """Say whether a port is free; `taken` has those of addresses before, which open no second time."""
    place = f"{address.host or '*'} port {address.port}"
    found = set[_Place]()
    try:
        for one in open_sockets(address):
            found.add(_Place(one.family, *one.getsockname()[:2]))
            one.close()
    except OSError as error:
        if runs and error.errno == errno.EADDRINUSE:
            return _Finding(what, f"{place}: in use, as the running host's would be")
        return _Finding(what, f"{place}: {error.strerror or error}", is_well=False)
    if any(one.is_of(other) for one in found for other in taken):
        return _Finding(what, f"{place}: another of these addresses has it", is_well=False)
    taken |= found
    return _Finding(what, f"{place}: free")
