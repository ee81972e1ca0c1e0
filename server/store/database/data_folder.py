"""A host's data folder: its lock, its database and its host key."""

from __future__ import annotations

import fcntl
import logging
import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import IO

import asyncssh

log = logging.getLogger(__name__)

KEY_FILE = "host_key"
LOCK_FILE = "lock"
DATABASE_FILE = "crownhouse.db"
OTHERS = 0o077
"""The permission bits of everybody except the owner."""


class StartupError(Exception):
    """The host cannot start; the message is one sentence for the operator."""


class DataFolder:
    """A data folder, which is locked until `close`. Raises StartupError."""

    def __init__(self, path: Path) -> None:
        """Lock the folder; make it first if it is missing. Raises StartupError."""
        self.path = path
        try:
            self._is_new = not path.exists()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _locked(path / LOCK_FILE)
            if mode := _open_to_others(path):
                facts = {"folder": str(path), "mode": f"{mode:04o}"}
                log.warning("other users may use the data folder", extra=facts)
        except BlockingIOError as error:
            said = f"A host is already using {path}: stop it first, or name another data folder."
            raise StartupError(said) from error
        except FileExistsError as error:
            raise StartupError(f"Cannot use the data folder {path}: it is a file.") from error
        except OSError as error:
            raise StartupError(f"Cannot use the data folder {path}: {error.strerror}.") from error

    @property
    def database(self) -> Path:
        return self.path / DATABASE_FILE

    @property
    def key_file(self) -> Path:
        """The path of the host's key, if no setting names another."""
        return self.path / KEY_FILE

    def host_key(self) -> asyncssh.SSHKey:
        """Return the host's key; it is made on first use, with mode 0600. Raises StartupError as
        `read_host_key` does.
        """
        file = self.key_file
        try:
            if not file.exists():
                write_private(file, new_host_key())
        except OSError as error:
            raise StartupError(f"Cannot use the host key {file}: {error.strerror}.") from error
        return read_host_key(file)

    def close(self) -> None:
        """Unlock the folder; one that was made for nothing goes. What root has made in the folder of another
        user is theirs: their host could not use it.
        """
        with suppress(OSError):
            lock = self.path / LOCK_FILE
            if self._is_new and [*self.path.iterdir()] == [lock]:
                lock.unlink()
                self.path.rmdir()
            owner = self.path.stat()
            for file in self.path.iterdir() if os.geteuid() == 0 != owner.st_uid else ():
                found = file.lstat()
                if found.st_uid == 0 and S_ISREG(found.st_mode) and found.st_nlink == 1:
                    os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)
        self._lock.close()


def new_host_key() -> bytes:
    """Return a new private key as OpenSSH stores it."""
    data: bytes = asyncssh.generate_private_key("ssh-ed25519").export_private_key()
    return data


def read_host_key(file: Path) -> asyncssh.SSHKey:
    """The private key in a file. Raises StartupError, also if other users may read it, as OpenSSH does."""
    try:
        if mode := _open_to_others(file):
            raise StartupError(
                f"The host key {file} is open to other users (mode {mode:04o}): make it private with"
                f" chmod 600."
            )
        return asyncssh.read_private_key(file)
    except OSError as error:
        raise StartupError(f"Cannot use the host key {file}: {error.strerror}.") from error
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise StartupError(f"Cannot read the host key {file}: {error}.") from error


def _open_to_others(path: Path) -> int:
    """Return the permissions that users other than the owner have for a path; 0 if they have none. Raises
    OSError.
    """
    mode = path.stat().st_mode & 0o7777
    return mode if mode & OTHERS else 0


def _locked(path: Path) -> IO[bytes]:
    """Lock a file; the lock ends with the process, however it ends. Raises OSError."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file


def write_private(path: Path, data: bytes) -> None:
    """Write a file of mode 0600 beside `path`, then rename it: an incomplete key is never at `path`."""
    beside = path.with_suffix(".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    beside.rename(path)
