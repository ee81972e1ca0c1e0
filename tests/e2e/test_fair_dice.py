"""Two people add to the dice of a game over ssh, check its record without trusting the host, and sign it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.e2e.host import SCRIPT, LiveHost
from tests.e2e.records import signed
from tests.kept.program import Program, play
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e

NONCE = "3b1f" * 16


@pytest.fixture
def host(tmp_path: Path) -> Iterator[LiveHost]:
    host = LiveHost(
        tmp_path, PtyTerminals(), {"CROWNHOUSE_BOTS_PACE": "0", "CROWNHOUSE_LIMITS_API_BURST": "10000"}
    )
    host.start()
    yield host
    host.close()


def told(host: LiveHost, name: str, *words: str, sent: str = "") -> tuple[int, str]:
    """The exit status of a client's command, and all it prints."""
    client = host.pipe(name, *words)
    out, err = client.communicate(sent.encode(), timeout=WITHIN)
    return client.returncode, (out + err).decode()


def run(*words: str | Path) -> tuple[int, str]:
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_game_proves_itself_without_the_host(host: LiveHost, tmp_path: Path) -> None:
    ada, bert = Program(host.pipe("ada", "api")), Program(host.pipe("bert", "api"))
    table = ada.ask("open", game="court", seats=2, options={"rounds": "1"})["table"]
    bert.ask("join", table=table)
    shown = bert.ask("dice", table=table, text="kiwi boat")["dice"]["commitment"]
    ada.ask("dice", table=table, hash=sha256(NONCE.encode()).hexdigest())
    ada.ask("start", table=table)
    awaited = bert.ask("dice", table=table)["dice"]
    assert (awaited["commitment"], awaited["awaited"]) == (shown, [1])
    host.kill()
    host.start()
    ada, bert = Program(host.pipe("ada", "api")), Program(host.pipe("bert", "api"))
    assert bert.ask("dice", table=table)["dice"]["added"][1]["text"] == "kiwi boat"
    ada.ask("dice", table=table, text=NONCE)
    for program in (ada, bert):
        program.ask("watch", table=table)
    last = play(table, {1: ada, 2: bert})
    assert last["dice"]["commitment"] == shown

    status, record = told(host, "ada", "record", table)
    assert status == 0
    assert f"commitment {shown}\n" in record
    assert f"added 1 {NONCE}\nadded 2 kiwi boat\n" in record
    status, said = told(host, "bert", "sign", table, sent=signed(host, "bert", record))
    assert (status, said.strip()) == (0, "Your signature stands in the record now.")
    _, record = told(host, "ada", "record", table)
    assert told(host, "ada", "sign", table, sent=signed(host, "ada", record))[0] == 0

    _, record = told(host, "ada", "record", table)
    (tmp_path / "r").write_text(record, encoding="utf-8", newline="")
    _, program = told(host, "ada", "verify.py")
    (tmp_path / "check.py").write_text(program, encoding="utf-8")
    for status, said in (
        run(sys.executable, tmp_path / "check.py", tmp_path / "r"),
        run(SCRIPT, "verify", tmp_path / "r"),
    ):
        assert status == 0, said
        assert "kiwi boat" in said
        for name in ("ada", "bert"):
            assert run("ssh-keygen", "-lf", host.key(name))[1].split()[1] in said
    for right, wrong in (
        ("kiwi boat", "kiwi"),
        ("signature 1", "signature 2"),
        ("signature 2", "signature 9"),
    ):
        (tmp_path / "r").write_text(record.replace(right, wrong), encoding="utf-8", newline="")
        assert run(sys.executable, tmp_path / "check.py", tmp_path / "r")[0] == 1
        assert run(SCRIPT, "verify", tmp_path / "r")[0] == 1

    status, counts = told(host, "ada", "dice")
    assert (status, [int(line.split()[0]) for line in counts.splitlines()]) == (0, [1, 1, 1, 0, 0, 0])
    for client in (ada, bert):
        client.close()


def test_what_signs_no_record_of_ones_own_is_refused(host: LiveHost) -> None:
    ada = Program(host.pipe("ada", "api"))
    table = ada.ask("open", game="court", seats=2, options={"rounds": "1"})["table"]
    ada.ask("bot", table=table)
    ada.ask("start", table=table)
    _, early = told(host, "ada", "record", table)
    assert "\nseed " not in early
    assert told(host, "ada", "sign", table, sent=signed(host, "ada", early)) == (
        1, "The game at this table has begun and is not over yet.\n",
    )  # fmt: skip
    ada.ask("watch", table=table)
    play(table, {1: ada})
    _, record = told(host, "ada", "record", table)
    armor, other = signed(host, "ada", record), signed(host, "cleo", record)
    for name, sent, why in (
        ("ada", "", "No signature: ssh-keygen -Y sign -n crownhouse-record makes one."),
        ("ada", armor[:-40], "No signature: ssh-keygen -Y sign -n crownhouse-record makes one."),
        ("ada", "x" * 40_000, "No signature: ssh-keygen -Y sign -n crownhouse-record makes one."),
        ("ada", other, "The key of that signature does not open your account."),
        (
            "ada",
            signed(host, "ada", early),
            "That signs another text: fetch the record again, and sign that.",
        ),
        ("cleo", other, "You have no seat at this table."),
    ):
        assert told(host, name, "sign", table, sent=sent) == (1, f"{why}\n")
    assert "\nsignature " not in told(host, "ada", "record", table)[1]
    assert ada.ask("sign", table=table, signature=armor) == {}
    assert "\nsignature 1 " in told(host, "cleo", "record", table)[1]
    ada.close()


def test_in_plain_mode_it_is_all_in_sentences(host: LiveHost) -> None:
    """In German, by words: what is added, what the dice come from, the counts of the host."""
    lines = "open court 2", "bot", "/würfel fünf Boote", "/würfel", "start", "/würfel"
    client = host.pipe("dora", "plain", guest=True, lang="de_DE.UTF-8")
    out, _ = client.communicate("".join(f"{line}\n" for line in lines).encode(), timeout=WITHIN)
    said = out.decode()
    assert "dora trägt zu den Würfeln bei." in said, said
    assert sha256("fünf Boote".encode()).hexdigest()[:12] in said
    assert "dora: beigetragen: fünf Boote" in said
    assert "Spiele begonnen" in said
