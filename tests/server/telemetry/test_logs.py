"""Log lines: for people or programs, one a fact, and never what must not be told."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from socket import gethostname
from typing import Any

import asyncssh
import pytest

from server.cluster.nodes import Nodes
from server.telemetry import logs
from tests.server.running_host import RunningHost, running_host

UNTOLD = "53cr3t"


def line(style: logs.Style, addresses: bool = True, **facts: Any) -> str:
    """How one record is told."""
    record = logging.makeLogRecord({"name": "server.x", "levelname": "INFO", "msg": "knock", **facts})
    return logs.formatter(style, addresses).format(record)


def fail(text: str, seed: str) -> None:
    raise ValueError(text.removesuffix(seed))


def broken(text: str) -> dict[str, Any]:
    """What a record says of an error that is told with this text."""
    try:
        fail(text, UNTOLD)
    except ValueError:
        return {"exc_info": sys.exc_info()}
    raise AssertionError


def test_a_line_for_people_has_its_facts_behind_the_event() -> None:
    """When, how grave, what, and the facts as key=value, quoted where they have blanks."""
    when, told = line("text", player="Ada B", seconds=3.5).split(maxsplit=1)
    assert when.endswith("Z")
    assert told.split("[info     ] ")[1] == "knock                    player='Ada B' seconds=3.5"


def test_json_is_one_object_a_line_traces_included() -> None:
    """Programs read it line by line."""
    told = line("json", player="Ada", **broken("two\nlines"))
    assert "\n" not in told
    read = json.loads(told)
    assert (read["event"], read["level"], read["logger"], read["player"]) == (
        "knock",
        "info",
        "server.x",
        "Ada",
    )
    assert read["exception"].endswith("ValueError: two\nlines")


@pytest.mark.parametrize("style", ["text", "json"])
def test_addresses_are_told_only_where_the_host_is_configured_so(style: logs.Style) -> None:
    """The same record with and without."""
    assert "192.0.2.7" in line(style, True, address="192.0.2.7")
    assert "192.0.2.7" not in line(style, False, address="192.0.2.7")


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_trace_tells_no_values(style: logs.Style) -> None:
    """Variables may hold seeds or what somebody said."""
    told = line(style, **broken("why"))
    assert "ValueError: why" in told
    assert UNTOLD not in told


class Away(Exception):  # noqa: N818  (as the store's own)
    """As a store's that is not reached."""

    is_outside = True


def caused(error: Exception, by: Exception) -> Exception:
    error.__cause__ = by
    return error


def of_sqlite(code: int, text: str) -> Exception:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (Away("db/games: no answer in time"), "db/games: no answer in time"),
        (
            caused(ValueError("KIWI-7"), Away("db/games: connection is closed")),
            "db/games: connection is closed",
        ),
        (of_sqlite(sqlite3.SQLITE_FULL, "database or disk is full"), "database or disk is full"),
        (of_sqlite(sqlite3.SQLITE_IOERR_FSYNC, "disk I/O error"), "disk I/O error"),
        (of_sqlite(sqlite3.SQLITE_ERROR, "no such column: seat"), None),
        (of_sqlite(sqlite3.SQLITE_CONSTRAINT_UNIQUE, "UNIQUE constraint failed"), None),
        (caused(ValueError("KIWI-7"), KeyError("seat")), None),
        (TimeoutError(), None),
        (KeyError("seat"), None),
    ],
)
def test_what_fails_outside_is_told_in_words_and_a_fault_of_the_program_with_its_trace(
    error: Exception, why: str | None, style: logs.Style
) -> None:
    """Whoever caught it, and however far behind another error it is."""
    told = line(style, exc_info=(type(error), error, None))
    if style == "json":
        assert json.loads(told).get("why") == why
        assert ("exception" in json.loads(told)) is (why is None)
    else:
        assert (why or type(error).__name__) in told
        assert ("\n" in told) is (why is None)


