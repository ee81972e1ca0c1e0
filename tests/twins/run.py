"""One game of a pair on a whole host with simulated time: people, bots, and clients whose bytes are kept."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

import textual._time
import textual.message_pump
import textual.widget

from engine import codec
from engine.chance import FairChance, ScriptedChance
from engine.game import AnyGame
from engine.plans import Condition, Plan, Until
from engine.playthrough import Playthrough, Undo
from engine.registry import GAMES
from server.bots.worker_main import BotTask, compute_odds
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.host.port import HostPort
from server.identity.accounts import Player
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.settings.timeouts import BotTiming
from server.start.dependencies import MeteredJournal
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import stores_on
from server.table.table import Table
from server.telemetry.logs import formatter
from server.telemetry.metrics import PrometheusMetrics
from tests.server.courses_at_once import CoursesAtOnce
from tests.simulation.loop import LaterExecutor, SimulatedLoop
from tests.twins.clients import TwinClient
from tests.twins.plan import OPTIONS, PairPlan, PairTurn

EPOCH = 1_700_000_000.0
NAMES = ("Ada", "Bert", "Cleo", "Dora")
WATCHER = 0
"""In place of a seat."""
STEP = 0.2497
"""Seconds between two looks whether a turn was made: no multiple of them falls on one of the bots' pace,
since what happens at one moment has no fixed order, and what secrets change may decide it.
"""
FOR_EVER = 1e6
PATIENCE = 120.0
"""Seconds of simulated time in which a turn must be made."""
HARMLESS = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\t", b"?", b"\x1b")
"""Keys by which nobody makes a move."""
UNTIMED = re.compile(r"^(?:process_|#).*\n", re.MULTILINE)
"""Lines of the metrics that are this process's, or times of the real clock."""


class SentStreams(dict[str, list[Any]]):
    """What was sent, by client; the log as "log", the metrics as "metrics"."""

    commitment = ""


def run(plan: PairPlan, side: int) -> SentStreams:
    """All streams of one game of a pair."""
    loop = SimulatedLoop(0.0)
    with ExitStack() as until:
        until.callback(loop.abandon)
        until.enter_context(_one_clock(loop))
        game = _TwinGame(plan, side, loop)
        until.enter_context(patch("server.table.folded_log.chance_of_step", game.chance_of_step))
        until.enter_context(game.logged())
        asyncio.events.set_event_loop(None)
        if plan.begins == 0:  # painting skips a digit that is there already
            until.enter_context(patch("server.lobby.opening.commitment", _one_commitment))
            until.enter_context(patch("server.store.journal.rows.commitment", _one_commitment))
        loop.live(loop.create_task(game.play()))
    return game.streams


def _one_commitment(_: bytes, table: str) -> str:
    return sha256(table.encode()).hexdigest()


@contextmanager
def _one_clock(loop: SimulatedLoop) -> Iterator[None]:
    """Textual's clocks are the loop's."""
    with ExitStack() as until:
        for place in (textual._time, textual.message_pump, textual.widget):
            for name in ("time", "get_time", "monotonic", "perf_counter"):
                if callable(getattr(place, name, None)):
                    until.enter_context(patch.object(place, name, loop.time))
        yield


