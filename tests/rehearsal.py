"""Rehearses the loss of a disk, on a real host with the stock client: `python -m tests.rehearsal`.

The database of version 0.1.0 is upgraded, two people play, a backup is made, they play on, and the disk is
lost. Restored, they sit where the backup says and are told its time; what falls then differs from what was
lost, and the record proves both. `make year` does it on machines of its own, with a package.

Prints a transcript and exits 0, or says what is wrong and exits 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.records.reading import read
from tests.e2e.host import QUICK, SCRIPT, LiveHost
from tests.e2e.test_single_commands import POSITION, Commands
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "kept" / "0.1.0"
PEOPLE = ("anna", "carl")
BEFORE, LOST = 8, 12
"""Moves before the backup, and those after it."""


class Rehearsal:
    """What is done, and told as it is typed."""

    def __init__(self, folder: Path) -> None:
        self._root = folder
        self._terminals = PtyTerminals()
        self.data, self.backup = folder / "data", folder / "backup.db"
        self.host = LiveHost(folder, self._terminals, QUICK, SCRIPT)
        self.people = Commands(self.host)

    def say(self, text: str) -> None:
        """A line or more of the transcript, without the paths and the port of this machine."""
        text = text.replace(str(self._root), "")
        text = text.replace(f" {self.host.port}", " 2222") if self.host.port else text
        sys.stdout.write(text.rstrip() + "\n")
        sys.stdout.flush()

    def crownhouse(self, *words: object) -> str:
        """A command that must succeed, and what it said."""
        self.say("# crownhouse " + " ".join(map(str, words)))
        done = subprocess.run(
            [SCRIPT, *map(str, words)], capture_output=True, text=True, check=False, timeout=WITHIN
        )
        self.say(done.stdout + done.stderr)
        assert done.returncode == 0, done
        return done.stdout

    def start(self) -> None:
        """A host, until it listens."""
        self.say(f"# crownhouse serve --data {self.data}")
        self.host.start()
        self.say(f"to play:  ssh -p {self.host.port} localhost")

    def play(self, table: str, moves: int) -> None:
        """So many moves, by whoever is asked."""
        for _ in range(moves):
            name = self.people.turn(PEOPLE, table)
            assert name
            ran, command = self.people.play(name, table)
            assert ran.status == 0, ran
            self.say(f"$ ssh -p 2222 {name}@localhost {command}")

    def record(self, table: str) -> str:
        """The record as it is now."""
        return self.people.run(PEOPLE[0], "record", table).out

    def go(self) -> None:
        """All of it."""
        self.upgrade()
        table = self.people.begin("court", PEOPLE, rounds=20)
        self.play(table, BEFORE)
        backed_up, made = self.record(table), time.time()
        self.crownhouse("admin", "--data", self.data, "backup", self.backup)
        self.play(table, LOST)
        lost = self.record(table)
        self.lose_disk()
        self.restore(made)
        assert _steps(self.record(table)) == _steps(backed_up), "the game is not where the backup says"
        self.told(table, made)
        self.play(table, LOST)
        again = self.record(table)
        here = len(_steps(backed_up))
        was, fell = _drawn(lost, here), _drawn(again, here)
        both = min(len(was), len(fell))
        assert both >= 3, "too little was drawn to tell"
        assert was[:both] != fell[:both], "the same dice fell again"
        said = self.people.run(PEOPLE[0], "look", table).out
        position = POSITION.search(said)
        assert position, said
        ran = self.people.run(PEOPLE[0], f"play --at {position[1]} {table} concede")
        assert ran.status == 0, ran
        self.verify(table)
        assert self.host.stop() == 0
        assert "Traceback" not in self.host.log, self.host.log

    def upgrade(self) -> None:
        """A host on the database of 0.1.0, whose players find their games."""
        self.data.mkdir(mode=0o700)
        shutil.copy(KEPT / "crownhouse.db", self.data)
        shutil.copy(KEPT / "keys" / "ada", self.host.folder)
        (self.host.folder / "ada").chmod(0o600)
        self.say("# crownhouse.db is version 0.1.0's")
        self.crownhouse("serve", "--check", "--data", self.data, "--listen", "127.0.0.1:0")
        self.start()
        ran = self.people.run("ada", "turns")
        self.say(f"$ ssh -p 2222 ada@localhost turns\n{ran.out}")
        assert "court" in ran.out.lower(), ran

    def lose_disk(self) -> None:
        """The host is killed and its folder is gone, but for the host key, which is kept with the backups."""
        self.host.kill()
        key = (self.data / "host_key").read_bytes()
        shutil.rmtree(self.data)
        self.data.mkdir(mode=0o700)
        (self.data / "host_key").write_bytes(key)
        (self.data / "host_key").chmod(0o600)
        self.say("# the disk is lost; host_key was kept with the backups")

    def restore(self, made: float) -> None:
        """The backup in its place; the command knows when it was made."""
        said = self.crownhouse("restore", self.backup, "--data", self.data)
        assert _minute(made) in said or _minute(made + 60) in said, said
        self.start()

    def told(self, table: str, made: float) -> None:
        """Programs, the lobby in plain mode and the screen of the table say it."""
        (listed,) = self.people.ask("anna", {"do": "list"})
        assert abs(listed["restored"] - made) <= 60, listed
        (seen,) = self.people.ask("anna", {"do": "view", "table": table})
        assert len(seen["dice"]["restored"]) == 1, seen["dice"]
        terminal = self.host.connect("anna")
        self._terminals.wait(lambda: "restored from the backup" in terminal.text, "the notice in the lobby")
        self.say("\n".join(line for line in terminal.text.splitlines() if "restored from" in line))
        terminal.press("Enter")
        self._terminals.wait(lambda: "the dice are new" in terminal.text, "the notice at the table")

    def verify(self, table: str) -> None:
        """Both programs follow the record over the restoring."""
        record = self.host.folder / "record"
        record.write_text(self.record(table))
        self.say(
            f"$ ssh -p 2222 anna@localhost record {table} > record; grep -E '^(restored|commitment)' record"
        )
        self.say("\n".join(re.findall(r"^(?:restored|commitment) .*$", record.read_text(), re.MULTILINE)))
        assert "Restored from the backup" in self.crownhouse("verify", record)
        program = self.host.folder / "verify.py"
        program.write_text(self.people.run("anna", "verify.py").out)
        said = subprocess.run(
            [sys.executable, program, record], capture_output=True, text=True, check=True
        ).stdout
        self.say(f"$ python3 verify.py record\n{said}")

    def close(self) -> None:
        """Leave nothing running."""
        self._terminals.close()
        self.host.close()


def _steps(record: str) -> list[str]:
    return [line for line in record.splitlines() if line[:1].isdigit()]


def _drawn(record: str, after: int) -> list[str]:
    return [token for step in read(record).steps[after:] for token in step.draws]


def _minute(when: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(when))


def main() -> int:
    """Rehearse, and return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        rehearsal = Rehearsal(Path(folder))
        try:
            rehearsal.go()
        except AssertionError as wrong:
            sys.stderr.write(f"{wrong}\n{rehearsal.host.log}\n")
            return 1
        finally:
            rehearsal.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