def test_nothing_in_a_line_steers_a_terminal_or_makes_a_line() -> None:
    """Whatever a client made part of it."""
    told = line("text", msg="a\nb\x1b[31m", why="c\r\nd\u202e", **broken("\x1b[2J\x07"))
    assert not {"\x1b", "\u202e", "\r", "\x07"} & set(told)
    assert told.splitlines()[1] == "Traceback (most recent call last):"


def test_what_others_write_to_standard_error_is_json_too() -> None:
    """A warning of Python, a trace of a thread, a line of a process that the host starts."""
    program = (
        "import subprocess, sys, threading, warnings; from server.telemetry import logs;"
        "logs.configure('json', False); warnings.warn('old'); logging = logs.logging;"
        "logging.getLogger('asyncssh').warning('odd %s', 'key');"
        "subprocess.run([sys.executable, '-S', '-c', '1/0']);"
        "sys.exit('no more')"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    told = [json.loads(line) for line in run.stderr.splitlines()]
    assert [(one["logger"], one["event"].strip().splitlines()[-1]) for one in told] == [
        ("py.warnings", "<string>:1: UserWarning: old"),
        ("asyncssh", "odd key"),
        ("stderr", "ZeroDivisionError: division by zero"),
        ("stderr", "no more"),
    ]
    assert {one["node"] for one in told} == {gethostname()}


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ConnectionResetError(104, "Connection reset by peer"), "Connection reset by peer"),
        (OSError(111, "Connect call failed ('127.0.0.1', 1)"), "Connection refused"),
        (
            OSError(98, "error while attempting to bind on address ('::1', 1): address already in use"),
            "Address already in use",
        ),
        (
            OSError("Multiple exceptions: [Errno 111] Refused ('::1', 1), [Errno 101] Unreachable"),
            "Multiple exceptions: Refused ('::1', 1), Unreachable",
        ),
        (FileNotFoundError(2, "No such file or directory", "/a"), "No such file or directory: '/a'"),
        (TimeoutError(), "no answer in time"),
        (TimeoutError(110, "Connection timed out"), "Connection timed out"),
        (asyncio.IncompleteReadError(b"GET", None), "it ended too early"),
        (ValueError("It is wrong.\nDETAIL:  Key (name)=(ada) exists."), "It is wrong"),
        (ConnectionResetError(), "ConnectionResetError"),
    ],
)
def test_why_something_failed_is_told_in_words_on_one_line(error: Exception, words: str) -> None:
    """What a database tells of a row behind them is no business of the log."""
    assert logs.reason(error) == words


def test_every_error_is_counted_and_nothing_else() -> None:
    """By the name of its logger and whether it came from outside, as long as somebody counts."""
    failed: list[tuple[str, bool]] = []
    logger = logging.getLogger("server.table.table")
    with logs.count_errors(lambda *one: failed.append(one)):
        logger.error("broke")
        logger.warning("nearly broke")
        for error in (KeyError("seat"), caused(ValueError("KIWI-7"), Away("db/games: no answer in time"))):
            logger.error("broke", exc_info=error)
    logger.error("broke again")
    assert failed == [(logger.name, False), (logger.name, False), (logger.name, True)]


ENDINGS: dict[str, Callable[[RunningHost], object]] = {
    "quit": lambda at: at.screens[0].end(0),
    "failed": lambda at: at.screens[0].end(1),
    "kicked": lambda at: at.ssh.sessions[0].say_goodbye("kicked"),
    "banned": lambda at: at.ssh.sessions[0].say_goodbye("banned"),
    "crowded": lambda at: at.ssh.sessions[0].say_goodbye("crowded"),
    "shutdown": lambda at: asyncio.ensure_future(at.ssh.close()),
    "timed-out": lambda at: at.connection.connection_lost(asyncssh.ConnectionLost("no keepalive")),
    "lost": lambda at: at.connection.connection_lost(ConnectionResetError("reset by peer")),
    "slow": lambda at: (at.connection.refused("slow"), at.connection.abort()),
    "hung-up": lambda _: None,
}


