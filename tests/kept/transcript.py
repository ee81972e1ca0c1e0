"""A conversation with `ssh HOST api` that can be held again, and what people see at kept games."""

from __future__ import annotations

import json
import time
from typing import Any

from tests.e2e.host import LiveHost
from tests.kept.kept import Plain, contained, program
from tests.kept.program import ApiLine, Program, play
from tests.waiting import WITHIN

SETTLED = {"lobby": 2.5, "news": 0.4, "chat": 0.4}
"""Seconds after which what is told last is the newest picture: only for making, tests wait for it."""


class Transcript:
    """Lines as they are kept: `who`, and what was `sent`, `got` or, without being asked, `told`."""

    def __init__(self, at: LiveHost, plain: Plain) -> None:
        self._host = at
        self._plain = plain
        self._programs: dict[str, Program] = {}
        self._number = 0
        self.lines: list[ApiLine] = []

    # --- making one

    def come(self, *people: str) -> None:
        for who in people:
            self._note(who, got={"hello": self.greeted(who)})

    def ask(self, who: str, do: str, **more: Any) -> ApiLine:
        """The answer as it came."""
        self._number += 1
        return self.line(who, {"id": self._number, "do": do, **more})

    def line(self, who: str, sent: Any) -> ApiLine:
        """The same for any request, or any text."""
        self._note(who, sent=sent)
        answer = self.answer(who, sent)
        self._note(who, got=answer)
        return answer

    def news(self, who: str, key: str) -> None:
        """The newest news with that key."""
        someone = self._programs[who]
        if key == "goodbye":
            self._note(who, told=someone.until(lambda line: key in line))
            return
        time.sleep(SETTLED[key])
        someone.request("who")  # what is told comes before the answer
        told = [line for line in someone.news if key in line]
        someone.news.clear()
        self._note(who, told=told[-1])

    def _note(self, who: str, **what: Any) -> None:
        self.lines.append({"who": who} | {key: self._plain.of(value) for key, value in what.items()})

    # --- holding it

    def greeted(self, who: str) -> ApiLine:
        someone = self._programs[who] = program(self._host, who, guest=who == "otto")
        return someone.hello

    def answer(self, who: str, sent: Any) -> ApiLine:
        someone = self._programs[who]
        someone.send(sent if isinstance(sent, str) else json.dumps(sent))
        return someone.answer()

    def again(self, line: ApiLine, sent: Any, said: Any) -> Any:
        """What this host says where the kept one `said` a line, without what is new; `sent` is the request
        before it, if any.
        """
        who = line["who"]
        if "told" in line:
            return self._told(who, said)
        found = {"hello": self.greeted(who)} if "hello" in said else self.answer(who, self._plain.back(sent))
        return self._plain.of(contained(found, said))

    def _told(self, who: str, kept: ApiLine) -> ApiLine:
        """The same news, or the last that came instead. Pictures are whole: others may come before."""
        someone, last, until = self._programs[who], ApiLine(), time.monotonic() + WITHIN
        if "goodbye" in kept:
            self._host.stop()
        while last != kept and time.monotonic() < until:
            if not someone.news:
                someone.news.append(someone.read())
            line = self._plain.of(contained(someone.news.pop(0), kept))
            last = line if line.keys() == kept.keys() else last
        return last


# --- kept games


def seated(at: LiveHost, made: ApiLine, game: ApiLine) -> dict[int, Program]:
    """Everybody who has a seat at a kept game, a guest by the code of the seat, watching it."""
    found = {}
    for seat, who in game["people"].items():
        someone = found[int(seat)] = program(at, who, guest=who in made["guests"])
        if who in made["guests"]:
            someone.ask("resume", code=made["guests"][who])
        someone.ask("watch", table=game["table"])
    for seat, someone in found.items():
        until = time.monotonic() + WITHIN
        while _is_lent(someone, game, seat):  # given back once its player is there
            assert time.monotonic() < until
    return found


def _is_lent(someone: Program, game: ApiLine, seat: int) -> bool:
    lent: bool = someone.ask("view", table=game["table"])["info"]["seats"][seat - 1]["lent"]
    return lent


def pictures(at: LiveHost, made: ApiLine) -> ApiLine:
    """What everybody with a seat at a running game sees: by game and seat."""
    return {name: seen(at, made, game) for name, game in made["running"].items()}


def seen(at: LiveHost, made: ApiLine, game: ApiLine, kept: ApiLine | None = None) -> ApiLine:
    """What everybody with a seat sees, by seat; of pictures that were kept, what they have."""
    people = seated(at, made, game)
    found = {
        str(seat): _picture(someone, made, game, kept[str(seat)] if kept else None)
        for seat, someone in people.items()
    }
    for someone in people.values():
        someone.close()
    return found


def _picture(someone: Program, made: ApiLine, game: ApiLine, kept: ApiLine | None) -> ApiLine:
    view = someone.ask("view", table=game["table"])
    view["info"].pop("watching")
    for seat in view["info"]["seats"]:
        seat.pop("away_since")
    found: ApiLine = Plain(made).of(contained(view, kept) if kept else view)
    return found


def finish(at: LiveHost, made: ApiLine, game: ApiLine) -> ApiLine:
    """Plays a kept game to its end; the last picture."""
    people = seated(at, made, game)
    last = play(game["table"], people)
    for someone in people.values():
        someone.close()
    return last
