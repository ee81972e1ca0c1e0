"""A program behind `ssh HOST api`, through the OpenSSH client, and people's programs playing a game."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

from tests.waiting import WITHIN

ApiLine = dict[str, Any]

PASSED = {"not-asked", "seq-passed"}
"""Refusals of an answer that somebody else gave meanwhile: a standing answer, or time."""


class Program:
    """One session. `news` are the lines without an id that were read so far."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.news: list[ApiLine] = []
        self._unread = b""
        self._asked = 0
        self.hello = self.read()["hello"]

    def read(self) -> ApiLine:
        """The next line. Raises AssertionError where none comes."""
        stdout = self.process.stdout
        assert stdout is not None
        while b"\n" not in self._unread:
            ready, _, _ = select.select([stdout], [], [], WITHIN)
            assert ready, "the host says nothing"
            data = os.read(stdout.fileno(), 1 << 16)
            assert data, f"the session ended: {self._unread!r}"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        found: ApiLine = json.loads(line)
        return found

    def send(self, line: str) -> None:
        """A line as it stands."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> ApiLine:
        """The next line with an id; what is told before it is kept in `news`."""
        while "id" not in (line := self.read()):
            self.news.append(line)
        return line

    def request(self, do: str, **more: Any) -> ApiLine:
        """The whole answer to a request."""
        self._asked += 1
        self.send(json.dumps({"id": self._asked, "do": do, **more}))
        return self.answer()

    def ask(self, do: str, **more: Any) -> Any:
        """What a request is answered that is done."""
        answer = self.request(do, **more)
        assert "ok" in answer, f"{do} {more}: {answer}"
        return answer["ok"]

    def until(self, told: Callable[[ApiLine], bool]) -> ApiLine:
        """The first news, from the earliest unread on, for which that is true; all before it is forgotten."""
        while True:
            line = self.news.pop(0) if self.news else self.read()
            if told(line):
                return line

    def close(self) -> None:
        """Ends the session and waits for the client's end."""
        self.process.communicate(timeout=WITHIN)


def play(table: str, seats: Mapping[int, Program], steps: int | None = None) -> ApiLine:
    """Plays a watched table on by choices that depend on its step alone, so that the same seed gives the
    same game where nobody else answers; the last picture, of the first program.

    `seats`: a program for each seat that people hold. Ends after so many steps, or with the game.
    """
    first = next(iter(seats.values()))
    picture: ApiLine = first.ask("view", table=table)
    most = None if steps is None else picture["seq"] + steps
    while picture["info"]["stage"] == "running" and (most is None or picture["seq"] < most):
        asked = [seat for seat in picture["waiting_for"] if seat in seats]
        if asked and answered(table, seats[asked[0]]):
            picture = first.ask("view", table=table)
        else:
            seq = picture["seq"]
            newer = first.until(lambda line: line.get("table") == table and later(line, seq))  # noqa: B023
            picture = newer["news"]
    return picture


def later(line: ApiLine, seq: int) -> bool:
    """Whether news tell of a step behind `seq`, or of the end."""
    news = line.get("news", {})
    return bool(news) and (news["seq"] > seq or news["info"]["stage"] == "over")


def answered(table: str, program: Program) -> bool:
    """Whether the program was asked, and answered."""
    legal = program.ask("legal", table=table, count=200)
    if not legal["moves"]:
        return False
    choice = legal["moves"][legal["seq"] * 7 % len(legal["moves"])]["notation"]
    answer = program.request("move", table=table, move=choice, seq=legal["seq"])
    assert "ok" in answer or answer["refused"]["code"] in PASSED, answer
    return "ok" in answer
