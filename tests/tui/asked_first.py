"""Walks through games and the lobby with keys that come before the frame of what they would act on.

Two sessions see the same. The one is pressed a key that may begin something, the other the same key and a
second one behind it, at every moment up to the frame: in the same packet, or so many turns of the host's loop
later. Where the first key has changed what is asked, the second must make no difference. Then, until the
client acknowledges the frame, all keys and typed lines that could act are pressed: none of them may do
anything. `python -m tests.tui.asked_first SEEDS` walks longer.
"""

from __future__ import annotations

import asyncio
import string
import sys
from collections.abc import Callable, Hashable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.bots import available_bots
from engine.chance import FairChance
from engine.game import AnyGame, Bot, Refused
from engine.registry import GAMES
from tests.tui.lines import RecordedSession, RecordingLine, client
from tests.tui.scripted_port import Hosted, bot, player, table
from tests.tui.stage import TABLE, StagePort, TableStage
from tui.app.terminal_session import TerminalSession
from tui.app.way_back import RETURNING
from tui.host.port import Port, Seat
from tui.presenters.steps import ONCE, SPEED
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen

KEYS = (
    "\r", " ", *string.ascii_letters, *string.digits,
    "/lobby\r", "/leave\r", "/rematch\r", "/concede\r", "/undo\r", "/match\r", "/move roll\r",
)  # fmt: skip
"""Everything that acts somewhere; what opens a line that is not sent is none of it."""
SECOND = ("\r", "y", "r", "n", "s", "f", "/lobby\r", "q")
"""Keys that act, or confirm, behind another."""
MOMENTS = (0, 1, 2, 3, 4, 6, 9, 14)
"""Turns of the loop between two keys; 0: they come in one packet."""
READING = frozenset(("odds", "past", "history", "profile", "daily", "follow_table", "set", "find", "read"))
"""What is only asked to be shown, or noted of a player."""
MOST_STEPS = 4000
RESTS_AFTER = 8
PLACES = LobbyScreen, TableScreen
HOME = "t4"
"""The table of the player's own game."""


def any_bot(game: AnyGame) -> Bot:
    """A bot that answers at once."""
    bots = available_bots(game)
    return bots.get("page") or bots[next(iter(game.opponents.bots.values()))]


class Side(RecordedSession):
    """One of the two sessions, on a line whose frames arrive when they are told to."""

    def __init__(self, port: Port) -> None:
        self.line, self.client = RecordingLine(), client()
        self.line.is_long = True
        self.session = TerminalSession(port, self.client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    @property
    def app(self) -> Any:
        return self.session._app

    def feed(self, keys: str) -> None:
        self.session.feed(keys.encode())

    async def passes(self, turns: int) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)

    async def rest(self) -> None:
        """Lets everything happen that a key or a step has caused."""
        for _ in range(400):
            await asyncio.sleep(0)
            app = self.app
            if app is None:
                break
            if app.is_running and app.has_drawn and app.is_at_rest and not app.waits_for_host:
                break
        await self.passes(RESTS_AFTER)
        await self.until(lambda: not (self.app and self.app._soon.timer), "a frame that waits for an answer")

    def requests(self) -> list[Any]:
        """What was asked of the host."""
        raise NotImplementedError

    @property
    def deeds(self) -> tuple[object, ...]:
        """What the player has done so far, and where they are below what is only read."""
        asked = [one for one in self.requests() if (one if isinstance(one, str) else one[0]) not in READING]
        app = self.app
        stack = app.screen_stack if app and app.is_running else ()
        places = [type(screen).__name__ for screen in stack if isinstance(screen, PLACES)]
        return asked, places, self.task.done()

    @property
    def asked(self) -> Hashable:
        """What keys act on."""
        return self.app.question if self.app.is_running else RETURNING

    @property
    def is_known(self) -> bool:
        """Whether what is asked has reached the player before."""
        questions = self.session._output.questions
        return questions._numbers.get(self.asked, questions.reached + 1) <= questions.reached

    @property
    def kind(self) -> Hashable:
        """Which question is asked, without the numbers that make it another one each time."""
        raise NotImplementedError


class GamePort(StagePort):
    """The player's door to the table, which refuses what leads away from it."""

    async def refuse(self, *_: Any, **__: Any) -> str:
        raise Refused("table-full")

    open_table = learn = match = replay = finished = join = record = refuse


