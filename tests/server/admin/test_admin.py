"""`crownhouse admin` and the door it knocks at: private, one request each, one sentence for every mistake."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import stat
from collections.abc import AsyncIterator
from datetime import UTC
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.admin import display
from server.admin import protocol as wire
from server.admin.client import OTHER_VERSION
from server.admin.listener import AdminListener
from server.start import main
from tests.server.start.commands import CommandResult
from tests.waiting import WITHIN

PUBLIC = "AAAAC3NzaC1lZDI1NTE5AAAAIAFVXTunLok5elnt8NUihlq8wlG/iiYlCtXMmPycYOiW"
FINGERPRINT = "SHA256:l00kPvnjX7XWrUSpzb5Q8EzhC8/knmweXdLMTRjLUQE"
HERE = wire.SessionRow("Ada", "SHA256:AbCdEfGhIjKlMnOp", 60.0, "192.0.2.7", "KIWI-7")
AT = wire.TableRow("KIWI-7", "court", "running", 0.0, ("Ada", "葵", "-"), 2)


class ScriptedHost:
    """A host that gives the answers it was told to, and remembers what it was asked."""

    def __init__(self, answer: wire.AnyAnswer, file: Path | None = None) -> None:
        self.answer, self.file = answer, file
        self.asked: list[wire.AdminRequest] = []

    async def serve(self, request: wire.AdminRequest) -> tuple[wire.AnyAnswer, Path | None]:
        self.asked.append(request)
        return self.answer, self.file


@contextlib.asynccontextmanager
async def door(folder: Path, script: ScriptedHost) -> AsyncIterator[ScriptedHost]:
    opened = AdminListener(folder, script.serve)
    await opened.open()
    try:
        yield script
    finally:
        await opened.close()


def admin(capsys: pytest.CaptureFixture[str], *arguments: str) -> CommandResult:
    """Runs the command in this process."""
    try:
        status = main.main(("admin", *arguments))
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return CommandResult(status, out.splitlines(), err.splitlines())


MISTAKES = {
    "no command": ((), "required: COMMAND"),
    "unknown command": (("dance",), "invalid choice: 'dance' (choose from"),
    "nothing to announce": (("announce",), "give either a text to announce or --off"),
    "only blanks to announce": (("announce", "  "), "give either a text to announce or --off"),
    "both": (("announce", "Hello", "--off"), "give either a text to announce or --off"),
    "too long": (("announce", "x" * 201), "too long: 201 columns, the limit is 200"),
    "nobody to kick": (("kick",), "required: NAME|ADDRESS"),
    "no table to close": (("close",), "required: TABLE"),
    "guests of no kind": (("guests",), "required: on|off"),
    "guests neither on nor off": (("guests", "maybe"), "invalid choice: 'maybe'"),
    "nobody to ban": (("ban", "--days", "3"), "say who: a name or an address"),
    "no days": (("ban", "Ada", "--days", "0"), "--days can be 1 to 36500"),
    "days in words": (("ban", "Ada", "--days", "two"), "invalid int value: 'two'"),
    "days to lift": (("ban", "Ada", "--days", "2", "--lift"), "--days and --lift cannot be combined"),
    "stop and move": (("drain", "--stop", "--move"), "not allowed with argument"),
    "off and stop": (("drain", "--off", "--stop"), "not allowed with argument"),
    "no file": (("backup",), "required: FILE"),
    "a node alone to drain": (("drain", "--node", "b1"), "drain alone concerns all nodes"),
    "no key": (("key", "Ada", "add", "ssh-ed25519", "AAAA"), "say a key as its fingerprint"),
    "no time of a mute": (("mute", "Ada", "--for", "ever", "--reason", "x"), "--for is 30m, 12h or 7d"),
    "a crooked network to ban": (("ban", "10.0.0.0/4"), "say 0.0.0.0/4 if you mean all of it"),
    "a crooked network to kick": (("kick", "2001:db8::1/64"), "say 2001:db8::/64 if you mean all of it"),
    "no minute of a mute": (("mute", "Ada", "--for", "0m", "--reason", "x"), "--for is 30m, 12h or 7d"),
    "a key of no kind": (("key", "Ada", "drop", ""), "argument KEY: it is empty"),
    "nobody, of a script": (("ban", ""), "argument NAME|ADDRESS: it is empty"),
    "no node, of a script": (("drain", "--stop", "--node", ""), "argument --node: it is empty"),
    "a file without a name": (("backup", ""), "argument FILE: it is empty"),
    "half a letter": (("ban", "Ada", "--reason", "r\udce9"), "what was typed is not UTF-8"),
    "a name with nothing in it": (("account", " "), "argument NAME: it is empty"),
    "too much": (("kick", "Ada", "Bert"), "crownhouse admin kick: unrecognized arguments: Bert"),
}


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_wrong_command_gets_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2, and where to read more."""
    done = admin(capsys, *arguments)
    assert (done.status, done.out, len(done.err)) == (2, [], 1)
    assert sentence in done.err[0]
    assert "--help)" in done.err[0]


