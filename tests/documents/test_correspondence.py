"""docs/correspondence.md as it stands: what anna and bert type, by the stock client, and all that is said."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from server.settings.address import Address
from server.settings.notice_services import NoticeSettings
from tests.documents.commands import FENCE, ROOT
from tests.documents.evening import CONFIG, SSH, WAITS
from tests.server.notices.test_scheduler import SERVICES, FakeSender, SentNotice
from tests.server.running_host import RunningHost, court_host
from tests.server.sessions.api.test_docs import NOON
from tests.waiting import WITHIN
from tui.app.mode_switch import make_screen

PAGE = (ROOT / "docs" / "correspondence.md").read_text("utf-8")
PROMPT = re.compile(r"^((?:anna|bert)(?:-\w+)?)\$ (.*)$")
PUBLIC = Address("play.example.org", 22)
SUBJECT, RECOVERY = "Subject: ", "7K3M-2QXP-9VTB-4HWD"
A_CODE = r"[0-9A-Z]{4}(?:-[0-9A-Z]{4})+"
ANYTHING = "…"
"""What is different each time: a part of a line, or any lines."""


class Exchange(NamedTuple):
    """What somebody types, and what is said then; '': a notice that has come."""

    who: str
    text: str
    said: str


def told() -> Iterator[Exchange]:
    """The page from top to bottom."""
    for _, block in FENCE.findall(PAGE):
        if block.startswith(SUBJECT):
            yield Exchange("", "", block)
            continue
        who = text = ""
        said: list[str] = []
        for line in block.splitlines():
            if typed := PROMPT.match(line):
                if who:
                    yield Exchange(who, text, "\n".join(said))
                (who, text), said = typed.groups(), []
            else:
                said.append(line)
        if who:
            yield Exchange(who, text, "\n".join(said))


def pattern(said: str) -> re.Pattern[str]:
    """What the page allows."""
    lines = []
    for line in said.strip().split("\n"):
        parts = map(re.escape, line.split(ANYTHING))
        lines.append(r"(?:.*\n)*?" if line == ANYTHING else ".*?".join(parts) + r"\n")
    return re.compile("".join(lines))


class Evening:
    """Shells of several people, each with a home of their own, who come by the stock client."""

    def __init__(self, at: RunningHost, folder: Path) -> None:
        self.at, self.folder = at, folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        (self.programs / "ssh").write_text(SSH.format(ssh=shutil.which("ssh"), port=at.port))
        (self.programs / "ssh").chmod(0o755)

    async def type(self, who: str, text: str) -> tuple[str, int]:
        """What is said, as the page has the host's name; and the status."""
        home = self.folder / who
        if not home.exists():
            (home / ".ssh").mkdir(parents=True)
            config = CONFIG.format(port=self.at.port, name=who.partition("-")[0], home=home)
            (home / ".ssh" / "config").write_text(config)
        process = await asyncio.create_subprocess_exec(
            "bash", "-c", text, cwd=home,
            env={"PATH": f"{self.programs}:{os.environ['PATH']}", "HOME": str(home), "LANG": "en_GB.UTF-8"},
            stdin=DEVNULL, stdout=PIPE, stderr=STDOUT,
        )  # fmt: skip
        said, _ = await asyncio.wait_for(process.communicate(), WITHIN)
        return said.decode().replace(PUBLIC.host, "HOST"), process.returncode or 0


def as_mail(sent: SentNotice) -> str:
    """A notice as the page shows it."""
    return f"{SUBJECT}{sent.notice.title}\n\n{sent.notice.text}\n".replace(PUBLIC.host, "HOST")


async def test_a_game_is_played_as_the_page_tells(tmp_path: Path) -> None:
    """From the first keys to the end, with a vacation, a lost key, a chain and three notices. Only commands
    that are shown to be refused fail.
    """
    numbers, sender, free, moments = itertools.count(), FakeSender(), asyncio.Event(), itertools.count()

    def secret(length: int) -> bytes:
        return (hashlib.sha256(b"%d" % next(numbers)).digest() * 3)[:length]

    async def pause(_: float) -> None:
        await free.wait()  # plans answer and notices go between two commands

    async with court_host(
        clock=lambda: NOON + next(moments) / 100, secret=secret, pick=lambda n: 6 if n == 9 else 0,
        pause=pause, sender=sender, public=PUBLIC, make_screen=make_screen,
        notice_services=SERVICES, notice_settings=NoticeSettings(after=0),
    ) as at:  # fmt: skip
        evening, filled, notices = Evening(at, tmp_path), dict[str, str](), 0
        for one in told():
            if not one.who:
                wanted = pattern(one.said)
                free.set()  # the notice may begin to wait after the command before it has ended
                await at.until(lambda: any(wanted.fullmatch(as_mail(sent)) for sent in sender.sent), one.said)  # noqa: B023
                free.clear()
                notices += 1
                continue
            text = one.text
            for name, value in filled.items():
                text = text.replace(name, value)
            said, status = await evening.type(one.who, text)
            if text.endswith("recovery") and (code := re.search(A_CODE, said)):
                filled[RECOVERY] = code[0]
                said = said.replace(code[0], RECOVERY)
            is_so = pattern(one.said).fullmatch(said) if one.said else not said
            assert is_so, f"{one.text}\n{said}\nis not\n{one.said}"
            assert status in {0, WAITS} or "by now" in said, said
            if "notify mail" in text:
                await at.until(lambda: sender.sent, "a code")
                found = re.search(A_CODE, sender.sent[0].notice.text)
                assert found
                filled["CODE"] = found[0]
            free.set()
            await at.until(lambda: not at.host.standing_answers._under_way, "what was planned")
            free.clear()
    assert notices == 3
