"""A host's key, and a rotation of it: another key is told of, then takes its place."""

from __future__ import annotations

import asyncssh
import pytest

from server.start.host_keys import HostKeys, Keyring
from server.store.database.data_folder import new_host_key


class Stored:
    """What is stored, and what is shown."""

    def __init__(self) -> None:
        self.text, self.known, self.shown = new_host_key(), "", list[str]()
        ring = Keyring(self.read, self.write, self.know)
        self.keys = HostKeys(ring, asyncssh.import_private_key(self.text), self.show)

    async def read(self) -> bytes:
        return self.text

    async def write(self, before: bytes, after: bytes) -> bool:
        if self.text != before:
            return False
        self.text = after
        return True

    async def know(self, fingerprint: str) -> None:
        self.known = fingerprint

    def show(self, keys: object) -> None:
        self.shown = [key.get_fingerprint() for key in keys]  # type: ignore[attr-defined]


async def test_another_key_is_told_of_and_then_takes_the_place() -> None:
    """A host of before would read the first of both; in the end there is one."""
    stored = Stored()
    keys = await stored.keys.turn("", "play.example.org")
    assert [line.split()[:5] for line in keys["sshfp"]] == [
        ["play.example.org", "IN", "SSHFP", "4", "1"],
        ["play.example.org", "IN", "SSHFP", "4", "2"],
    ]
    present = asyncssh.import_private_key(stored.text).get_fingerprint()
    assert (keys["now"], keys.keys()) == (present, {"now", "sshfp"})
    keys = await stored.keys.turn("next", "x")
    assert (len(keys["sshfp"]), [keys["now"], keys["next"]]) == (4, stored.shown)
    assert stored.shown[0] == present
    assert asyncssh.import_private_key(stored.text).get_fingerprint() == present
    coming = stored.shown[1]
    with pytest.raises(ValueError, match="There is a next key already"):
        await stored.keys.turn("next", "x")
    assert (await stored.keys.turn("switch", "x"))["now"] == coming
    assert (stored.known, stored.shown) == (coming, [coming])
    assert asyncssh.import_private_key(stored.text).get_fingerprint() == coming


async def test_the_next_key_can_be_given_up() -> None:
    """Then everything is as before; without one there is nothing to switch to."""
    stored = Stored()
    before = stored.text
    await stored.keys.turn("next", "x")
    await stored.keys.turn("drop", "x")
    assert stored.text == before
    for step in ("switch", "drop"):
        with pytest.raises(ValueError, match="There is no next key"):
            await stored.keys.turn(step, "x")


async def test_a_file_of_each_of_several_nodes_is_left_alone() -> None:
    """It is shown; one sentence says how to replace it."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    keys = HostKeys(None, key, lambda _: None)
    assert (await keys.turn("", "x"))["now"] == key.get_fingerprint()
    with pytest.raises(ValueError, match="serve --new-host-key"):
        await keys.turn("next", "x")


async def test_where_the_file_cannot_be_written_nothing_changes() -> None:
    """The sentence names the file, and where it could be written."""
    stored = Stored()

    async def write(_before: bytes, _after: bytes) -> bool:
        raise OSError(30, "Read-only file system", "/etc/crownhouse/host_key")

    ring = Keyring(stored.read, write, stored.know)
    keys = HostKeys(ring, asyncssh.import_private_key(stored.text), stored.show)
    with pytest.raises(ValueError, match=r"/etc/crownhouse/host_key \(Read-only file system\)"):
        await keys.turn("next", "x")
    assert (stored.known, stored.shown) == ("", [])
