"""The command `crownhouse`: runs a subcommand with its arguments and returns its status.

Every subcommand is a module with `add_parser(subparsers)`, which sets `run`, a function from the parsed
arguments to the exit status. Only the module of the given subcommand is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from engine.game import printable
from server.budget.garbage_collection import paused

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "serve": "server.start.serve",
        "web": "server.start.web",
        "play": "server.start.play",
        "replay": "server.start.offline.replay",
        "verify": "server.start.offline.verify",
        "analyse": "server.start.offline.analyse",
        "selfplay": "server.start.offline.selfplay",
        "admin": "server.admin.client",
        "check": "server.start.offline.check",
        "restore": "server.start.offline.restore",
        "rebuild": "server.start.offline.rebuild",
        "move-store": "server.start.offline.move_store",
        "against-bots": "server.start.offline.against_bots",
        "config": "server.start.offline.config",
    }
)
"""The module of each subcommand, in the order of the help."""

VERSION = "--version"
INTERRUPTED = 130


class _Version(argparse.Action):
    """Prints the versions of the program, of Python and of what screens and connections come from."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # it takes a while, and only this needs it
        from platform import python_version

        parts = ", ".join(f"{name} {version(name)}" for name in ("textual", "asyncssh"))
        sys.stdout.write(f"crownhouse {version('crownhouse')} (Python {python_version()}, {parts})\n")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Reports wrong arguments in one sentence, the subcommand's that they were for."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read them. An option that is empty is one whose variable a script has not set."""
        for one, after in pairwise([*(args or ()), "-"]):
            name, equals, _ = one.partition("=")
            if name in self._option_string_actions and (one == f"{name}=" or not (equals or after)):
                self.error(f"argument {name}: it is empty")
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit status (2: wrong arguments)."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # it was closed by whoever started this
            setattr(sys, stream, Path(os.devnull).open("w"))  # noqa: SIM115  (to the end)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name that the terminal cannot show is no error
    try:
        with paused():
            parsed = make_parser(words).parse_args(words)
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the output
        return _output_failed()
    except OSError as error:
        said = f"crownhouse {' '.join(words[:1])}: {error.strerror or error}"
        sys.stderr.write(f"{printable(f'{said}: {error.filename}' if error.filename else said)}\n")
        return _output_failed()
    return status


def _output_failed() -> int:
    """Return the exit status; what is not written yet would raise the same error again at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def make_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the subcommand that the words begin with, or of all; `--version` needs none."""
    parser = _Parser(prog="crownhouse", description="A game host reached with nothing but ssh.")
    parser.add_argument(VERSION, action=_Version, nargs=0, help="print which version this is, and end")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked_for = [word for word in words[:1] if word in COMMANDS]
    for command in asked_for or (() if list(words[:1]) == [VERSION] else COMMANDS):
        import_module(COMMANDS[command]).add_parser(subparsers)
    return parser
