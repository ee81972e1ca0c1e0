"""A host's data folder: who may see it, that only one host has it, and the host's key."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

import asyncssh

KEY_FILE = "host_key"
LOCK_FILE = "lock"
DATABASE_FILE = "crownhouse.db"


class StartupError(Exception):
    """Why a host cannot begin, in one sentence."""


class DataFolder:
    """A folder that is ours alone while it is open."""

    def __init__(self, path: Path) -> None:
        """Makes the folder where there is none. Raises StartupError."""
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _locked(path / LOCK_FILE)
        except BlockingIOError as error:
            raise StartupError(f"Another host is running on {path}.") from error
        except OSError as error:
            raise StartupError(f"The data folder {path} cannot be used: {error.strerror}.") from error

    @property
    def database(self) -> Path:
        return self.path / DATABASE_FILE

    def host_key(self) -> asyncssh.SSHKey:
        """The host's key, made on first use and readable by nobody else. Raises StartupError."""
        file = self.path / KEY_FILE
        try:
            if not file.exists():
                _write_private(file, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
            return asyncssh.read_private_key(file)
        except OSError as error:
            raise StartupError(f"The host key {file} cannot be used: {error.strerror}.") from error
        except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
            raise StartupError(f"The host key {file} cannot be read: {error}.") from error

    def close(self) -> None:
        """Gives the folder to others."""
        self._lock.close()


def _locked(path: Path) -> IO[bytes]:
    """A lock that ends with the process, however it ends. Raises OSError."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file


def _write_private(path: Path, data: bytes) -> None:
    """Writes beside the file first, so that there is never half a key."""
    beside = path.with_suffix(".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    beside.rename(path)
