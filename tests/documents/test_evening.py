"""Everything that README.md and docs/ tell people to type, typed as it stands there: in shells, through the
stock ssh client, at a real host.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.settings.config import Config
from tests.documents.evening import Evening, Step
from tests.documents.lines import LOBBY, OWN, REPLAY, TABLE
from tests.documents.shells import (
    AFTER_A_GAME,
    ALONE,
    BY_COMMANDS,
    CONFIRMED,
    DIGITS,
    KICKED,
    MODERATED,
    NOTICES,
    OPERATED,
    SCREENS,
    STOPPED,
)
from tests.e2e.host import QUICK, LiveHost
from tests.kept.program import Program, play
from tests.mail_server import MailServer
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e
UNKNOWN = (r"^(\S+) isn't a (?:command|move) here\.", r"^There is no command (\S+?)\.")
"""What is answered to a line that means nothing."""


@pytest.fixture
def terminals() -> Iterator[PtyTerminals]:
    terminals = PtyTerminals()
    yield terminals
    terminals.close()


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture
def evening(tmp_path: Path, terminals: PtyTerminals, mail: MailServer) -> Iterator[Evening]:
    """At a host as it is without settings, but for a service that sends mail."""
    services = tmp_path / "services"
    services.write_text(f"mail mailto://127.0.0.1:{mail.port}?from=crown@example.org&to={{recipient}}\n")
    settings = {"CROWNHOUSE_NAMES": Config().names, "CROWNHOUSE_NOTICES_SERVICES": str(services)}
    host = LiveHost(tmp_path, terminals, {**QUICK, **settings, "CROWNHOUSE_LIMITS_API_BURST": "10000"})
    host.start()
    yield Evening(tmp_path, host)
    host.close()


def take(evening: Evening, steps: Sequence[Step]) -> None:
    for step in steps:
        evening.take(step)


def ended_game(evening: Evening) -> str:
    """A game of anna and bert that is over."""
    programs = [Program(evening.host.pipe(who, "api")) for who in ("anna", "bert")]
    table: str = programs[0].ask("open", game="court", seats=2, options={"rounds": 1})["table"]
    programs[1].ask("join", table=table)
    for program in programs:
        program.ask("watch", table=table)
    programs[0].ask("start", table=table)
    play(table, dict(enumerate(programs, 1)))
    return table


def test_two_people_play_by_commands(evening: Evening, mail: MailServer) -> None:
    """With new accounts; then one game is over, one reports the other, and somebody decides that."""
    evening.known["DATE"] = datetime.now(UTC).date().isoformat()
    take(evening, BY_COMMANDS)
    evening.known["ID"] = ended_game(evening)
    take(evening, AFTER_A_GAME)
    take(evening, NOTICES)
    plain = mail.letter().message().get_body(("plain",))
    assert plain
    found = re.search(DIGITS, plain.get_content())
    assert found
    evening.known["CODE"] = found[1]
    take(evening, CONFIRMED)
    take(evening, MODERATED)


def test_an_operator_looks_after_a_host(evening: Evening) -> None:
    """Beside two players; at last the host is drained, ends, and its database is checked and restored."""
    take(evening, BY_COMMANDS[:8])
    for step in KICKED:
        dora = Program(evening.host.pipe("dora", "api"))
        evening.take(Step("dora", "ssh HOST name dora", own=True))
        evening.take(step)
        assert dora.process.wait(WITHIN) is not None
    take(evening, OPERATED)
    evening.host.wait()
    take(evening, STOPPED)


def test_what_needs_no_host(evening: Evening) -> None:
    home = evening.home("dora")
    (home / "deploy").mkdir()
    take(evening, ALONE)
    assert (home / "etc" / "crownhouse-dump.env").stat().st_mode & 0o777 == 0o600
    assert "PGUSER=crownhouse\n" in (home / "etc" / "crownhouse-dump.env").read_text()
    assert re.fullmatch("POSTGRES_PASSWORD=[0-9a-f]{32}\n", (home / "deploy" / ".env").read_text())


def test_screens_open(evening: Evening, terminals: PtyTerminals) -> None:
    """Each command shows a screen, not a sentence on an error output."""
    take(evening, BY_COMMANDS[:3])
    evening.known |= {"ID": ended_game(evening), "CODE": evening.known["TABLE"], "GAME": "court"}
    for text in SCREENS:
        step = Step("bert", text, fill={".venv/bin/crownhouse": "crownhouse"})
        for typed in evening.texts(step):
            environment = evening.environment("bert") | {"TERM": "xterm-256color"}
            terminal = terminals.open(["bash", "-c", typed], environment)
            terminals.wait(lambda: b"\x1b[?1049h" in terminal.received, f"the screen of {typed}")  # noqa: B023
            terminals.wait(lambda: bool(terminal.text.strip()), f"a frame of {typed}")  # noqa: B023
            terminal.hang_up()
    assert "Traceback" not in evening.host.log


@pytest.mark.parametrize(
    ("lines", "command"),
    [(LOBBY, "ssh HOST plain"), (TABLE, "ssh HOST plain"), (REPLAY, "ssh HOST replay ID")],
    ids=["lobby", "table", "replay"],
)
def test_every_line_is_understood(evening: Evening, lines: Sequence[str], command: str) -> None:
    """At the place where it is typed, each line is answered otherwise than one that means nothing."""
    take(evening, BY_COMMANDS[:2])
    evening.known |= {"ID": ended_game(evening), "NAME": "bert", "TEXT": "hello", "GAME": "court"}
    fill = {"SEATS": "3", "STRENGTH": "strong", "WHY": "cheats", "TABLE": "KIWI-7", "DATE": "2026-11-21"}
    texts = [text.removeprefix(OWN) for text in lines]
    typed = [line for text in texts for line in evening.texts(Step("anna", text, fill=fill))]
    said = evening.take(Step("anna", command, input="\n".join(["zzzz", *typed, ""])))
    unknown = {word for pattern in UNKNOWN for word in re.findall(pattern, said, re.MULTILINE)}
    assert unknown == {"zzzz"}
