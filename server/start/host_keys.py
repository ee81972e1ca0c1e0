"""The keys of a running host: the one that players know, and the next one, of which clients are told before
it takes its place. What is stored is private keys one behind the other; hosts of before read the first.
"""

from __future__ import annotations

import asyncio
import logging
import re
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha1, sha256
from typing import Any, NamedTuple

import asyncssh

from server.store.database.data_folder import new_host_key

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two looks whether another node has changed the keys."""
BLOCK = re.compile(rb"-----BEGIN [^\n]+-----\n.*?-----END [^\n]+-----\n", re.DOTALL)
SSHFP = {"ssh-rsa": 1, "ssh-ed25519": 4, **{f"ecdsa-sha2-nistp{bits}": 3 for bits in (256, 384, 521)}}
"""The numbers of kinds of keys in the DNS."""


class Keyring(NamedTuple):
    """Where a host's keys are stored. `write` replaces what was read and returns whether it was still there;
    `know` notes by which key players know the host.
    """

    read: Callable[[], Awaitable[bytes]]
    write: Callable[[bytes, bytes], Awaitable[bool]]
    know: Callable[[str], Awaitable[None]]


class HostKeys:
    """The keys of a host, which `show` is given whenever they are others. `ring` is None where each of
    several nodes has a file of its own.
    """

    def __init__(
        self, ring: Keyring | None, key: asyncssh.SSHKey, show: Callable[[Sequence[asyncssh.SSHKey]], None]
    ) -> None:
        self._ring, self._show = ring, show
        self._keys: Sequence[asyncssh.SSHKey] = (key,)
        self._text = b""

    async def keep_up(self) -> None:
        """Look again and again what the keys are; what fails is told once until it works again."""
        is_told = False
        while self._ring:
            try:
                self._take(await self._ring.read())
                is_told = False
            except Exception:
                if not is_told:
                    log.exception("the host keys could not be read")
                is_told = True
            await asyncio.sleep(LOOK)

    async def turn(self, step: str, called: str) -> Mapping[str, Any]:
        """Do a step of a rotation, and return the fingerprint of the key that is used `now`, of the
        `next` one if there is one, and their lines for the DNS (`sshfp`), for a host of that name. Raises
        ValueError, whose sentence says why there is no such step now.
        """
        if step:
            await self._turn(step)
        fingerprints = dict(zip(("now", "next"), map(_name, self._keys), strict=False))
        return {**fingerprints, "sshfp": [line for key in self._keys for line in _records(key, called)]}

    async def _turn(self, step: str) -> None:
        if self._ring is None:
            raise ValueError(
                "Each node has the file that its setting host_key names: write the new key into all of them,"
                " then start each node with serve --new-host-key."
            )
        before = await self._ring.read()
        present, *coming = BLOCK.findall(before)
        if step == "next" and coming:
            raise ValueError("There is a next key already: switch to it, or drop it.")
        if step != "next" and not coming:
            raise ValueError("There is no next key: make it with admin host-key next.")
        after = {"next": present + new_host_key(), "switch": b"".join(coming), "drop": present}[step]
        try:
            is_written = await self._ring.write(before, after)
        except OSError as error:
            raise ValueError(
                f"Cannot write {error.filename} ({error.strerror}): a key file has to be in a folder that the"
                " host's user may write to, such as the data folder."
            ) from error
        if not is_written:
            raise ValueError("The keys were changed at the same time: look at them, then try again.")
        if step == "switch":
            await self._ring.know(asyncssh.import_private_key(coming[0]).get_fingerprint())
        self._take(after)

    def _take(self, text: bytes) -> None:
        if text == self._text:
            return
        keys = [asyncssh.import_private_key(block) for block in BLOCK.findall(text)]
        self._text = text
        if keys and [*map(_name, keys)] != [*map(_name, self._keys)]:
            log.info("host keys changed", extra={"keys": ", ".join(map(_name, keys))})
            self._keys = keys
            self._show(keys)


def _name(key: asyncssh.SSHKey) -> str:
    return str(key.get_fingerprint())


def _records(key: asyncssh.SSHKey, called: str) -> list[str]:
    """Return the lines for the DNS by which `ssh -o VerifyHostKeyDNS=yes` knows a key."""
    kind, public, *_ = key.export_public_key().decode().split()
    data = b64decode(public)
    hashes = (1, sha1(data, usedforsecurity=False)), (2, sha256(data))
    return [f"{called} IN SSHFP {SSHFP[kind]} {number} {one.hexdigest()}" for number, one in hashes]
