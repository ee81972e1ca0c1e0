"""`crownhouse admin`: sends an operator's command to a running host, over the socket in its data folder.

Exit status 0: done; 1: not done, or no host is running; 2: wrong arguments. The commands are in
`server.admin.commands`, how answers look is left to `server.admin.display`.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedRWPair
from pathlib import Path
from typing import IO

import msgspec

from engine.game import printable
from server.admin.commands import COMMANDS
from server.admin.display import as_json, as_text
from server.admin.protocol import (
    NOT_UNDERSTOOD,
    AdminRequest,
    AnyAnswer,
    BackupMade,
    BackupRequest,
    CommandDeclined,
    ReloadRequest,
    decode_answer,
    encode,
    is_good,
    socket_address,
)
from server.settings.loading import BadConfig, load, of_service
from server.settings.reloading import OLD_LIMITS_STAY

FAILED, MISUSED = 1, 2
OTHER_VERSION = "The host runs a different version of crownhouse: restart it."
TIMEOUT = 600.0
"""Seconds to wait for an answer: the host may have a large database to copy."""
CHUNK = 256 * 1024


class AdminError(Exception):
    """A command was not carried out; the message is one sentence for the operator."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand `admin`. The options that say where the host is, and --json, may come before or
    after the command.
    """
    parser = subparsers.add_parser("admin", help="manage a running host")
    where = argparse.ArgumentParser(add_help=False)
    for each in (parser, where):
        each.add_argument("--data", metavar="DIR", default=argparse.SUPPRESS, help="the host's data folder")
        each.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help="its settings in TOML")
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="as JSON, for programs"
        )
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name, verb in COMMANDS.items():
        made = verbs.add_parser(name, parents=[where], help=verb.help)
        for add in verb.arguments:
            add(made)
        made.set_defaults(run=run, misused=made.error)


def run(arguments: argparse.Namespace) -> int:
    """Send the command to the host and print its answer. Return the exit status."""
    options = vars(arguments)
    try:
        request = COMMANDS[options["verb"]].request(arguments)
    except ValueError as wrong:
        arguments.misused(str(wrong))
    try:
        given = {"data": options["data"]} if "data" in options else {}
        environment = os.environ if given or "config" in options else of_service(os.environ)
        folder = load(given, environment, options.get("config")).folder
        answer = (
            _back_up(folder, options["file"]) if isinstance(request, BackupRequest) else _ask(folder, request)
        )
    except BadConfig as bad:
        sentences = bad.problems
        if isinstance(request, ReloadRequest):
            sentences = [f"{OLD_LIMITS_STAY} {' '.join(sentences)}"]
        return _complain(MISUSED, sentences)
    except AdminError as why:
        answer = CommandDeclined(str(why))
    in_json = options.get("json", False)
    if isinstance(answer, CommandDeclined) and not in_json:
        return _complain(FAILED, [answer.sentence])
    show = as_json if in_json else as_text
    sys.stdout.writelines(f"{shown}\n" for shown in show(answer))
    return 0 if is_good(answer) else FAILED


def _complain(status: int, sentences: list[str]) -> int:
    sys.stderr.writelines(f"{printable(sentence)}\n" for sentence in sentences)
    return status


def _ask(folder: Path, request: AdminRequest) -> AnyAnswer:
    """Return the answer of the host of this folder. Raises AdminError."""
    with _connect(folder) as host:
        return _exchange(host, request)


def _back_up(folder: Path, target: Path) -> AnyAnswer:
    """Write the host's database into a new file of mode 0600. Raises AdminError."""
    with _connect(folder) as host, _new_file(target) as file:
        copy = _exchange(host, BackupRequest())
        if isinstance(copy, CommandDeclined):
            raise AdminError(copy.sentence)
        if not isinstance(copy, BackupMade):
            raise AdminError("The host sent an unexpected answer.")
        left = copy.size
        while left and (chunk := host.read(min(left, CHUNK))):
            file.write(chunk)
            left -= len(chunk)
        if left:
            raise AdminError("The host stopped during the backup.")
        file.flush()
        os.fsync(file.fileno())
    return copy


def _exchange(host: BufferedRWPair, request: AdminRequest) -> AnyAnswer:
    host.write(encode(request))
    host.flush()
    data = host.readline()
    if not data:
        raise AdminError("The host stopped before answering.")
    try:
        answer = decode_answer(data)
    except msgspec.MsgspecError as error:
        raise AdminError(OTHER_VERSION) from error
    if isinstance(answer, CommandDeclined) and answer.sentence.startswith(NOT_UNDERSTOOD):
        raise AdminError(OTHER_VERSION)
    return answer


@contextmanager
def _connect(folder: Path) -> Iterator[BufferedRWPair]:
    """A connection to the host of this folder. Raises AdminError."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(TIMEOUT)
            with socket_address(folder) as address:
                sock.connect(address)
            with sock.makefile("rwb") as host:
                yield host
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError) as error:
        raise AdminError(f"No host is running in {folder}.") from error
    except PermissionError as error:
        raise AdminError(f"Only root and the host's own user may talk to the host in {folder}.") from error
    except TimeoutError as error:
        raise AdminError(f"The host in {folder} is not answering.") from error
    except OSError as error:
        raise AdminError(f"Cannot reach the host in {folder}: {error.strerror or error}.") from error


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """A new file of mode 0600, deleted again if it cannot be filled. Raises AdminError."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise AdminError(f"{path} already exists: choose another file name.") from error
    except OSError as error:
        raise AdminError(f"Cannot write {path}: {error.strerror}.") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
    except (TimeoutError, ConnectionError):  # the host's fault, not the file's
        path.unlink(missing_ok=True)
        raise
    except OSError as error:
        path.unlink(missing_ok=True)
        raise AdminError(f"Cannot write {path}: {error.strerror}.") from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise
