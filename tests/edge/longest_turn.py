"""The longest turn of the event loop, whatever clients cause: `python -m tests.edge.longest_turn [HOW ...]`.

HOW is `quick`, or sizes of crowds, and `typed` for all but the keys of each screen, which take most of the
hours of a large crowd. In a process of its own, as the garbage of other tests would be part of a turn. Every
case of `tests.edge.catalogues` is tried by guests of one address: each key on every screen that a command
opens, each command, each request. A JSON line is written for each group of cases, with the worst of them. The
exit status is 1 if a turn was too long.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from engine import codec
from engine.analysis.findings import VERSION, Analysis, CurvePoint, Finding
from engine.registry import GAMES
from tests.bench._ended import EndedGame
from tests.edge.catalogues import (
    ENDED,
    KEYS,
    NONSENSE,
    requests,
    slash_lines,
    ssh_commands,
    wrong_requests,
)
from tests.edge.in_process import (
    KEY,
    OTHER,
    InProcessGuest,
    InProcessHost,
    TurnClock,
    in_process,
    run_measured,
)

LOBBY, KEPT = "LobbyScreen", {"AimScreen", "LineSession", "TableScreen"}
"""Screens: the lobby; those to which an account comes back: of a game, of which newcomers first see what it
is about, and plain mode.
"""
MOST = 0.015
"""Seconds of a core that a turn may take."""
CROWDS, TYPED = (1, 20, 180), "typed"
BYTES = 4096
"""What a client may send at once, and all guests of a crowd together."""
KEY_BYTES = 100
"""Bytes of each key by one guest."""
QUICK_BYTES = 12
"""The same in the quick part."""
ANSWER = 1500
"""The most bytes that answer a long text where none is meant."""
CASE = 40
"""Characters that name a long case."""
TABLES = 40
"""In a lobby that is full."""
TALK = 500
"""Lines of talk."""
GAME = EndedGame(ENDED, seats=4)
LONG = EndedGame("long", rounds=640, lasts=True)
ENTRIES, TURNS = 7000, 11
"""A game with more than so many entries, about so many of them in a round."""


OPENED = {"AnalysisScreen", "DailyScreen", "HelpScreen", "HistoryScreen", "LineSession", "LogScreen",
          "ProfileScreen", "QueueScreen", "ReplayScreen", "TableScreen"}  # fmt: skip
"""Screens that some command opens at least."""


class Place(NamedTuple):
    """Where guests are: what they type in the lobby to come there. With a key they have an account."""

    typed: str = ""
    key: str | None = None

    def __str__(self) -> str:
        name = self.typed.strip() or "the lobby"
        return f"{name} with an account" if self.key else name


PLACES = (Place(), *(Place(f"/open {game}\r") for game in GAMES))
"""The lobby, and a table of each game."""


class Worst:
    """The worst case of a group."""

    def __init__(self, group: str) -> None:
        self.group, self.cases = group, 0
        self.turn, self.case = 0.0, ""
        self._began = time.thread_time()
        self.pieces: dict[str, float] = {}

    def note(self, case: str, house: InProcessHost) -> None:
        self.cases += 1
        assert not any(guest.session.why == "failed" for guest in house.guests), case
        house.clock.worst = max(house.clock.worst, house.clock.longest)
        if house.clock.longest > self.turn:
            self.turn, self.case = house.clock.longest, case
        for name, took in house.pieces.items():
            self.pieces[name] = max(took, self.pieces.get(name, 0.0))

    def tell(self) -> None:
        found = {
            "group": self.group, "cases": self.cases, "longest turn, ms": round(1000 * self.turn, 1),
            "at": self.case, "CPU, s": round(time.thread_time() - self._began, 1),
            "long pieces, ms": {name: round(1000 * took, 1) for name, took in self.pieces.items()},
        }  # fmt: skip
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


async def measured(house: InProcessHost, worst: Worst, case: str, work: Callable[[], object]) -> None:
    """Does something in one turn of the loop, and waits until all that it causes is done."""
    house.begin()
    asyncio.get_running_loop().call_soon(work)
    await house.idle()
    worst.note(case, house)


async def at(house: InProcessHost, place: Place, crowd: int) -> list[InProcessGuest]:
    """Guests at a place."""
    guests = list[InProcessGuest]()
    for _ in range(crowd):
        guests.append(InProcessGuest(house, key=place.key))
        await asyncio.sleep(0)
    house.guests += guests
    await house.idle()
    for guest in guests:
        guest.stay_in_the_lobby()
    await house.idle()
    assert {guest.place for guest in guests} == {LOBBY}
    for guest in guests:
        guest.press(place.typed.encode())
    await house.idle()
    return guests


async def keys(house: InProcessHost, place: Place, most: int = KEY_BYTES) -> None:
    """Every key, many times by one guest at a place; whoever ends elsewhere goes back."""
    worst = Worst(f"each key at {place}")
    guests = await at(house, place, 1)
    before = guests[0].place
    for name, said in KEYS.items():
        times = max(1, most // len(said.encode()))
        await measured(house, worst, name, partial(_press_all, guests, said.encode() * times))
        if any(guest.is_over or guest.place != before for guest in guests):
            await house.all_leave()
            guests = await at(house, place, 1)
    await house.all_leave()
    worst.tell()


async def all_keys(house: InProcessHost, place: Place, crowd: int) -> None:
    """All keys, by each of a crowd at a place: forwards by one half, backwards by the other."""
    worst = Worst(f"all keys at {place}, {crowd} guests")
    said = [key.encode() for key in KEYS.values()]
    guests = await at(house, place, crowd)
    await measured(house, worst, "all", partial(_press_both_ways, guests, said))
    await house.all_leave()
    worst.tell()


def _press_both_ways(guests: Sequence[InProcessGuest], said: Sequence[bytes]) -> None:
    _press_all(guests[::2], b"".join(said)[:BYTES])
    _press_all(guests[1::2], b"".join(said[::-1])[:BYTES])


def _press_all(guests: Iterable[InProcessGuest], said: bytes) -> None:
    for guest in guests:
        guest.press(said)


async def lines(
    house: InProcessHost, crowd: int, typed: Iterable[str], key: str | None = None
) -> dict[str, str]:
    """Every command with a slash, each by one who has just come to the lobby, or by a crowd there; which
    screen it opens.
    """
    worst, places = Worst(f"commands with a slash, {crowd} {'accounts' if key else 'guests'}"), {}
    guests: list[InProcessGuest] = []
    for line in typed:
        if crowd == 1 or not guests or any(one.is_over or one.place != LOBBY for one in guests):
            await house.all_leave()
            guests = await at(house, Place(key=key), crowd)
        await measured(house, worst, line, partial(_press_all, guests, f"{line}\r".encode()))
        places[line] = guests[0].place
    await house.all_leave()
    worst.tell()
    return places


async def all_lines(house: InProcessHost) -> list[Place]:
    """Every command with a slash by one guest; of somebody with an account those that lead nowhere where they
    would be again from then on. Where they lead: to each screen once.
    """
    guest = await lines(house, 1, slash_lines())
    few = slash_lines(("", ENDED, "court"))
    account = await lines(house, 1, [line for line in few if guest[line] not in KEPT], KEY)
    opening = {
        place: Place(f"{line}\r", key)
        for key, found in ((KEY, account), (None, guest))
        for line, place in reversed(found.items())
    }
    assert opening.keys() >= OPENED, OPENED - opening.keys()
    del opening[LOBBY]
    return [*opening.values()]


async def programs(house: InProcessHost, crowd: int) -> None:
    """Every request, by a crowd of programs, sixteen times each."""
    worst = Worst(f"requests, {crowd} programs")
    guests = [await house.guest("api") for _ in range(crowd)]
    assert not any(guest.is_over for guest in guests)
    for name, said in requests().items():
        await measured(house, worst, name, partial(_press_all, guests, said * 16))
        if any(guest.is_over for guest in guests):
            await house.all_leave()
            guests = [await house.guest("api") for _ in range(crowd)]
    await house.all_leave()
    worst.tell()


async def single_commands(
    house: InProcessHost, crowd: int, commands: Iterable[str], key: str | None = None
) -> None:
    """Every single command, by a crowd that comes with it."""
    worst = Worst(f"single commands, {crowd} {'accounts' if key else 'guests'}")
    for command in commands:
        house.begin()
        for _ in range(crowd):
            house.guests.append(InProcessGuest(house, command, key=key))
            await asyncio.sleep(0)
        await house.idle()
        worst.note(command, house)
        await house.all_leave()
    worst.tell()


async def nonsense(house: InProcessHost, key: str | None = None) -> None:
    """Long texts where none are meant, on every front: whoever answers quotes the beginning."""
    worst = Worst(f"long texts, 1 {'account' if key else 'guest'}")
    cases = [
        *((command, b"") for command in ssh_commands(NONSENSE)),
        *(("plain", f"{line}\n".encode()) for line in ("nonsense", *slash_lines(NONSENSE))),
        *(("api", line) for line in wrong_requests()),
    ]
    for command, typed in cases:
        if not house.guests or house.guests[0].is_over or house.guests[0].command != command:
            await house.all_leave()
            house.begin()
            house.guests.append(InProcessGuest(house, command, key=key))
            await house.idle()
            worst.note(command[:CASE], house)
        guest = house.guests[0]
        before = guest.channel.sent if typed else 0
        await measured(house, worst, f"{command[:CASE]} {typed[:CASE]!r}", partial(guest.press, typed))
        assert guest.channel.sent - before <= ANSWER, guest.channel.tail
    await house.all_leave()
    worst.tell()


async def arrivals(house: InProcessHost, crowd: int) -> None:
    """A crowd that comes to the lobby at once."""
    worst = Worst(f"arrivals, {crowd} guests")
    house.begin()
    for _ in range(crowd):  # each by a packet of its own
        house.guests.append(InProcessGuest(house))
        await asyncio.sleep(0)
    await house.idle()
    worst.note("the first screen", house)
    await house.all_leave()
    worst.tell()


async def fill(house: InProcessHost) -> None:
    """Tables and talk, as many as a lobby may have, and a report for moderators."""
    games = list(GAMES)
    for number in range(TABLES):
        host = await house.guest(address=OTHER)
        host.press(f"/open {games[number % len(games)]}\r".encode())
        await house.idle()
    house.guests[0].press(b'/name Rude\r"a rude word\r')
    await house.idle()
    house.guests[1].press(b"/report Rude insults\r")
    await house.idle()
    house.guests[0].press(b"".join(f'"line {number} of what is said\r'.encode() for number in range(TALK)))
    await house.idle()


async def quick(clock: TurnClock) -> None:
    """What `make test` tries: all of the catalogues, each once and by few."""
    async with in_process(clock, (GAME,)) as house:
        house.patience = 0.2  # an analysis takes as long as other programs let it
        await _warm(house)
        await arrivals(house, 20)
        opened = await lines(house, 1, slash_lines((ENDED,)))
        assert {LOBBY, "LogScreen", "ReplayScreen"} <= set(opened.values()), opened  # what is typed is done
        for place in PLACES:
            await keys(house, place, QUICK_BYTES)
        await programs(house, 1)
        await single_commands(house, 1, ssh_commands((ENDED,)))
        await single_commands(house, 1, ssh_commands((ENDED,)), KEY)
        await nonsense(house, KEY)


async def whole(clock: TurnClock, crowds: Iterable[int], *, typed: bool) -> None:
    """All of it by crowds of these sizes, also where there is most to show; long texts where the answers to
    lines are short: in an empty lobby. `typed`: without the keys of each screen.
    """
    async with in_process(clock, (GAME, LONG)) as house:
        house.patience = 5.0  # as above
        await _warm(house)
        for key in (None, KEY):
            await nonsense(house, key)
        await fill(house)
        assert len(house.host.lobby.tables) >= TABLES
        here, house.guests = house.guests, []
        await _analyse(house)
        gc.collect()
        gc.freeze()
        long = [Place(f"/{line} {LONG.id}\r") for line in ("replay", "analyse")]
        places = () if typed else (*PLACES, *long, *await all_lines(house))
        for crowd in crowds:
            await arrivals(house, crowd)
            await programs(house, crowd)
            await single_commands(house, crowd, ssh_commands(("", ENDED)))
            await single_commands(house, crowd, ssh_commands((ENDED,)), KEY)
            if crowd > 1:
                await lines(house, crowd, slash_lines((ENDED,)))
            for place in places:
                await (all_keys(house, place, crowd) if crowd > 1 else keys(house, place))
        house.guests = here


async def _analyse(house: InProcessHost) -> None:
    """The analysis of the long game, which would take minutes to make: a loss in every position."""
    body = Analysis(
        game=LONG.game, seats=LONG.seats, complete=True,
        findings=tuple(
            Finding(1 + n % LONG.seats, n, n // TURNS, "take", "take nothing", "take Farmer", n % 100 / 1000)
            for n in range(ENTRIES)
        ),
        curve=tuple(CurvePoint(n, n // TURNS, (0.5, 0.5), (0.01, 0.01)) for n in range(0, ENTRIES, 5)),
    )  # fmt: skip
    await house.host.dependencies.stores.analyses.keep(LONG.id, VERSION, codec.encode(body).decode())


async def _warm(house: InProcessHost) -> None:
    """Imports and caches of what is tried are filled: that is done once in a process."""
    for command in ssh_commands((ENDED,)):
        await house.guest(command)
    for line in slash_lines(("",)):
        await at(house, Place(f"{line}\r"), 1)
    await house.all_leave()
    gc.collect()
    gc.freeze()


def main(*how: str) -> int:
    crowds, typed = [int(crowd) for crowd in how if crowd.isdecimal()], TYPED in how
    if how != ("quick",) and len(crowds) + typed != len(how):
        sys.stderr.write(f"{' '.join(how)!r} is neither quick nor sizes of crowds, as 1 20 180, or typed.\n")
        return 2
    logging.disable()
    gc.disable()
    return int(
        run_measured(quick if how == ("quick",) else partial(whole, crowds=crowds or CROWDS, typed=typed))
        > MOST
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
