"""Records as players fetch, sign and check them: with the stock client, ssh-keygen and `crownhouse`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.e2e.host import LiveHost
from tests.forked import run
from tests.waiting import WITHIN


def fetched(host: LiveHost, name: str, table: str) -> str:
    """The record of a game as somebody is sent it."""
    sent = subprocess.run([*host._client(name), "record", table], check=True, capture_output=True)
    return sent.stdout.decode()


def steps_of(record: str) -> list[str]:
    """Its lines with a move."""
    return [line for line in record.splitlines() if line[:1].isdigit()]


def signed(host: LiveHost, name: str, text: str) -> str:
    """What `ssh-keygen -Y sign` writes with somebody's key."""
    path = host.folder / f"{name}.txt"
    path.write_text(text, encoding="utf-8", newline="")
    Path(f"{path}.sig").unlink(missing_ok=True)
    command = ["ssh-keygen", "-Y", "sign", "-n", "crownhouse-record", "-f", host.key(name), path]
    subprocess.run(command, capture_output=True, check=False)
    return Path(f"{path}.sig").read_text("ascii")


def sign(host: LiveHost, name: str, table: str) -> None:
    """Somebody signs a game that is over."""
    client = host.pipe(name, "sign", table)
    out, error = client.communicate(signed(host, name, fetched(host, name, table)).encode(), timeout=WITHIN)
    assert client.returncode == 0, (out, error)


def verified(host: LiveHost, name: str, table: str, signatures: int = 0) -> str:
    """The record of a game that is over, once its rules, draws and so many signatures were found right."""
    record = fetched(host, name, table)
    path = host.folder / f"{table}.record"
    path.write_text(record, encoding="utf-8", newline="")
    for command in ("replay", "verify"):
        done = run(["crownhouse", command, path])
        assert done.returncode == 0, done
    assert done.stdout.count("SHA256:") == signatures, done
    return record