@pytest.mark.parametrize("why", ENDINGS)
async def test_the_log_says_who_came_and_why_they_are_gone(
    why: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A line for the login, the session and the connection; all of them name the connection."""
    caplog.set_level(logging.INFO, "server")
    async with running_host() as at:
        async with at.connect() as connection:
            await connection.create_process(term_type="xterm", encoding=None)
            await at.until(lambda: at.screens)
            ENDINGS[why](at)
            if why != "hung-up":
                await at.until(lambda: "session ended" in caplog.messages)
        await at.until(lambda: "connection ended" in caplog.messages)
    told = [record.__dict__ for record in caplog.records if "connection" in record.__dict__]
    came, session, gone = [one for one in told if one["msg"] != "a screen failed"]
    assert (came["msg"], came["player"], came["key"]) == ("logged in", "ada", "none")
    assert (session["msg"], session["session"], session["why"]) == ("session ended", 1, why)
    facts = {name: gone[name] for name in ("connection", "address", "player", "key", "sessions", "why")}
    assert facts == {
        "connection": 1, "address": "127.0.0.1", "player": "ada", "key": "none", "sessions": 1, "why": why,
    }  # fmt: skip
    assert gone.get("error") == ("reset by peer" if why == "lost" else None)


async def test_what_people_say_and_their_keys_are_no_business_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A table is three lines: opened, begun, closed; talk is none at all, and no line has a whole key."""
    caplog.set_level(logging.INFO, "server")
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with running_host() as at:
        async with at.connect(client_keys=[key]) as connection:
            await connection.create_process(term_type="xterm", encoding=None)
            await at.until(lambda: at.screens)
            port = at.screens[0].port
            table = await port.open_table("toy", 2, {"goal": "1000"})
            await port.say(None, "to the lobby")
            await port.say(table, "to the table")
            await port.add_bot(table)
            await port.start(table)
            await port.concede(table)
        await at.until(lambda: [r for r in caplog.records if r.msg == "connection ended"])
    lines = [logs.formatter("json", True).format(record) for record in caplog.records]
    told = {one["event"]: one for one in map(json.loads, lines)}
    assert Counter(one for one in caplog.messages if "table " in one or "game " in one).total() == 3
    assert (told["table opened"]["game"], told["game began"]["players"]) == ("toy", "ada, Cedar")
    closed = told["table closed"]
    facts = {name: closed[name] for name in ("game", "players", "ending")}
    assert facts == {"game": "toy", "players": "ada, Cedar", "ending": "conceded"}
    assert not [line for line in lines if "to the " in line or key.get_fingerprint() in line]


async def test_whoever_is_not_let_in_without_the_store_was_not_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Operators see how many came in vain."""
    caplog.set_level(logging.INFO)
    async with running_host(nodes=Nodes(is_reached=lambda: False)) as at, at.connect() as connection:
        assert "busy" in str((await connection.run("who")).stderr)
        await at.until(lambda: [r for r in caplog.records if r.msg == "session ended"])
    (told,) = [record.__dict__ for record in caplog.records if record.msg == "session ended"]
    assert told["why"] == "busy"


async def test_whoever_does_not_log_in_is_a_line_without_a_player(caplog: pytest.LogCaptureFixture) -> None:
    """Scanners come to every public host."""
    caplog.set_level(logging.INFO)
    async with running_host() as at:
        with pytest.raises(Exception, match="Permission denied"):
            await at.connect(password="x", kbdint_auth=False, password_auth=True)  # noqa: S106  (it is nobody's)
        await at.until(lambda: [r for r in caplog.records if r.msg == "connection ended"])
    (told,) = [record.__dict__ for record in caplog.records if record.msg == "connection ended"]
    assert (told["player"], told["sessions"], told["why"]) == ("", 0, "no-login")