VERBS = (
    ("who",),
    ("announce", "Hi"),
    ("kick", "Ada"),
    ("close", "KIWI-7"),
    ("guests", "off"),
    ("ban",),
    ("drain",),
    ("reload",),
    ("backup", "copy.db"),
)


@pytest.mark.parametrize("arguments", VERBS, ids=[verb[0] for verb in VERBS])
def test_where_no_host_runs_one_sentence_says_so(
    arguments: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a folder, in an empty one, and where a host was killed: exit status 1, nothing made; so are
    programs told.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "killed").mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "killed" / wire.SOCKET_FILE))
    for folder in (tmp_path / "none", tmp_path / "empty", tmp_path / "killed"):
        done = admin(capsys, *arguments, "--data", str(folder))
        assert (done.status, done.out, done.err) == (1, [], [sentence := f"No host is running in {folder}."])
        done = admin(capsys, *arguments, "--json", "--data", str(folder))
        assert (done.status, json.loads(done.out[0])["sentence"], done.err) == (1, sentence, [])
    assert not (tmp_path / "copy.db").exists()


REQUESTS = {
    ("who",): wire.WhoRequest(),
    ("who", "--json"): wire.WhoRequest(),
    ("--json", "who"): wire.WhoRequest(),
    ("announce", "Tea", "at  five"): wire.AnnounceRequest("Tea at five"),
    ("announce", "--off"): wire.AnnounceRequest(""),
    ("kick", "Ada"): wire.KickRequest("Ada"),
    ("close", "kiwi-7"): wire.CloseRequest("kiwi-7"),
    ("guests", "off"): wire.GuestsRequest(on=False),
    ("guests", "on"): wire.GuestsRequest(on=True),
    ("ban",): wire.BanRequest(),
    ("ban", "Ada"): wire.BanRequest("Ada"),
    ("ban", "192.0.2.7", "--days", "3"): wire.BanRequest("192.0.2.7", 3),
    ("ban", "0.0.0.0/0", "--yes"): wire.BanRequest("0.0.0.0/0", wide=True),
    ("accounts", "ada"): wire.AccountsRequest("ada"),
    ("account", "Ada"): wire.AccountRequest("Ada"),
    ("key", "Ada", "add", "ssh-ed25519", PUBLIC, "ada@home"): wire.KeyRequest("Ada", FINGERPRINT),
    ("key", "Ada", "add", FINGERPRINT, "--yes"): wire.KeyRequest("Ada", FINGERPRINT, taken=True),
    ("key", "Ada", "drop", "xB0"): wire.KeyRequest("Ada", "xB0", add=False),
    ("rename", "Ada", "Adele"): wire.RenameRequest("Ada", "Adele"),
    ("mute", "Ada", "--for", "2h", "--reason", "insults"): wire.MuteRequest("Ada", "insults", 120),
    ("unmute", "Ada", "--reason", "sorry"): wire.MuteRequest("Ada", "sorry"),
    ("table", "KIWI-7"): wire.TableRequest("KIWI-7"),
    ("games", "Ada", "--last", "3"): wire.GamesRequest("Ada", 3),
    ("void", "0a1b", "lost", "on purpose"): wire.VoidRequest("0a1b", "lost on purpose"),
    ("void", "0a1b", "--lift", "sorry"): wire.VoidRequest("0a1b", "sorry", void=False),
    ("export", "Ada"): wire.ExportRequest("Ada"),
    ("who", "--node", "b1"): wire.WhoRequest(node="b1"),
    ("drain", "--move", "--node", "b1"): wire.DrainRequest(move=True, node="b1"),
    ("health", "--json"): wire.HealthRequest(),
    ("ban", "Ada", "--lift"): wire.BanRequest("Ada", lift=True),
    ("ban", "Ada", "--lift", "--reason", "sorry"): wire.BanRequest("Ada", lift=True, reason="sorry"),
    ("drain",): wire.DrainRequest(),
    ("drain", "--off"): wire.DrainRequest(on=False),
    ("reload",): wire.ReloadRequest(),
    ("drain", "--stop"): wire.DrainRequest(stop=True),
    ("drain", "--move"): wire.DrainRequest(move=True),
}


