"""Plays court over ssh against two bots:  python3 api_example.py [--rounds N] -p 2222 localhost"""

import argparse
import json
import subprocess
import sys
from typing import Any


class Host:
    """The host behind `ssh ... api`: one JSON object a line, there and back."""

    def __init__(self, arguments: list[str]) -> None:
        command = ["ssh", "-T", *arguments, "api"]
        self.ssh = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.hello = self.read()["hello"]

    def read(self) -> Any:
        line = self.ssh.stdout.readline()
        return json.loads(line) if line else sys.exit("The host is gone.")

    def ask(self, do: str, **more: Any) -> Any:
        self.ssh.stdin.write(json.dumps({"id": do, "do": do, **more}) + "\n")
        self.ssh.stdin.flush()
        while "id" not in (answer := self.read()):
            pass  # old news: the news of this request comes after its answer
        return answer["ok"] if "ok" in answer else sys.exit(f"{do}: {answer}")


def choose(turn: dict[str, Any], legal: list[str]) -> str:
    """Collects dice of the commonest face, then takes the dearest card that they pay for."""
    active = turn["active"]
    if not turn["rolled"] or (turn["kept"] and active):
        return "roll"
    if active:
        face = max(active, key=lambda face: (active.count(face), face))
        return "keep" + f" {face}" * active.count(face)
    return next((move for move in reversed(legal) if move.startswith("take")), "stand")


def play(host: Host, rounds: int) -> None:
    table = host.ask("open", game="court", seats=3, options={"rounds": rounds})["table"]
    for do in ("bot", "bot", "watch", "start"):
        host.ask(do, table=table)
    while not (news := host.read().get("news", {})).get("standings"):
        if news.get("ask"):
            legal = [move["notation"] for move in host.ask("legal", table=table)["moves"]]
            move = choose(news["view"]["position"]["turn"], legal)
            host.ask("move", table=table, move=move, ask=news["ask"]["id"])
    for standing in news["standings"]:
        print(standing["place"], news["info"]["seats"][standing["seat"] - 1]["name"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    options, ssh_arguments = parser.parse_known_args()
    play(Host(ssh_arguments), options.rounds)
