"""Whole games of court over OpenSSH: their IP bytes in both directions, and what these are spent on.

One player and two bots, each step of which is a frame of its own. The player presses what the screen asks
for, and looks around at the dice. Dice differ, and with them how many keys a game needs; so bytes are also
told for a game of 340 keys: with so many more or fewer of those that only look. The host notes each thing
that it sends, with its kind; the line between two network namespaces counts packets
(`tests.bench._packet_line`; needs root).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from tests.bench._far_client import NOTHING, FarClient, FarKey
from tests.bench._packet_line import LineCounts, PacketLines, missing, packet_lines
from tests.bench.long_lines import COMPRESSED, QUICK, far_host
from tests.e2e.court_player import CourtPlayer
from tests.terminal import PtyTerminal, PtyTerminals

KEYS = 340
SEED = "31"
"""Of the host's draws. Bots have time enough to choose alike, but what the player marks follows the screen;
so games of two versions differ, and several (`SEED=32`) tell more.
"""
BUDGETS = {"": 240_000, " with -C": 130_000}
WAYS: dict[str, tuple[str, ...]] = {"": (), " with -C": COMPRESSED}
PACE = "0.4"
"""Seconds of a bot's step: longer than anything that moves."""
LOOKS = ("Right", "Left")
"""Keys that look at the dice before some are marked."""
ANSWERED = 0.15
"""Seconds without a byte after which a key was answered."""
WITHOUT_TIMES = "net.ipv4.tcp_timestamps=0"
"""Twelve bytes less in each packet."""
NOTING = """
import json, os, random, secrets, sys
seed = int(os.environ["BENCH_SEED"])
ids = random.Random(seed)
secrets.token_bytes, secrets.token_hex = random.Random(seed).randbytes, lambda size: ids.randbytes(size).hex()
random.SystemRandom = lambda: random.Random(seed)
sys.path.insert(0, os.environ["BENCH_HOST"])
from server.start.main import main
from server.transport.packets import DirectPackets
from tui.wire.line.output import Output
notes = open(os.environ["BENCH_NOTES"], "a", buffering=1)
write, show, ask = Output._write, Output.show, getattr(DirectPackets, "ask", None)
def note(kind, size):
    notes.write(json.dumps([kind, size]) + chr(10))
def shown(self, *words):
    self.shows = True
    try:
        return show(self, *words)
    finally:
        self.shows = False
def written(self, text, *reached):
    if text:
        note("frames" if getattr(self, "shows", False) else "titles and bells", len(text.encode()))
    return write(self, text, *reached)
def asked(self, *words):
    note("requests to acknowledge", 36)
    return ask(self, *words)
Output._write, Output.show = written, shown
if ask:
    DirectPackets.ask = asked
sys.exit(main(sys.argv[1:]))
"""
"""Serves as ever, and notes what is sent."""


def figures() -> Iterator[dict[str, Any]]:
    if why := missing():
        yield {"figure": "not run", "value": why, "unit": ""}
        return
    for how in WAYS:
        yield from games(how)
        yield from games(how, calm=True)
        yield from games(how, calm=True, times=False)


def games(
    how: str, home: Path = Path(), *, calm: bool = False, times: bool = True
) -> Iterator[dict[str, Any]]:
    """A game at the host of this checkout, with or without motion, and TCP's times in its packets."""
    line = ", motion off" * calm + ", no TCP timestamps" * (not times)
    with TemporaryDirectory() as folder, packet_lines(1) as lines:
        if not times:
            subprocess.run(lines.of_host("sysctl", "-w", WITHOUT_TIMES), check=True, **NOTHING)
        notes = Path(folder) / "notes"
        settings = {
            "CROWNHOUSE_BOTS_PACE": PACE,
            "BENCH_NOTES": str(notes),
            "CROWNHOUSE_BOTS_IDLE": "false",
            "CROWNHOUSE_BOTS_THINKING": "4",
            "CROWNHOUSE_BOTS_DEADLINE": "20",
            "BENCH_SEED": os.environ.get("SEED", "31"),
            "BENCH_HOST": str(home.resolve()),
        }
        lines.shape(0, QUICK)
        own = home.resolve() / ".venv/bin/python"
        with far_host(lines, settings, NOTING, str(own) if home != Path() else sys.executable) as key:
            yield from _game(lines, key, how, notes, line)


def _game(lines: PacketLines, key: FarKey, how: str, notes: Path, line: str) -> Iterator[dict[str, Any]]:
    client = FarClient(lines, key, *WAYS[how])
    client.sees("Enter play")
    client.press("Enter")
    client.sees("Enter plays")
    client.press("Enter")
    client.sees("r roll")
    client.press("/", *"speed once", "Enter")
    if "motion off" in line:
        client.press("/", *"motion off", "Enter")
    client.quiet(1.0)
    before, noted = lines.counts(0), len(notes.read_text().splitlines())
    client.keys = 0
    looks, looked = _play(client)
    after = lines.counts(0)
    spent = {name: getattr(after, name) - getattr(before, name) for name in LineCounts.__struct_fields__}
    figure, total, keys = f"a whole game of court{how}{line}", spent["up"] + spent["down"], client.keys
    yield {"figure": figure, "value": total, "unit": "bytes", "keys": keys, **spent}
    one = looked / looks
    yield {"figure": f"{figure}: a key that looks", "value": round(one), "unit": "bytes", "count": looks}
    scaled = round(total + (KEYS - keys) * one)
    yield {"figure": f"{figure}: of {KEYS} keys", "value": scaled, "unit": "bytes", "budget": BUDGETS[how]}
    counts, sizes = Counter[str](), Counter[str]()
    for kind, size in map(json.loads, notes.read_text().splitlines()[noted:]):
        counts[kind] += 1
        sizes[kind] += size
    for kind, count in counts.items():
        yield {"figure": f"{figure}: {kind}", "value": sizes[kind], "unit": "bytes", "count": count}
    client.close()


def _play(client: FarClient) -> tuple[int, int]:
    """Plays a game; how often it looked around, and the bytes of that."""
    player, looks, looked = CourtPlayer("ada", cast(PtyTerminal, client)), 0, 0
    while not player.over:
        client.wait(lambda: player.asked or player.over, "a question")
        client.quiet(ANSWERED)
        if "space mark" in client.text:
            for look in LOOKS:
                client.press(look)
                looks, looked = looks + 1, looked + client.quiet(ANSWERED).bytes
        if player.asked:
            player.answer(cast(PtyTerminals, client))
    client.quiet(1.0)
    return looks, looked


if __name__ == "__main__":
    for told in games(
        sys.argv[1], Path(os.environ["BENCH_HOME"]), calm="calm" in sys.argv, times="quick" not in sys.argv
    ):
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