class _TwinGame:
    """A host with one table, played as a plan says."""

    def __init__(self, plan: PairPlan, side: int, loop: SimulatedLoop) -> None:
        self.plan, self.side, self.loop = plan, side, loop
        self.rules: AnyGame = GAMES[plan.game]
        self.rng = Random(f"what happens in {plan.game} {plan.number}")
        self.own = Random(f"what differs in {plan.game} {plan.number} {side}")
        self.streams = SentStreams(log=[], metrics=[])
        self.clients: dict[str, TwinClient] = {}
        self.here: dict[int, list[TwinClient]] = {}
        """The clients that are connected now, by seat."""
        self.numbers = count(1)
        self.number = 0
        self.id = ""
        self.metrics = PrometheusMetrics()
        self.answers = {(turn.seat, turn.ask): turn.moves[side] for turn in plan.turns}
        self.stored = MemoryJournal()
        self.journal: Any = MeteredJournal(self.stored, self.metrics, loop.time)
        self.picked, self.ids = count(), count(1)
        self.stores = stores_on(self.stored.sql)
        self.host = self._host()
        self.restarts_after = self.rng.randint(plan.begins, 3 * len(plan.turns))
        self.players: dict[int, Player] = {}
        self.ports: dict[int, HostPort] = {}
        self.leaves: list[Callable[[], None]] = []

    # What the host is given

    def _host(self) -> Host:
        return Host(
            HostDependencies(
                games=GAMES,
                courses=CoursesAtOnce(GAMES),
                journal=self.journal,
                stores=self.stores,
                workers=Workers(self._pool, lambda answer: answer),
                clock=lambda: EPOCH + self.loop.time(),
                pause=asyncio.sleep,
                new_id=lambda: f"t{next(self.ids)}",
                pick=lambda count: next(self.picked) % count,
                secret=self._secret,
                metrics=self.metrics,
                bots=BotTiming(deadline=FOR_EVER),
                login_names=True,
                limits=CurrentLimits(Limits(chat_lines=1000)),
            )
        )

    def _pool(self) -> Executor:
        """Bots whose secrets differ think for other times."""
        differs = self.plan.bot in self.plan.secretive
        rng = self.own if differs else self.rng
        return PlannedBots(self.loop, lambda: rng.uniform(0.0, 0.7), self.answers)

    def _secret(self, count: int) -> bytes:
        """Secrets that are drawn before there is a table differ: the seed."""
        self.number += 1
        whose = f"{self.side} of {self.plan.number}" if self.id == "" else "both"
        return sha256(f"{self.number} {whose}".encode()).digest()[:count]

    def chance_of_step(self, key: bytes, playthrough: Playthrough | None, _: int, **__: bool) -> Any:
        """The draws of the plan; after them those of the seed."""
        position = playthrough.draws if playthrough else 0
        tokens = self.plan.draws[self.side]
        return ScriptedChance(tokens[position:]) if position < len(tokens) else FairChance(key, position)

    @contextmanager
    def logged(self) -> Iterator[None]:
        """The log, debugging lines included, as the host writes it."""
        handler = _LogLines(self.streams["log"], self.loop)
        root = logging.getLogger()
        before, quiet = root.level, logging.getLogger("asyncio").level
        root.addHandler(handler)
        root.setLevel(logging.DEBUG)
        logging.getLogger("asyncio").setLevel(logging.WARNING)
        try:
            yield
        finally:
            root.removeHandler(handler)
            root.setLevel(before)
            logging.getLogger("asyncio").setLevel(quiet)

    # The course of the game

    async def play(self) -> None:
        """The whole game: what comes before the compared turns goes by without clients."""
        await self.host.open()
        try:
            await self._course()
        finally:
            await self._close()

    async def _course(self) -> None:
        await self._open_table()
        if self.plan.begins == 0:
            await self._enter()
        await self.ports[1].start(self.id)
        for number, turn in enumerate(self.plan.turns):
            if number == self.plan.begins and number:
                await self._enter()
            await self._turn(number, turn)
            if number >= self.plan.begins:
                await self._meanwhile()
            if number == self.restarts_after:
                await self._restart()
        await self._end()

    async def _open_table(self) -> None:
        plan = self.plan
        await self._come()
        options = OPTIONS.get(plan.game, {})
        self.id = await self.ports[1].open_table(plan.game, plan.seats, options, clock=plan.clock)
        for seat in range(2, plan.seats + 1):
            if seat == plan.bot:
                await self.ports[1].add_bot(self.id)
            else:
                await self.ports[seat].join(self.id)

    async def _come(self) -> None:
        """The people at the table, and one who watches."""
        for seat in range(self.plan.seats + 1):
            if seat and seat == self.plan.bot:
                continue
            name = NAMES[seat - 1] if seat else "Wim"
            self.players[seat] = player = await self.host.admit(f"SHA256:{name}", name)
            self.ports[seat] = self.host.port(player)
            self.leaves += [self.host.enter(player), self.ports[seat].close]

    @property
    def table(self) -> Table:
        return self.host.lobby.table(self.id)

    async def _enter(self) -> None:
        """Clients of all who may not know what differs come."""
        watching = [seat for seat in self.players if seat not in self.plan.secretive]
        screens = {self.rng.choice(watching), self.rng.choice(watching)}
        for seat in watching:
            kinds = ["plain", "api"] if seat == WATCHER else [self.rng.choice(("plain", "api"))]
            for kind in (*kinds, "screen") if seat in screens else kinds:
                await self._connect(seat, kind)
        await asyncio.sleep(1.5)

    async def _connect(self, seat: int, kind: str) -> TwinClient:
        """A client, by the name under which its stream is kept."""
        number = next(self.numbers)
        client = TwinClient(self.host, self.players[seat], kind, self.id, number)
        self.clients[f"{number} {kind} of {NAMES[seat - 1] if seat else 'a watcher'}"] = client
        self.here.setdefault(seat, []).append(client)
        await asyncio.sleep(0.1)
        if kind == "api":
            self._ask(client, "watch", "dice")
            client.send(b'{"id":"lobby","do":"list","follow":true}\n')
        return client

    def _ask(self, client: TwinClient, *requests: str) -> None:
        for request in requests:
            client.send(json.dumps({"id": request, "do": request, "table": self.id}).encode() + b"\n")

    async def _turn(self, number: int, turn: PairTurn) -> None:
        """A turn is made: by its bot, by time, or by its player. `number` turns were made before."""
        if not (turn.late or turn.seat == self.plan.bot):
            await asyncio.sleep(self.rng.uniform(0.1, 1.5))
            await self._answer_as(turn)
        for _ in range(int(PATIENCE / STEP)):
            if self._steps > number:
                return
            await asyncio.sleep(STEP)
        raise AssertionError(f"nobody made {turn} in game {self.side} of {self.plan.game} {self.plan.number}")

    @property
    def _steps(self) -> int:
        playthrough = self.table.state.playthrough
        return playthrough.steps if playthrough else 0

    async def _answer_as(self, turn: PairTurn) -> None:
        move, port = turn.moves[self.side], self.ports[turn.seat]
        client = next((each for each in self.here.get(turn.seat, ()) if each.kind != "screen"), None)
        if isinstance(move, Undo):
            await port.undo(self.id)
        elif client is None:
            await port.submit(self.id, turn.ask, move)
        elif client.kind == "plain":
            client.send(f"{self.rules.notate(move)}\n".encode())
        else:
            request = {
                "id": 1,
                "do": "move",
                "table": self.id,
                "ask": turn.ask,
                "move": self.rules.notate(move),
            }
            client.send(json.dumps(request).encode() + b"\n")

    async def _meanwhile(self) -> None:
        """Now and then somebody does something else."""
        await asyncio.sleep(0.3)
        seat = self.rng.choice(list(self.here))
        client = self.rng.choice(self.here[seat])
        match client.kind:
            case _ if self.rng.random() < 0.1:
                await self._come_back(seat, client)
            case "api":
                self._ask(client, *self.rng.sample(("view", "legal", "record", "dice"), 2))
            case "screen" if self.rng.random() < 0.1:
                client.resize(self.rng.randint(60, 130), self.rng.randint(20, 40))
            case "screen":
                for _ in range(3):
                    client.send(self.rng.choice(HARMLESS))
                    await asyncio.sleep(0.1)
            case _:
                await self.ports[seat].say(self.id, f"This is step {self._steps}")
        await self._tell_beforehand()
        await asyncio.sleep(0.2)

    async def _tell_beforehand(self) -> None:
        """Somebody whose secrets differ sets an answer for later and plans something, another in each game,
        and takes it back.
        """
        seat = self.rng.choice((0, *self.plan.secretive))
        playthrough = self.table.state.playthrough
        if seat not in self.ports or not seat or not playthrough or playthrough.over:
            return
        words = list(self.rules.standing_answers.words(playthrough.view(seat)))
        for on in (True, False) if words else ():
            await self.ports[seat].answer_beforehand(self.id, words[-self.side], on)
            await asyncio.sleep(0.2)
        asked = playthrough.asks[0].seat
        move = self.rules.notate(next(iter(self.rules.legal(playthrough.view(asked)))))
        until = Until(move, Condition(({"type": f"what {self.side} waits for"},)))
        for plan in (Plan(until=until), None):
            await self.ports[seat].plan(self.id, plan)
            await asyncio.sleep(0.2)

    async def _come_back(self, seat: int, client: TwinClient) -> None:
        """A client loses its connection, and its player comes back."""
        self.here[seat].remove(client)
        await client.lose()
        await asyncio.sleep(self.rng.uniform(0.0, 5.0))
        await self._connect(seat, client.kind)

    async def _restart(self) -> None:
        """The host ends and begins anew; everybody comes back."""
        before = {seat: [client.kind for client in clients] for seat, clients in self.here.items()}
        await self._close()
        self.here.clear()
        self.leaves.clear()
        await asyncio.sleep(self.rng.uniform(1.0, 20.0))
        self.host = self._host()
        await self.host.open()
        await self._come()
        for seat, kinds in before.items():
            for kind in kinds:
                await self._connect(seat, kind)
        await asyncio.sleep(3.0)

    async def _end(self) -> None:
        """Everybody asks for the record once more, and leaves."""
        for seat in list(self.here):
            await self._connect(seat, f"record {self.id}")
        await self._connect(WATCHER, "dice")
        for clients in self.here.values():
            for client in clients:
                if client.kind == "api":
                    self._ask(client, "view", "legal", "record")
        await asyncio.sleep(2.0)
        self.streams.commitment = self.table.opening.commitment
        self.streams["metrics"] = UNTIMED.sub("", self.metrics.text().decode()).splitlines()
        self.streams |= {name: client.frames for name, client in self.clients.items()}

    async def _close(self) -> None:
        for clients in self.here.values():
            for client in clients:
                await client.lose()
        for leave in self.leaves:
            leave()
        await self.host.close()
        await asyncio.sleep(0.1)


class PlannedBots(LaterExecutor):
    """Bots that answer as planned, and nothing else. Odds for people are worked out."""

    def __init__(self, loop: SimulatedLoop, delay: Callable[[], float], answers: Mapping[Any, Any]) -> None:
        super().__init__(loop, delay)
        self._answers = answers

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        """The work of a task is its answer."""
        [task] = arguments
        if not isinstance(task, BotTask):
            return super().submit(compute_odds, task, **more)
        ask = json.loads(task.ask)
        place = ask["seat"], ask["id"]
        return (
            super().submit(work, codec.encode(self._answers[place])) if place in self._answers else Future()
        )


class _LogLines(logging.Handler):
    """Keeps the lines of the log, with simulated times."""

    def __init__(self, lines: list[Any], loop: SimulatedLoop) -> None:
        super().__init__()
        self._lines, self._loop = lines, loop
        self.setFormatter(formatter("json", addresses=True))

    def emit(self, record: logging.LogRecord) -> None:
        line = json.loads(self.format(record))
        del line["timestamp"]
        self._lines.append((self._loop.time(), line))