@pytest.mark.parametrize(("arguments", "request_"), REQUESTS.items(), ids=[" ".join(a) for a in REQUESTS])
async def test_a_command_is_a_request(
    arguments: tuple[str, ...],
    request_: wire.AdminRequest,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It reaches the host as it was typed; the folder may be named before it, too."""
    async with door(tmp_path, ScriptedHost(wire.CommandDone(("Done.",)))) as host:
        done = await asyncio.to_thread(admin, capsys, *arguments, "--data", str(tmp_path))
        again = await asyncio.to_thread(admin, capsys, "--data", str(tmp_path), *arguments)
    assert host.asked == [request_, request_]
    assert (done.status, again.status) == (0, 0)


async def test_the_door_is_its_owners_alone(tmp_path: Path) -> None:
    """Mode 0600 from its first moment, and gone with the host; a dead host's is replaced."""
    (tmp_path / wire.SOCKET_FILE).touch()
    before = os.umask(0)
    try:
        async with door(tmp_path, ScriptedHost(wire.CommandDone(()))):
            assert stat.S_IMODE((tmp_path / wire.SOCKET_FILE).stat().st_mode) == 0o600
    finally:
        os.umask(before)
    assert not (tmp_path / wire.SOCKET_FILE).exists()


async def test_a_folder_with_a_long_name_has_a_door_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sockets have short names; folders need not."""
    folder = tmp_path / ("x" * 100) / ("y" * 100)
    folder.mkdir(parents=True)
    async with door(folder, ScriptedHost(wire.CommandDone(("Done.",)))):
        done = await asyncio.to_thread(admin, capsys, "who", "--data", str(folder))
    assert done.out == ["Done."]


async def raw(folder: Path, data: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(str(folder / wire.SOCKET_FILE))
    writer.write(data)
    writer.write_eof()
    said = await asyncio.wait_for(reader.read(), WITHIN)
    writer.close()
    return said


async def test_nonsense_is_declined_and_harms_nobody(tmp_path: Path) -> None:
    """Whatever comes, the door answers or hangs up, and serves the next."""
    async with door(tmp_path, ScriptedHost(wire.CommandDone(("Done.",)))) as host:
        for data in (b"hello\n", b"{}\n", b'{"do":"dance"}\n', b'{"do":"kick"}\n', b"\xff\n"):
            said = wire.decode_answer(await raw(tmp_path, data))
            assert isinstance(said, wire.CommandDeclined)
            assert said.sentence.startswith(wire.NOT_UNDERSTOOD)
        assert [await raw(tmp_path, data) for data in (b"x" * 200_000, b"")] == [b"", b""]
        assert host.asked == []
        assert wire.decode_answer(await raw(tmp_path, b'{"do":"who"}\n')) == wire.CommandDone(("Done.",))


async def test_a_request_that_breaks_is_logged_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The operator gets a sentence and status 1; the door stays open."""

    async def broken(_: wire.AdminRequest) -> tuple[wire.AnyAnswer, Path | None]:
        raise ZeroDivisionError

    opened = AdminListener(tmp_path, broken)
    await opened.open()
    for _ in range(2):
        done = await asyncio.to_thread(admin, capsys, "who", "--data", str(tmp_path))
        assert (done.status, done.err) == (1, ["Something went wrong: see the host's log."])
    await opened.close()
    assert [record.msg for record in caplog.records] == ["an operator's request failed"] * 2


async def test_a_declined_request_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1; what is in it cannot steer the operator's terminal."""
    async with door(tmp_path, ScriptedHost(wire.CommandDeclined("Nobody is called \x1b[2J."))):
        done = await asyncio.to_thread(admin, capsys, "kick", "x", "--data", str(tmp_path))
    assert (done.status, done.out, done.err) == (1, [], ["Nobody is called \ufffd[2J."])


async def test_how_the_host_is_is_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In words, and for programs; also what was declined is JSON for them."""
    away = wire.HostHealth(False, 2, 1, node="b1", nodes=("a1", "b1"))
    async with door(tmp_path, ScriptedHost(away)) as host:
        done = await asyncio.to_thread(admin, capsys, "health", "--data", str(tmp_path))
        assert (done.status, done.out) == (
            1,
            [
                "the store is not reached: nobody can play or come in",
                "2 sessions, 1 table",
                "this node is b1, alive are a1, b1",
            ],
        )
        host.answer = replace(away, reached=True)
        assert (await asyncio.to_thread(admin, capsys, "health", "--data", str(tmp_path))).status == 0
        host.answer = wire.CommandDeclined(f"{wire.NOT_UNDERSTOOD}Object contains unknown field `node`.")
        done = await asyncio.to_thread(admin, capsys, "who", "--data", str(tmp_path))
        assert (done.status, done.err) == (1, [OTHER_VERSION])
        host.answer = wire.CommandDeclined("Nobody is called that.")
        done = await asyncio.to_thread(admin, capsys, "kick", "x", "--json", "--data", str(tmp_path))
        assert (done.status, done.out) == (1, ['{"is":"declined","sentence":"Nobody is called that."}'])


async def test_who_is_a_table_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Columns stand below each other, whatever script a name is in."""
    picture = wire.HostStatus(
        (HERE,), (AT,), draining=True, notice="Tea at five", guests=False, provisional=1
    )
    assert display.as_text(picture, UTC) == (
        "1 session, 1 table, draining: no new tables, new guests are refused",
        "1 account without a move yet",
        "notice: Tea at five",
        "",
        "NAME  KEY                  SINCE             ADDRESS    TABLE",
        "Ada   SHA256:AbCdEfGhI...  1970-01-01 00:01  192.0.2.7  KIWI-7",
        "",
        "TABLE   GAME   STAGE    SINCE             WATCHING  SEATS",
        "KIWI-7  court  running  1970-01-01 00:00  2         Ada, 葵, -",
    )
    elsewhere = wire.HostStatus(
        (HERE, wire.SessionRow("Bert", "", 60.0, "", "", here=False, node="b1")), (), False, "", reached=False
    )
    assert display.as_text(elsewhere, UTC) == (
        "2 sessions (1 on other nodes), 0 tables",
        display.UNREACHED,
        "",
        "NAME  KEY                  SINCE             ADDRESS    TABLE   NODE",
        "Ada   SHA256:AbCdEfGhI...  1970-01-01 00:01  192.0.2.7  KIWI-7",
        "Bert  none                 1970-01-01 00:01  -          -       b1",
    )
    async with door(tmp_path, ScriptedHost(picture)):
        done = await asyncio.to_thread(admin, capsys, "who", "--json", "--data", str(tmp_path))
    assert wire.decode_answer("\n".join(done.out).encode()) == picture


def test_columns_are_cells_not_characters() -> None:
    """A wide character takes two."""
    assert list(display.columns(("A", "B"), [("葵", "1"), ("x", "2")])) == ["A   B", "葵  1", "x   2"]


async def test_a_backup_is_a_new_private_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte what the host gives; the host's own copy is gone afterwards."""
    data = os.urandom(700_000)
    (tmp_path / "temporary").write_bytes(data)
    target = tmp_path / "copy.db"
    async with door(tmp_path, ScriptedHost(wire.BackupMade(len(data)), tmp_path / "temporary")):
        done = await asyncio.to_thread(admin, capsys, "backup", str(target), "--data", str(tmp_path))
    assert (done.status, done.out) == (0, ["700000 bytes copied."])
    assert target.read_bytes() == data
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert not (tmp_path / "temporary").exists()


async def test_a_backup_never_overwrites(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Nor is the host asked where the file cannot be made, whose log has nothing to say of it."""
    caplog.set_level("INFO", "server.admin")
    (tmp_path / "there").write_text("precious")
    async with door(tmp_path, ScriptedHost(wire.BackupMade(1))) as host:
        for file, why in (
            ("there", "already exists: choose another file name."),
            ("no/way", "Cannot write "),
        ):
            arguments = ("backup", str(tmp_path / file), "--data", str(tmp_path))
            done = await asyncio.to_thread(admin, capsys, *arguments)
            assert (done.status, len(done.err)) == (1, 1)
            assert why in done.err[0]
    assert (tmp_path / "there").read_text() == "precious"
    assert (host.asked, caplog.messages) == ([], [])


async def test_a_host_that_ends_says_nothing_of_who_has_not_asked_yet(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    opened = AdminListener(tmp_path, ScriptedHost(wire.CommandDone(())).serve)
    await opened.open()
    with wire.socket_address(tmp_path) as address:
        _, writer = await asyncio.open_unix_connection(address)
    async with asyncio.timeout(WITHIN):
        while not opened._answering:  # noqa: ASYNC110
            await asyncio.sleep(0)
    await opened.close()
    writer.close()
    await asyncio.sleep(0)
    assert caplog.messages == []


async def test_half_a_backup_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the host ends in the midst, or declines, no file is left."""
    target = tmp_path / "copy.db"
    (tmp_path / "temporary").write_bytes(b"half")
    for answer in (wire.BackupMade(8), wire.CommandDeclined("No room."), wire.CommandDone(())):
        async with door(
            tmp_path, ScriptedHost(answer, tmp_path / "temporary" if answer == wire.BackupMade(8) else None)
        ):
            done = await asyncio.to_thread(admin, capsys, "backup", str(target), "--data", str(tmp_path))
        assert (done.status, len(done.err)) == (1, 1)
        assert not target.exists()


async def test_a_host_that_makes_no_backup_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the sentence of its store; no file is left."""
    target = tmp_path / "copy.db"
    async with door(tmp_path, ScriptedHost(wire.CommandDeclined("Use pg_dump."))):
        done = await asyncio.to_thread(admin, capsys, "backup", str(target), "--data", str(tmp_path))
    assert (done.status, done.err) == (1, ["Use pg_dump."])
    assert not target.exists()
