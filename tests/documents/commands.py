"""What README.md, CONTRIBUTING.md and docs/ tell their readers to type: lines of fenced blocks, pieces of
code in a sentence, and the first cells of tables of commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
PROGRAMS = frozenset(
    (
        *("apt", "asciinema", "cat", "crownhouse", "curl", "docker", "echo", "export", "for", "grep"),
        *(
            "install",
            "make",
            "man",
            "pg_restore",
            "pipx",
            "podman",
            "printf",
            "python",
            "python3",
            "reset",
            "sed",
        ),
        *("setcap", "ssh", "ssh-keygen", "sshd", "sudo", "sysctl", "systemctl", "useradd", "uv"),
    )
)
"""What a line begins with that is typed in a shell, beside paths of programs."""
ALONE = frozenset({"reset"})
"""Programs that are typed without another word; the name of another one alone is no command."""
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
ASSIGNED = re.compile(r'^(\w+=("[^"]*"|\S*) ?)+')
COMMENT = re.compile(r"\s+#\s.*")
PROMPT = re.compile(r"(?:[a-z]+(?:-[a-z]+)?)?[$#] ")
"""Of a shell, perhaps behind whose it is."""
LONGER = re.compile(r"<<(\w+)$|; do$")
"""How a command of several lines begins."""
TABLES = {"docs/hosting.md": "crownhouse admin ", "docs/accessibility.md": "> "}
"""Pages with tables of commands, and what stands in front of each: a prompt of plain mode, too."""
TABLE = re.compile(r"^\| (?:command|type)\b.*\n\|[-|]+\n((?:\|.*\n)+)", re.MULTILINE)


class Typed(NamedTuple):
    """A command, and the page that tells it."""

    page: str
    text: str


def typed() -> list[Typed]:
    """All of them, each page's in its order and once."""
    return [one for page in PAGES for one in dict.fromkeys(_in_page(page))]


def _in_page(page: Path) -> Iterator[Typed]:
    name, text = page.relative_to(ROOT).as_posix(), page.read_text("utf-8")
    for language, block in FENCE.findall(text):
        if not language:
            yield from (Typed(name, line) for line in _in_block(block))
    prose = FENCE.sub("", text)
    for piece in CODE.findall(prose):
        command = " ".join(piece.split())
        if is_command(command):
            yield Typed(name, command)
    if name in TABLES:
        for rows in TABLE.findall(prose):
            for row in rows.splitlines():
                for command in CODE.findall(row.split(" | ")[0]):
                    yield Typed(name, TABLES[name] + command)


def is_command(text: str) -> bool:
    """Whether a piece of code is a command, not the name of something."""
    words = ASSIGNED.sub("", text).split()
    if not words:
        return "$(" in text
    first = words[0]
    if first.startswith("/"):
        return bool(re.fullmatch(r"/[a-z_]+", first)) or first.startswith("/opt/crownhouse/bin/")
    known = first in PROGRAMS or first.startswith((".venv/bin/", ".ci/"))
    return known and (len(words) > 1 or first in ALONE or first.startswith("."))


def _in_block(block: str) -> Iterator[str]:
    """The commands of a block: behind its prompts, or, if it begins with a command, all of its lines."""
    lines = [line.strip() for line in block.replace("\\\n", " ").splitlines() if line.strip()]
    typed_there = [line[found.end() :] for line in lines if (found := PROMPT.match(line))]
    prompted = [line for line in typed_there if is_command(line)]
    if prompted or is_command(lines[0]):
        for line in _joined(prompted or lines):
            yield "\n".join(" ".join(COMMENT.sub("", part).split()) for part in line.split("\n"))


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """The lines, but what `<<END` or `do` begins in one piece."""
    begun, end = "", ""
    for line in lines:
        begun = f"{begun}\n{line}" if begun else line
        found = LONGER.search(line)
        if not end and found:
            end = found[1] or "done"
        if not end or line == end:
            yield begun
            begun, end = "", ""
