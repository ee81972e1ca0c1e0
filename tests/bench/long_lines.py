"""Playing over slow, long and stalling lines with OpenSSH: seconds and bytes until one can decide.

Each profile is a line between two network namespaces (`tests.bench._packet_line`). Bytes are those of IP, in
both directions; bots answer at once, so that seconds are those of the line. Where there cannot be such lines
(they need root), one figure says why none was run.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, cast

from tests.bench._far_client import NOTHING, FarClient, FarKey, LineFigure, command, ran
from tests.bench._host import BOOT, compile_modules
from tests.bench._packet_line import LineShape, PacketLines, missing, packet_lines
from tests.e2e.court_player import CourtPlayer
from tests.terminal import PtyTerminal, PtyTerminals

QUICK = LineShape(rate=100_000_000, delay=0.01)
GPRS = LineShape(rate=20_000, delay=0.3)
PROFILES = {
    "quick, 20 ms": QUICK,
    "GPRS, 20 kbit/s and 600 ms": GPRS,
    "modem, 9,600 bit/s and 200 ms": LineShape(rate=9600, delay=0.1),
    "satellite, 600 ms, 2 s of every 15 stalled": LineShape(
        rate=256_000, delay=0.3, stall_every=15.0, stall_for=2.0
    ),
    "Tor, 1.5 s with jitter": LineShape(rate=400_000, delay=0.6, jitter=0.3),
    "train, 10 s of every 40 in a tunnel": LineShape(
        rate=1_000_000, delay=0.05, stall_every=40.0, stall_for=10.0, drops=True
    ),
    "radio, 1,200 bit/s and 1 s": LineShape(rate=1200, delay=0.5),
}
CUT = 20.0
"""Seconds of a cut."""
ROUNDS, LOOKS = 2, 6
"""Turns, and selection keys, that are measured."""
FRAME = 500
"""Bytes that an answer to a selection key has at most, on its way and back."""
IDLE = 60.0
ONE_OF_EACH = (
    "KexAlgorithms=curve25519-sha256", "Ciphers=chacha20-poly1305@openssh.com",
    "HostKeyAlgorithms=ssh-ed25519", "PubkeyAcceptedAlgorithms=ssh-ed25519",
    "MACs=hmac-sha2-256-etm@openssh.com",
)  # fmt: skip
"""One algorithm of each kind: short lists in the client's first packet."""
COMPRESSED = ("Compression=yes",)
EARLY = "That key came before this question."
BALANCED = 2200
"""The port of the balancer."""
BALANCER = """
defaults
    mode tcp
    timeout connect 5s
    timeout client 2h
    timeout server 2h
frontend ssh
    bind {place}:{port}
    default_backend host
backend host
    server host 127.0.0.1:{host} send-proxy-v2
"""
SETTINGS: Mapping[str, str] = MappingProxyType({"CROWNHOUSE_BOTS_PACE": "0", "CROWNHOUSE_BOTS_IDLE": "false"})


def figures() -> Iterator[dict[str, Any]]:
    if why := missing():
        yield {"figure": "not run", "value": why, "unit": ""}
        return
    yield from _balanced()
    with packet_lines(1) as lines, far_host(lines) as key:
        yield from _commands(lines, key)
        for number, (name, shape) in enumerate(PROFILES.items()):
            yield from _profile(lines, key.another(f"profile{number}"), name, shape)
        lines.shape(0, QUICK)
        for how, options in (("", ()), (" with -C", COMPRESSED)):
            yield from _game(lines, key.another(f"game{len(options)}"), how, options)


