"""Some of the soak's people in a process of their own: `python -m tests.soak.people PORT FIRST COUNT FOLDER`.

Writes one JSON line with `Notes` every few seconds, until its input ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

import asyncssh
from msgspec import json

from tests.soak.person import Notes, Pair, Person

INTERVAL = 2.0
"""Seconds between two lines."""
ARRIVALS = 4.0
"""People a second who come at first."""


class People:
    """Everybody of this process, and their notes."""

    def __init__(self, port: int, first: int, count: int, folder: Path) -> None:
        self._notes = Notes()
        pairs = [Pair() for _ in range(count // 2 + 1)]
        self._people = [
            Person(
                port, first + number, pairs[number // 2], _key(folder, first + number), lambda: self._notes
            )
            for number in range(count)
        ]

    async def run(self, ended: asyncio.Event) -> None:
        """Lets everybody come, and reports, until `ended`."""
        going, over = asyncio.create_task(self._all()), asyncio.create_task(ended.wait())
        while not (ended.is_set() or going.done()):
            self._report()
            await asyncio.wait([going, over], timeout=INTERVAL, return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            self._notes.trouble.append(f"the people broke: {going.exception()!r}")
        self._report()

    async def _all(self) -> None:
        async with asyncio.TaskGroup() as people:
            for person in self._people:
                people.create_task(person.run())
                await asyncio.sleep(1 / ARRIVALS)

    def _report(self) -> None:
        notes, self._notes = self._notes, Notes()
        sys.stdout.buffer.write(json.encode(notes) + b"\n")
        sys.stdout.flush()


def _key(folder: Path, number: int) -> asyncssh.SSHKey | None:
    """Half of them have one, which is kept for the next run."""
    if number % 4 in {0, 3}:
        return None
    path = folder / f"key-{number}"
    if not path.exists():
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(path)
    return asyncssh.read_private_key(path)


async def main(port: str, first: str, count: str, folder: str) -> None:
    logging.disable()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, ended.set)
    await People(int(port), int(first), int(count), Path(folder)).run(ended)
    os._exit(0)  # nothing is left to be said to the host


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