class GameSide(Side):
    """At a table of a game, in its first seat."""

    def __init__(self, game: str, seed: int) -> None:
        self.stage = TableStage(GAMES[game], GAMES[game].seats[0])
        self.chance = FairChance(bytes([seed]) * 32)
        self.stage.chance = self.chance  # type: ignore[assignment]  # fair instead of told beforehand
        port = GamePort(self.stage, "Amber")
        port.me = replace(port.me, settings={**port.me.settings, SPEED: ONCE})  # what is shown is asked about
        super().__init__(port)

    def requests(self) -> list[Any]:
        return [*self.stage.submitted, *self.stage.requests]

    @property
    def kind(self) -> Hashable:
        screen = self.app.screen
        line = getattr(screen, "_line", None)
        if line is not None and line.question is not None:
            return "question in the line"
        if getattr(screen, "_board", None) is None or screen._pages:
            return type(screen).__name__
        asked, _, _, begun = self.app.question[2]
        begun = (
            begun[1] if isinstance(begun, tuple) and len(begun) == 2 and isinstance(begun[0], int) else begun
        )
        model = screen._board.model
        phase = getattr(model, "phase", None) or getattr(model, "question", None)
        return (asked[0] if isinstance(asked[0], str) else phase), type(begun).__name__

    async def begin(self) -> None:
        await self.until(lambda: bool(self.app.is_running and self.app.has_drawn), "the lobby")
        await self.rest()
        self.line.acknowledge()
        self.stage.begin()
        self.app.call_later(self.app.go_table, TABLE)
        await self.until(lambda: getattr(self.app.screen, "_board", None) is not None, "the board")
        await self.rest()

    def step(self) -> None:
        """Whoever is asked answers."""
        assert self.stage.playthrough is not None
        ask = self.stage.playthrough.asks[0]
        view = self.stage.playthrough.view(ask.seat)
        page = any_bot(self.stage.game)
        self.stage.play(ask.seat, page.choose(self.stage.game, view, ask, self.chance))

    @property
    def is_over(self) -> bool:
        assert self.stage.playthrough is not None
        return self.stage.playthrough.over

    @property
    def is_asked(self) -> bool:
        return self.stage.playthrough is not None and self.stage.playthrough.ask_of(1) is not None


class LobbySide(Side):
    """In a lobby with tables of all kinds; with `home` the player has a game that runs."""

    def __init__(self, *, home: bool) -> None:
        you = player("Wren")
        tables = [
            table(1, "KIWI-7", player("Amber"), Seat()),
            table(2, "PLUM-9", you, bot("Elm"), bot("Fern")),
            table(3, "LIME-3", player("Birch"), player("Cedar"), stage="running", rounds=4),
        ]
        if home:
            tables.append(table(4, "PEAR-2", you, bot("Dorn"), stage="running", rounds=2))
        self.hosted = Hosted(*tables)
        self.hosted.owners["t2"] = "Wren"
        super().__init__(self.hosted.port("Wren"))

    def requests(self) -> list[Any]:
        return self.hosted.asked

    @property
    def asks(self) -> bool:
        """Whether the line asks for yes or no."""
        line = getattr(self.app.screen, "_line", None)
        return line is not None and line.question is not None

    @property
    def kind(self) -> Hashable:
        if not self.app or not self.app.is_running:
            return "before the lobby"
        screen = self.app.screen
        form = getattr(screen, "_form", None)
        item = getattr(screen, "_item", None)
        about = getattr(item, "stage", type(item).__name__)
        return (type(screen).__name__, form.purpose if form else None, self.asks, about)

    async def begin(self) -> None:
        await self.until(lambda: bool(self.line.sent), "the first frame")
        await self.rest()