@contextmanager
def far_host(
    lines: PacketLines,
    settings: Mapping[str, str] = SETTINGS,
    boot: str = BOOT,
    program: str = sys.executable,
) -> Iterator[FarKey]:
    """A host at the other end, and the key of one player."""
    compile_modules()
    with TemporaryDirectory() as name:
        given = [f"{setting}={value}" for setting, value in settings.items()]
        serve = ("serve", "--listen", "0.0.0.0:2222", "--data", str(Path(name) / "data"))
        host = subprocess.Popen(
            lines.of_host("env", *given, program, "-c", boot, *serve),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert host.stdout is not None
            while "ssh" not in host.stdout.readline():
                continue
            yield FarKey(2222, Path(name)).another("key")
        finally:
            host.terminate()
            host.wait()


@contextmanager
def balancer(lines: PacketLines, key: FarKey) -> Iterator[FarKey]:
    """HAProxy in front of the host, which tells it by the PROXY protocol who comes: where it listens."""
    with TemporaryDirectory() as name:
        settings = Path(name) / "haproxy.cfg"
        settings.write_text(BALANCER.format(place=lines.address(0), port=BALANCED, host=key.port))
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        process = subprocess.Popen(lines.of_host(program, "-db", "-f", str(settings)), **NOTHING)
        try:
            yield FarKey(BALANCED, key.file)
        finally:
            process.kill()
            process.wait()


def _balanced() -> Iterator[dict[str, Any]]:
    """Keys that come early do nothing behind a balancer, whose own answers come at once, and others count."""
    settings = {**SETTINGS, "CROWNHOUSE_PROXIED": "true"}
    with packet_lines(1) as lines, far_host(lines, settings) as key, balancer(lines, key) as there:
        lines.shape(0, GPRS)
        client = FarClient(lines, there)
        client.press(*3 * ["Enter"])  # the line is silent yet
        client.sees("Enter play")
        client.quiet(2.0)
        acted = int("Enter play" not in client.text)
        client.press("q", "Enter", "Enter")
        client.sees("Leave crownhouse?")
        client.quiet(2.0)
        acted += int("Leave crownhouse?" not in client.text or EARLY not in client.text)
        client.press("n")
        client.sees("Enter play")
        client.quiet(2.0)
        client.press("Enter")
        client.sees("Enter plays")
        client.quiet(2.0)
        client.press("Enter")
        client.sees("r roll")
        client.quiet(2.0)
        client.press("r", "Right", "space", "s")
        client.sees("space mark")
        client.quiet(2.0)
        acted += int(EARLY not in client.text)
        yield {
            "figure": "GPRS behind HAProxy: early keys that acted",
            "value": acted,
            "unit": "",
            "budget": 0,
        }
        yield _told("GPRS behind HAProxy: a turn", _turn(client))
        client.close()


def _told(figure: str, took: LineFigure) -> dict[str, Any]:
    return {"figure": figure, "value": round(took.seconds, 2), "unit": "s", "bytes": took.bytes}


def _commands(lines: PacketLines, key: FarKey) -> Iterator[dict[str, Any]]:
    """What a client's settings save of a single command."""
    lines.shape(0, GPRS)
    ran(lines, key, "turns")
    where = "ssh HOST turns on GPRS"
    for how, options in (("as it is", ()), ("one algorithm of each kind", ONE_OF_EACH), ("-C", COMPRESSED)):
        yield _told(f"{where}, {how}", ran(lines, key, "turns", options=options))
    shared = (f"ControlPath={key.file.parent}/shared", "ControlMaster=auto", "ControlPersist=600")
    ran(lines, key, "turns", options=shared)
    yield _told(f"{where}, ControlMaster", ran(lines, key, "turns", options=shared))
    time.sleep(30)
    yield _told(f"{where}, ControlMaster 30 s later", ran(lines, key, "turns", options=shared))
    subprocess.run([*command(lines, key, options=shared), "-O", "exit"], check=False, **NOTHING)


def _profile(lines: PacketLines, key: FarKey, name: str, shape: LineShape) -> Iterator[dict[str, Any]]:
    lines.shape(0, shape)
    silence = 2 * (shape.delay + shape.jitter) + shape.stall_for + 8 * FRAME / shape.rate + 1.0
    try:
        client = FarClient(lines, key)
        yield _told(f"{name}: login", client.sees("Enter play"))
    except AssertionError:
        yield {"figure": f"{name}: login", "value": "never", "unit": ""}
        return
    client.quiet(silence)
    client.press("Enter")
    client.sees("Enter plays")
    client.quiet(silence)
    client.press("Enter")
    yield _told(f"{name}: the table", client.sees("r roll"))
    client.quiet(silence)
    client.press("r")
    client.sees("space mark")
    client.quiet(silence)
    looks = []
    for number in range(LOOKS):
        client.press("Left" if number % 2 else "Right")
        looks.append(client.quiet(silence))
    middle = LineFigure(
        statistics.median(look.seconds for look in looks),
        round(statistics.median(look.bytes for look in looks)),
    )
    yield _told(f"{name}: a selection key", middle)
    yield _told(f"{name}: a turn", _turn(client))
    lines.shape(0, QUICK)
    lines.cut(0)
    client.press("?")
    time.sleep(CUT)
    lines.shape(0, shape)
    mended = time.monotonic()
    before = client.text
    client.wait(lambda: client.text != before, "the answer after a cut")
    took = LineFigure(time.monotonic() - mended, client.figure.bytes)
    yield _told(f"{name}: the answer to a key after a cut of {CUT:.0f} s", took)
    client.close()


def _turn(client: FarClient) -> LineFigure:
    """The mean turn: from one's first question in a round to that of the next."""
    player = CourtPlayer("ada", cast(PtyTerminal, client))
    _play_round(client, player)
    began, sent, rounds = time.monotonic(), client.total, 0
    while rounds < ROUNDS and not player.over:
        _play_round(client, player)
        rounds += 1
    return LineFigure((time.monotonic() - began) / max(1, rounds), (client.total - sent) // max(1, rounds))


def _play_round(client: FarClient, player: CourtPlayer) -> None:
    """Answers until a new round asks for a roll."""
    before = _round(client)
    while not player.over:
        client.wait(lambda: player.asked or player.over, "a question")
        if _round(client) != before and player.may_roll:
            return
        if player.asked:
            player.answer(cast(PtyTerminals, client))


def _round(client: FarClient) -> str:
    found = re.search(r"round (\d+)", client.text)
    return found[1] if found else ""


def _game(lines: PacketLines, key: FarKey, how: str, options: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """A whole game, and two minutes in which nothing is pressed."""
    client = FarClient(lines, key, *options)
    client.sees("Enter play")
    client.press("Enter")
    client.sees("Enter plays")
    client.quiet(1.0)
    client.press("Enter")
    client.sees("r roll")
    client.press("/", *"speed once", "Enter")
    client.quiet(1.0)
    player, sent, client.keys = CourtPlayer("ada", cast(PtyTerminal, client)), client.total, 0
    while not player.over:
        client.wait(lambda: player.asked or player.over, "a question")
        if player.asked:
            player.answer(cast(PtyTerminals, client))
    client.quiet(1.0)
    yield {
        "figure": f"a whole game of court{how}",
        "value": client.total - sent,
        "unit": "bytes",
        "keys": client.keys,
    }
    client.quiet(10.0)
    sent = client.total
    time.sleep(IDLE)
    client.quiet(0.1)
    yield {
        "figure": f"idle{how}",
        "value": round((client.total - sent) / IDLE * 60),
        "unit": "bytes a minute",
        "budget": 512,
    }
    client.close()
