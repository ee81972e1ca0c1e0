"""Makes what is kept of a version, with a real host: `python -m tests.kept.make` in that version's checkout.

It was run once, for 0.1.0, and is kept to tell how: later versions keep what it wrote and need not run it.
What it makes is told in `README.md`.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.e2e.host import LiveHost
from tests.kept import kept
from tests.kept.kept import DATABASE, FOLDER, SETTINGS, Plain, program, record
from tests.kept.program import ApiLine, Program, play
from tests.kept.transcript import Transcript, finish, pictures
from tests.waiting import WITHIN

SLOW = 2
"""Chances to react that a slow person leaves unused."""
PEOPLE = ("ada", "bert", "cleo", "cleo-laptop", "mallory")
HASTY = {**SETTINGS, "CROWNHOUSE_PATIENCE_AWAY": "1", "CROWNHOUSE_PATIENCE_REACTION_HERE": "1"}


class SlowPlayer(Program):
    """Of somebody whose time runs out."""

    left = SLOW

    def request(self, do: str, **more: Any) -> ApiLine:
        answer = super().request(do, **more)
        if do == "legal" and self.left and (answer["ok"]["ask"] or {}).get("reaction"):
            self.left -= 1
            return {"ok": {"moves": []}}
        return answer


class Making:
    """An evening at a host, and what it leaves."""

    def __init__(self, at: LiveHost) -> None:
        self.host = at
        self.kept: dict[str, Any] = {"running": {}, "finished": {}, "guests": {}}
        self.people: dict[str, Program] = {}

    def come(self, *names: str) -> None:
        for name in names:
            self.people[name] = program(self.host, name, guest=name == "otto")

    def go(self, name: str) -> None:
        self.people.pop(name).close()

    def opened(self, seats: list[str], **how: Any) -> ApiLine:
        """A table at which people and bots sit in this order."""
        owner = self.people[seats[0]]
        table: ApiLine = owner.ask("open", seats=len(seats), **how)
        for name in seats[1:]:
            if name in self.people:
                self.people[name].ask("join", table=table["code"] or table["table"])
            else:
                owner.ask("bot", table=table["table"], bot=name)
        return table

    def begun(self, seats: list[str], steps: int | None, **how: Any) -> ApiLine:
        """A game that was played for so many steps, or to its end."""
        table = self.opened(seats, **how)
        playing = {seat: self.people[name] for seat, name in enumerate(seats, 1) if name in self.people}
        for someone in playing.values():
            someone.ask("watch", table=table["table"])
        self.people[seats[0]].ask("start", table=table["table"])
        play(table["table"], playing, steps)
        for someone in playing.values():
            someone.ask("unwatch", table=table["table"])
        return table

    def finish(self, name: str, seats: list[str], **how: Any) -> None:
        self.kept["finished"][name] = self.begun(seats, None, **how)["table"]

    def running(self, name: str, seats: list[str], steps: int, **how: Any) -> str:
        table = self.begun(seats, steps, **how)
        people = {seat: who for seat, who in enumerate(seats, 1) if who in self.people}
        self.kept["running"][name] = {"table": table["table"], "code": table["code"], "people": people}
        found: str = table["table"]
        return found

    # --- the evening

    def accounts(self) -> None:
        """Settings, somebody ignored, somebody renamed, somebody banned, a second key."""
        self.come("ada", "bert", "cleo", "dora", "mallory", "otto")
        for setting, value in {"bell": "off", "hints": "off", "display-xterm": "colour"}.items():
            self.people["ada"].ask("set", setting=setting, value=value)
        self.people["bert"].ask("set", setting="lang", value="de")
        self.people["ada"].ask("ignore", name="mallory")
        self.people["ada"].ask("ignore", name="otto")
        kept.admin(self.host, "ban", "mallory")
        del self.people["mallory"]
        laptop = self.typed("cleo-laptop", "/key", "/quit")
        code = re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", laptop)
        assert code, laptop
        self.typed("cleo", f"/key add {code[0]}", "/quit")

    def finished(self) -> None:
        self.finish("court", ["ada", "bert", "steward"], game="court", options={"edition": "en", "rounds": 2})
        self.finish("intrigue", ["ada", "bert", "cleo"], game="intrigue", clock="5m")
        quick, self.people["cleo"] = self.people["cleo"], SlowPlayer(self.host.pipe("cleo", "api"))
        self.finish("laurin", ["cleo", "ada", "page"], game="laurin", options={"rounds": 2}, clock="5m")
        self.go("cleo")
        self.people["cleo"] = quick
        conceded = self.begun(["ada", "bert"], 12, game="court")
        self.people["bert"].ask("concede", table=conceded["table"])
        self.kept["finished"]["conceded"] = conceded["table"]
        abandoned = self.begun(["ada", "dora"], 7, game="court")
        for name in ("ada", "dora"):
            self.people[name].ask("abandon", table=abandoned["table"])
        self.kept["finished"]["abandoned"] = abandoned["table"]
        self.go("dora")
        self.typed("dora", "/forget me", "y")

    def games(self) -> None:
        """Running games of every kind."""
        people = self.people
        court = self.running("court", ["ada", "bert"], 9, game="court", options={"rounds": 2}, clock="5m")
        people["ada"].ask("name", name="Augusta")
        self.until_undone(court)
        plot = self.running(
            "intrigue", ["bert", "ada", "cleo"], 5, game="intrigue",
            options={"edition": "en"}, private=True, clock="1d",
        )  # fmt: skip
        garden = self.running(
            "laurin", ["ada", "cleo", "otto", "bert"], 40, game="laurin", options={"rounds": 3}
        )
        people["bert"].ask("concede", table=garden)
        del self.kept["running"]["laurin"]["people"][4]
        self.kept["guests"] = {"otto": people["otto"].ask("seat", table=garden)["code"]}
        people["ada"].ask("beforehand", table=garden, word="pass")
        lent = self.running(
            "lent", ["bert", "cleo", "steward"], 8, game="court", options={"odds": "off", "edition": "en"}
        )
        self.lend(lent)
        people["ada"].ask("abandon", table=plot)

    def until_undone(self, table: str) -> None:
        """Somebody takes a step back."""
        both = {1: self.people["ada"], 2: self.people["bert"]}
        for someone in both.values():
            someone.ask("watch", table=table)
        while not any("ok" in someone.request("undo", table=table) for someone in both.values()):
            play(table, both, 1)

    def lend(self, table: str) -> None:
        """Cleo goes, a bot plays for her, she is back, goes again, and a bot plays for her again."""
        for back in (True, False):
            self.go("cleo")
            bert = self.people["bert"]
            while "refused" in bert.request("lend", table=table, seat=2):
                time.sleep(0.2)
            if back:
                self.come("cleo")
                self.people["cleo"].ask("watch", table=table)

    def open(self) -> None:
        """Tables that did not begin."""
        bert = self.people["bert"]
        table = self.opened(["bert", "ada", "page"], game="laurin", clock="10m")["table"]
        self.people["ada"].ask("leave", table=table)
        self.people["ada"].ask("sit", table=table)
        bert.ask("kick", table=table, seat=2)
        bert.ask("unbot", table=table)
        bert.ask("bot", table=table, bot="steward")
        again = self.people["ada"].ask("rematch", table=self.kept["finished"]["court"])["table"]
        self.kept["open"] = {"open": table, "rematch": again}

    # --- means

    def typed(self, name: str, *lines: str) -> str:
        """What plain mode answers to lines."""
        client = self.host.pipe(name, "plain")
        out, _ = client.communicate("".join(f"{line}\n" for line in lines).encode(), timeout=WITHIN)
        return out.decode()


def evening(folder: Path) -> dict[str, Any]:
    """A database with all of it; what is where in it."""
    at = kept.host(folder, settings=HASTY)
    making = Making(at)
    making.accounts()
    making.finished()
    at.stop()  # an outage, and a second key that is known
    at.start()
    making.come("ada", "bert", "cleo", "otto")
    making.games()
    making.open()
    (FOLDER / DATABASE).unlink(missing_ok=True)
    kept.admin(at, "backup", str(FOLDER / DATABASE))
    at.close()
    return making.kept | {"made": time.time(), "known": [*known(), *making.kept["guests"].values()]}


def known() -> list[str]:
    """What was drawn in the database: ids and codes of tables, and names that no new table gets."""
    with sqlite3.connect(f"file:{FOLDER / DATABASE}?mode=ro", uri=True) as database:
        rows = [
            *database.execute("SELECT id, code, commitment FROM tables"),
            *database.execute("SELECT name FROM tables WHERE NOT ended"),
        ]
    return sorted({text for row in rows for text in row if text})


def dumped(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def keep_keys(folder: Path) -> None:
    shutil.rmtree(FOLDER / "keys", ignore_errors=True)
    (FOLDER / "keys").mkdir(parents=True)
    for name in PEOPLE:
        for suffix in ("", ".pub"):
            shutil.copy(folder / f"{name}{suffix}", FOLDER / "keys")
            (FOLDER / "keys" / f"{name}{suffix}").chmod(0o644)


def keep_pictures(at: LiveHost, made: dict[str, Any]) -> None:
    """What everybody sees at running games, and records."""
    shutil.rmtree(FOLDER / "records", ignore_errors=True)
    (FOLDER / "records").mkdir()
    for name, table in made["finished"].items():
        (FOLDER / "records" / f"{name}.record").write_text(record(at, "ada", table))
    for name, game in made["running"].items():
        someone = next(iter(game["people"].values()))
        (FOLDER / "records" / f"running-{name}.record").write_text(record(at, someone, game["table"]))
    (FOLDER / "pictures.json").write_text(dumped(pictures(at, made)))


def keep_ends(at: LiveHost, made: dict[str, Any]) -> None:
    """The records of games that people alone play to their end."""
    for name in ("court", "intrigue"):
        finish(at, made, made["running"][name])
        (FOLDER / "records" / f"end-{name}.record").write_text(
            record(at, "ada", made["running"][name]["table"])
        )


def keep_names(at: LiveHost, _: dict[str, Any]) -> None:
    """Of metrics and log lines."""
    (FOLDER / "metrics.json").write_text(dumped(kept.metrics(at)))
    kept.operate(at)
    at.stop()
    (FOLDER / "log.json").write_text(dumped(kept.log_keys(at)))


def converse(at: LiveHost, made: dict[str, Any]) -> list[ApiLine]:
    """A conversation with every request that there is."""
    told = Transcript(at, Plain(made))
    told.come("ada", "bert", "otto")
    talk_of_people(told)
    talk_of_tables(told)
    talk_of_court(told, made["running"]["court"])
    talk_of_laurin(told, made)
    talk_of_the_end(told, made)
    talk_nonsense(told)
    at.stop()
    told.news("ada", "goodbye")
    return told.lines


def talk_of_people(told: Transcript) -> None:
    told.ask("ada", "who")
    told.ask("ada", "name")
    told.ask("ada", "name", name="Adelaide")
    told.ask("ada", "name", name="Augusta")
    told.ask("ada", "set", setting="bell", value="on")
    told.ask("ada", "ignore", name="bert")
    told.ask("ada", "ignore", name="bert", on=False)
    told.ask("ada", "finished")
    told.ask("ada", "list", follow=True)
    told.ask("bert", "chat", text="Hello, everybody!")
    told.news("ada", "lobby")
    told.ask("ada", "list", follow=False, game="laurin", stage="open", skip=0, count=1)


def talk_of_tables(told: Transcript) -> None:
    """Before games begin."""
    how = {"game": "laurin", "seats": 3, "options": {"rounds": 2}, "private": True, "clock": "5m"}
    mine = told.ask("ada", "open", **how)["ok"]
    table = mine["table"]
    told.ask("bert", "join", table=mine["code"])
    for do in ("leave", "sit", "leave"):
        told.ask("bert", do, table=table)
    told.ask("ada", "bot", table=table, bot="page")
    told.ask("ada", "kick", table=table, seat=2)
    told.ask("ada", "bot", table=table)
    told.ask("ada", "unbot", table=table)
    told.ask("ada", "start", table=table)
    for _ in range(2):
        told.ask("ada", "bot", table=table, bot="page")
    told.ask("ada", "start", table=table)
    told.ask("ada", "concede", table=table)


def talk_of_court(told: Transcript, running: ApiLine) -> None:
    """What is asked for at each of a few steps of a game."""
    court, people = running["table"], running["people"]
    told.ask("ada", "watch", table=court)
    told.news("ada", "news")
    told.ask("ada", "chat", table=court, text="Good luck.")
    told.news("ada", "chat")
    told.ask("bert", "view", table=court)
    for _ in range(6):
        asked = next(who for who in people.values() if told.ask(who, "legal", table=court)["ok"]["moves"])
        legal = told.ask(asked, "legal", table=court, skip=0, count=2)["ok"]
        move = legal["moves"][0]
        told.ask(asked, "preview", table=court, move=move["notation"])
        told.ask(asked, "odds", table=court)
        told.ask(asked, "odds", table=court, move=move["move"])
        told.ask(asked, "move", table=court, move=move["notation"], ask=legal["ask"]["id"], seq=legal["seq"])
        told.news("ada", "news")
        told.ask(asked, "move", table=court, move=move["move"], seq=1)
        told.ask(asked, "move", table=court, move="take crown")
        if "ok" in told.ask(asked, "undo", table=court):
            told.news("ada", "news")
            told.ask(asked, "move", table=court, move=move["move"])
            told.news("ada", "news")
    told.ask("ada", "beforehand", table=court, word="pass")


def talk_of_laurin(told: Transcript, made: ApiLine) -> None:
    """Standing answers, and a guest's seat."""
    garden = made["running"]["laurin"]["table"]
    told.ask("ada", "beforehand", table=garden, word="pass", on=False)
    told.ask("ada", "beforehand", table=garden, word="pass")
    told.ask("ada", "lend", table=garden, seat=2)
    told.ask("otto", "resume", code=made["guests"]["otto"])
    told.ask("otto", "resume", code="no such code")
    told.ask("otto", "view", table=garden)
    told.ask("otto", "legal", table=garden)
    told.ask("otto", "record", table=garden)
    told.ask("otto", "seat", table=garden)


