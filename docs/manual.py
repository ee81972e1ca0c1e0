"""Writes the man page and the completions of `crownhouse` into deploy/, from the parsers of its subcommands:

    python -m docs.manual

`tests/test_manual.py` says when that is due; `docs.cut` does it for a new version.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from docs.release import current_version
from server.start.main import make_parser

DEPLOY = Path(__file__).parents[1] / "deploy"
HEADING = re.compile(r'^(\.TH \S+ \S+ )"[^"]*"(.*)')
"""The first line, which has the day on which it was made."""
COLUMNS = "100"
"""The width for which usages are wrapped, whatever the terminal is."""


def pages() -> Mapping[Path, str]:
    """Returns the files and what stands in them."""
    os.environ["COLUMNS"] = COLUMNS
    parser = make_parser()
    described = {
        "project_name": "crownhouse",
        "version": current_version(),
        "description": "a game host reached with nothing but ssh",
        "manual_title": "User Commands",
    }
    manual = str(Manpage(parser, format="pretty", _data=described))
    lines = [HEADING.sub(r'\1""\2', line.rstrip()) for line in manual.splitlines()]
    return {
        DEPLOY / "man" / "crownhouse.1": "\n".join(lines) + "\n",
        DEPLOY / "completions" / "crownhouse": shtab.complete(parser, "bash").rstrip() + "\n",
        DEPLOY / "completions" / "_crownhouse": shtab.complete(parser, "zsh").rstrip() + "\n",
    }


def write() -> None:
    """Write all of them."""
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