class Pair:
    """Two sessions that see the same, and what was tried at them."""

    def __init__(self, one: Any, other: Any, keys: Sequence[str] = KEYS) -> None:
        self.sides = one, other
        self.keys = keys
        self.pairs: set[tuple[Hashable, Hashable]] = set()
        self.moments: set[tuple[Hashable, Hashable, int]] = set()
        self.tried = self._turn = 0

    async def begin(self) -> None:
        for side in self.sides:
            await side.begin()

    async def leave(self) -> None:
        for side in self.sides:
            side.session.hang_up()
            await side.task

    def acknowledge(self) -> None:
        for side in self.sides:
            side.line.acknowledge()

    async def both(self, do: Callable[[Any], object]) -> None:
        for side in self.sides:
            do(side)
            await side.rest()

    async def press_early(self) -> None:
        """No key does anything before the frame is known to have come, nor when an older one has."""
        side, keys = self.sides[0], self.keys
        while all(one.line.under_way and not one.is_known for one in self.sides):
            before = [one.deeds for one in self.sides]
            for key in keys:
                if any(one.is_known for one in self.sides):
                    break  # a key went back to what was seen
                await self.both(lambda one, key=key: one.feed(key))
                self.tried += 1
                assert [one.deeds for one in self.sides] == before, (
                    key, before, [one.deeds for one in self.sides], side.terminal.text,
                )  # fmt: skip
            keys = SECOND
            for one in self.sides:
                one.line.under_way.pop(0)()
        self.acknowledge()

    async def press_behind(self, key: str) -> bool:
        """Presses a key, and at one side a second one behind it. Returns whether something else is asked."""
        one, other = self.sides
        asked, kind = one.asked, one.kind
        after, second = MOMENTS[self._turn % len(MOMENTS)], SECOND[self._turn // 3 % len(SECOND)]
        self._turn += 1
        one.feed(key)
        await one.rest()
        if after:
            other.feed(key)
            await other.passes(after)
            other.feed(second)
        else:
            other.feed(key + second)
        await other.rest()
        self.tried += 1
        if one.task.done() or one.app is None:
            return True
        if one.asked == asked or one.is_known:
            one.feed(second)
            await one.rest()
            self.acknowledge()
            return False
        assert other.deeds == one.deeds, (key, second, after, one.deeds, other.deeds, other.terminal.text)
        self.pairs.add((kind, one.kind))
        self.moments.add((kind, one.kind, after))
        await self.press_early()
        return True

    @property
    def is_same(self) -> bool:
        """Whether both sides are still at the same."""
        one, other = self.sides
        return one.deeds == other.deeds


FIRST = ("\r", *"nptfgcm5r")
"""Keys that begin something or act in a game."""
ENDED = ("v", "v", "\x7f", "r", "n", "p", "a", "R", "q", "\r")
"""Keys of the page of a result."""


class GameWalk(Pair):
    """Plays a game to its end: pages answer for all seats, and every question of the player is tried at every
    moment.
    """

    def __init__(self, game: str, seed: int, keys: Sequence[str] = KEYS) -> None:
        super().__init__(GameSide(game, seed), GameSide(game, seed), keys)
        self.game = game

    @property
    def side(self) -> Any:
        return self.sides[0]

    async def press_early(self) -> None:
        """Only at the table: `LobbyWalk` is for the lobby."""
        if all(side.deeds[1] == ["TableScreen"] for side in self.sides):
            await super().press_early()
        self.acknowledge()

    async def walk(self, most: int = MOST_STEPS) -> None:
        await self.begin()
        last: Hashable = "the lobby"
        for _ in range(most):
            if self.side.is_over:
                break
            await self.meet()
            here = last, self.side.kind
            if self.side.is_asked and sum(moment[:2] == here for moment in self.moments) < len(MOMENTS):
                self.pairs.add(here)
                self.moments.add((*here, MOMENTS[self._turn % len(MOMENTS)]))
                await self.press_early()
                for key in FIRST:
                    moved = len(self.side.stage.submitted)
                    await self.press_behind(key)
                    await self.go_back()
                    if len(self.side.stage.submitted) > moved or not self.side.is_asked:
                        break
            last = self.side.kind
            if self.side.is_over:
                break
            await self.meet()
            await self.both(lambda side: side.step())
        self.pairs.add((last, self.side.kind))
        await self.press_early()
        if self.side.is_over:
            for key in ENDED:
                if not self.is_same or await self.press_behind(key):
                    break

    async def meet(self) -> None:
        """Brings the second session to where the first is, if a second key has counted at one of them."""
        await self.go_back()
        one, other = self.sides
        if self.is_same:
            return
        other.chance = other.stage.chance = deepcopy(one.chance)
        other.stage.playthrough = one.stage.playthrough
        other.stage.submitted[:], other.stage.requests[:] = one.stage.submitted, one.stage.requests
        other.stage.tell()
        await other.rest()
        self.acknowledge()
        await self.go_back()

    async def go_back(self) -> None:
        """Leaves what keys have begun that do nothing by themselves, and comes back from the lobby."""
        for _ in range(4):
            if all(_is_idle(side) for side in self.sides):
                return
            await self.both(_go_back)
            self.acknowledge()


def _go_back(side: Any) -> None:
    if side.deeds[1] == ["LobbyScreen"]:
        side.app.call_later(side.app.go_table, TABLE)
    elif not _is_idle(side):
        side.feed("\x7f")


def _is_idle(side: Any) -> bool:
    kind = side.kind
    begun = kind[1] if isinstance(kind, tuple) else kind
    return begun in ("NoIntent", "NoneType") or kind == "TableScreen"


class LobbyWalk(Pair):
    """Goes about the lobby, its forms, questions and pages, while tables begin, end and fill."""

    KEYS: ClassVar[Sequence[str]] = (
        "\r", "j", "j", "k", "\t", "n", "p", "m", "g", "w", "s", "b", "x", "u", "E", "q", "H", "d", "t",
        "?", "\x7f", "\x7f", "y", "\x1b[B",
    )  # fmt: skip
    """Keys that do something there; those that go on or back more than once."""

    def __init__(self, seed: int, keys: Sequence[str] = KEYS) -> None:
        self.random = Random(seed)
        home = bool(seed % 2)
        super().__init__(LobbySide(home=home), LobbySide(home=home), keys)

    async def walk(self, most: int = MOST_STEPS) -> None:
        await self.begin()
        await self.press_early()
        for _ in range(most):
            if any(side.task.done() or side.app is None for side in self.sides) or not await self.meets():
                break
            if self.sides[0].deeds[1] == ["TableScreen"]:
                await self.both(lambda side: side.app.call_later(side.app.go_lobby))
                await self.press_early()
            elif any(not side.app.is_running for side in self.sides):
                await self.press_behind(self.random.choice("ynn"))
            elif self.sides[0].asks:
                await self.press_behind(self.random.choice("\x7fnnnnny"))
            elif self.random.random() < 0.2:
                before = self.sides[0].kind
                await self.both(self._changed())
                if not self.sides[0].is_known:
                    self.pairs.add((before, self.sides[0].kind))
                await self.press_early()
            else:
                await self.press_behind(self.random.choice(self.KEYS))

    async def meets(self) -> bool:
        """Whether both sides are at the same, once each has gone back from what the other never saw or has
        left before its frame: a key may close a page that is on its way.
        """
        for _ in range(4):
            if not self.is_same or self.sides[0].kind == self.sides[1].kind:
                break
            await self.both(lambda side: side.feed("\x7f"))
            self.acknowledge()
        return self.is_same and self.sides[0].kind == self.sides[1].kind

    def _changed(self) -> Callable[[Any], None]:
        """What becomes of a table by itself."""
        number, kind = f"t{self.random.randrange(1, 4)}", self.random.randrange(3)

        def change(side: Any) -> None:
            hosted = side.hosted
            info = hosted.tables[number]
            filled = [one if one.name else bot("Cedar") for one in info.seats]
            if kind == 0 and number != "t2":
                hosted.change(replace(info, stage="running" if info.stage == "open" else "over"))
            elif kind == 1:
                hosted.change(replace(info, seats=tuple(filled)))
            else:
                hosted.change(replace(info, seats=(*info.seats[:-1], Seat())))

        return change


async def walked(walk: Any, most: int = MOST_STEPS) -> Any:
    """A walk that is over."""
    try:
        await walk.walk(most)
    finally:
        await walk.leave()
    return walk


LOBBY_STEPS, LOBBY_WALKS = 120, 24
"""Steps of a walk through the lobby, and walks for each seed."""


async def main(seeds: int) -> None:
    for name in (*GAMES, "lobby"):
        each = LOBBY_WALKS if name == "lobby" else 1
        walks: list[Any] = []
        for number in range(each, each * (seeds + 1)):
            new = LobbyWalk(number) if name == "lobby" else GameWalk(name, number)
            walks.append(await walked(new, LOBBY_STEPS if name == "lobby" else MOST_STEPS))
        pairs = set().union(*(walk.pairs for walk in walks))
        moments = set().union(*(walk.moments for walk in walks))
        tried = sum(walk.tried for walk in walks)
        told = f"{len(pairs)} pairs of questions, {len(moments)} moments, {tried} keys, none too early"
        print(f"{name}: {told}")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