def talk_of_the_end(told: Transcript, made: ApiLine) -> None:
    court = made["running"]["court"]["table"]
    told.ask("bert", "seat", table=court)
    told.ask("bert", "record", table=court)
    told.ask("bert", "record", table=made["finished"]["court"])
    for who in ("ada", "bert"):
        told.ask(who, "abandon", table=court)
    told.news("ada", "news")
    told.ask("ada", "rematch", table=court)
    told.ask("ada", "unwatch", table=court)


def talk_nonsense(told: Transcript) -> None:
    told.ask("ada", "sit", table="NO-TABLE")
    for wrong in (
        "hello", "[]", '{"id":1}', '{"id":[],"do":"who"}', '{"id":2,"do":"dance"}', '{"id":3,"do":"sit"}',
        '{"id":4,"do":"who","far":1}', '{"id":5,"do":"list","stage":"closed"}', "x" * 20000,
    ):  # fmt: skip
        told.line("ada", wrong)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / part for part in ("evening", "pictures", "ends", "names", "talk")]
        for folder in folders:
            folder.mkdir()
        shutil.rmtree(FOLDER / "keys", ignore_errors=True)
        made = evening(folders[0])
        (FOLDER / "kept.json").write_text(dumped(made))
        keep_keys(folders[0])
        for folder, keep in zip(folders[1:4], (keep_pictures, keep_ends, keep_names), strict=True):
            at = kept.host(folder, FOLDER / DATABASE)
            keep(at, made)
            at.close()
        lines = converse(kept.host(folders[4], FOLDER / DATABASE), made)
        (FOLDER / "api.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
