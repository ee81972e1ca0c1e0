"""Twin tables of intrigue: whoever does not know the hidden cards gets the same from both, to the letter.

Two hosts with the same ids, names, clocks and public moves; only the cards of others differ
(and with them the seed, which nobody is shown). What a seat and a watcher get is compared:
pictures, the lines of the program interface, records, and when all of it comes.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from functools import cache, partial
from typing import Any

from engine import codec
from engine.chance import FairChance, table_key
from engine.game import Setup
from engine.intrigue import queries
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import LEAVE, REVEAL, Play
from engine.intrigue.model.state import Options, State, View
from engine.records.replay import replay
from server.bots.worker_main import choose_move
from server.bots.workers import Workers
from server.identity.accounts import Player
from server.sessions.api import parsing
from server.sessions.api.session import answer
from server.settings.timeouts import BotTiming
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, SimulatedTime, Simulation, settled
from tui.actions.action import Place
from tui.actions.follows import Feeds

DORA = Player("dora", "Dora")
GAMES = {"intrigue": GAME}
TABLE = "id1x1"
ASKED = (b'{"do":"view","table":"%s"}', b'{"do":"legal","table":"%s"}', b'{"do":"record","table":"%s"}')


class IntrigueSecretsHost:
    """A host with one table, Ada at its first seat, Dora watching."""

    def __init__(self, seed: bytes, clock: str = "none") -> None:
        self.stage = Simulation(games=GAMES, secret=lambda n: seed if n == len(seed) else bytes(n))
        self.clock = clock
        self.got: dict[str, list[tuple[float, bytes]]] = {}
        """What somebody got, and when."""
        self.watching: dict[str, tuple[ReceivedSnapshots, Feeds, Place]] = {}

    async def begin(self) -> None:
        ports = [self.stage.port(player) for player in (ADA, BERT, CY)]
        table = await ports[0].open_table("intrigue", 3, {}, clock=self.clock)
        assert table == TABLE
        for port in ports[1:]:
            await port.join(table)
        for player in (ADA, DORA):
            await self._watch(player)
        await ports[0].start(table)
        await self.look()

    async def _watch(self, player: Player) -> None:
        port, seen = self.stage.port(player), ReceivedSnapshots()
        self.stage.enter(player)
        port.follow_table(TABLE, seen.see)
        follows = Feeds(port, lambda: 4, lambda: None)
        await follows.watch(TABLE)
        self.got[player.id] = []
        self.watching[player.id] = seen, follows, Place(port, follows.texts, games=GAMES, follows=follows)

    async def look(self) -> None:
        """Writes down what both got since the last look."""
        await settled()
        for player in (ADA, DORA):
            seen, follows, place = self.watching[player.id]
            got: list[Any] = [*seen, *itertools.chain.from_iterable(follows.take_news())]
            seen.clear()
            over = self.stage.lobby.table(TABLE).state.stage == "over"
            lines = [line % TABLE.encode() for line in (ASKED[:1] if over else ASKED)]
            got += [await answer(place, parsing.parse(line)) for line in lines]
            now = self.stage.time.now
            self.got[player.id] += [(now, _without_commitment(codec.encode(one))) for one in got]

    @property
    def state(self) -> State:
        playthrough = self.stage.lobby.table(TABLE).state.playthrough
        assert playthrough is not None
        state: State = playthrough.state
        return state

    async def play(self, which: int) -> None:
        """Whoever is asked plays; of others' hands the card `which`, in the same places."""
        (ask,) = self.stage.lobby.table(TABLE).state.asks
        player = (ADA, BERT, CY)[ask.seat - 1]
        view = GAME.view(self.state, ask.seat)
        move = own(view) if player is ADA else of_others(view, which)
        await self.stage.port(player).submit(TABLE, ask.id, move)
        await self.look()


def own(view: View) -> Any:
    """Ada's move: it follows from her view; she reveals what removes nothing."""
    moves = tuple(GAME.legal(view))
    acting = queries.acting(view)
    if acting is not None and acting.kind in {"lord", "heir", "conspiracy", "ambush"}:
        return REVEAL
    return LEAVE if LEAVE in moves else moves[view.position.number % len(moves)]


def of_others(view: View, which: int) -> Any:
    """A move of which only the card differs from twin to twin."""
    if view.position.resolving is not None:
        return LEAVE
    spots = [move.spot for move in GAME.legal(view) if isinstance(move, Play)]
    hand = view.position.hands[(view.seat or 0) - 1]
    card = hand[which]
    assert card is not None
    return Play(card, spots[view.position.number * 7 % len(spots)])


def _without_commitment(text: bytes) -> bytes:
    """The commitment is that of the seed: the one public thing in which real tables differ."""
    return re.sub(rb'(commitment"?:? ?"?)[0-9a-f]{64}', rb"\1", text)


@cache
def seeds() -> tuple[bytes, bytes]:
    """Two seeds by which the first seat gets the same cards, the others not."""
    known: dict[Any, tuple[bytes, State]] = {}
    for number in itertools.count(1):
        seed = number.to_bytes(32, "big")
        chance = FairChance(table_key(seed, TABLE, GAME.rules_version), 0)
        state = GAME.start(Setup(3, Options()), chance).state
        other, before = known.setdefault((state.crown, state.hands[0]), (seed, state))
        if all(mine[0] != theirs[0] for mine, theirs in zip(state.hands[1:], before.hands[1:], strict=True)):
            return other, seed
    raise AssertionError


def differ(hosts: tuple[IntrigueSecretsHost, IntrigueSecretsHost]) -> bool:
    first, second = (host.state for host in hosts)
    kinds = [[[card.kind for card in stack] for stack in state.queue] for state in (first, second)]
    return kinds[0] != kinds[1]


def compared(hosts: tuple[IntrigueSecretsHost, IntrigueSecretsHost]) -> Iterator[str]:
    """Who got something that differs."""
    for who in ("ada", "dora"):
        first, second = (host.got[who] for host in hosts)
        assert first
        if first != second:
            yield who


async def twins(clock: str = "none") -> tuple[IntrigueSecretsHost, IntrigueSecretsHost]:
    hosts = IntrigueSecretsHost(seeds()[0], clock), IntrigueSecretsHost(seeds()[1], clock)
    for host in hosts:
        await host.begin()
    return hosts


async def test_twins_are_told_alike_through_a_whole_game() -> None:
    """Ada and a watcher: pictures, lines, legal moves, records, step by step until nobody is asked."""
    hosts = await twins()
    steps = different = 0
    while hosts[0].stage.lobby.table(TABLE).state.asks and steps < 200:
        await hosts[0].play(0)
        await hosts[1].play(-1)
        steps += 1
        running = hosts[0].stage.lobby.table(TABLE).state.stage == "running"
        if running:
            assert list(compared(hosts)) == [], f"step {steps}"
            different += differ(hosts)
    assert steps > 40
    assert different > 30


async def test_after_the_end_the_record_is_whole() -> None:
    """Every card that was played, with the deal, for everybody; it replays."""
    host = IntrigueSecretsHost(seeds()[0])
    await host.begin()
    while host.stage.lobby.table(TABLE).state.asks:
        running = await host.stage.port(DORA).record(TABLE)
        assert "deal" not in running
        assert "play" not in running
        await host.play(0)
    text = await host.stage.port(DORA).record(TABLE)
    assert text.count(" play ") == 18
    assert len(list(replay(text, GAMES))) > 18


async def test_a_running_record_holds_the_own_cards_alone() -> None:
    """Of the moves of others not a word, whoever asks."""
    host = IntrigueSecretsHost(seeds()[0])
    await host.begin()
    for _ in range(8):
        await host.play(0)
    for seat, player in enumerate((ADA, BERT, CY), start=1):
        text = await host.stage.port(player).record(TABLE)
        told = [
            line.split()[2] for line in text.splitlines() if line[:1] == "#" and line.split()[1].isdigit()
        ]
        assert told
        assert set(told) == {str(seat)}


async def test_time_that_runs_out_says_nothing_of_a_hand() -> None:
    """What the clock plays for others comes at the same moment and looks the same, and so does
    what they are asked: the move that time would make is in nobody else's picture.
    """
    hosts = await twins("1m")
    for _ in range(60):
        for host in hosts:
            if host.state.waiting and host.state.waiting[0] == 1:
                await host.play(0)
            else:
                await host.stage.time.pass_by(30)
                await host.look()
        assert list(compared(hosts)) == []
    assert hosts[0].stage.time.now > 400
    for host in hosts:
        for who in ("ada", "dora"):
            for _, text in host.got[who]:
                told = re.findall(rb'"timeout_move":\{"type":"play"', text)
                assert not told or b'"seat":1' in text


async def test_undo_is_offered_alike() -> None:
    """Whether a seat may take its card back depends on what everybody sees."""
    hosts = await twins()
    offered = 0
    for _ in range(12):
        playthroughs = [host.stage.lobby.table(TABLE).state.playthrough for host in hosts]
        able = [
            [playthrough.can_undo(seat) for seat in (1, 2, 3)] for playthrough in playthroughs if playthrough
        ]
        assert able[0] == able[1]
        offered += any(able[0])
        await hosts[0].play(0)
        await hosts[1].play(-1)
    assert offered


class Ponderer(Executor):
    """Answers after as many tenths of a second as it is told, one after the other."""

    def __init__(self, time: SimulatedTime, tenths: Iterator[int]) -> None:
        self._time, self._tenths = time, tenths

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        job: Future[Any] = Future()
        answer = work(*arguments, **more)
        self._time.timer(next(self._tenths) / 10, lambda: job.set_result(answer))
        return job


async def test_a_bot_answers_on_the_beat() -> None:
    """How long it thought about its cards cannot be heard: its answers come at multiples of its pace."""
    time = SimulatedTime()

    async def pause(seconds: float) -> None:
        over = asyncio.get_running_loop().create_future()
        time.timer(seconds, lambda: over.set_result(None))
        await over

    tenths = itertools.cycle((0, 1, 7, 11, 3, 19))
    workers = Workers(lambda: Ponderer(time, tenths), partial(choose_move, games=GAMES))
    stage = Simulation(games=GAMES, time=time, bots=BotTiming(pace=0.8), workers=workers, pause=pause)
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)  # before one alone bots answer sooner
    table = await ada.open_table("intrigue", 4, {})
    await bert.join(table)
    for _ in range(2):
        await ada.add_bot(table, "page")
    await ada.start(table)
    for _ in range(30):
        await time.pass_by(1.7)
        ask = stage.lobby.table(table).state.asks[0]
        if ask.seat <= 2:
            await (ada, bert)[ask.seat - 1].submit(table, ask.id, ask.timeout_move)
    log = await stage.journal.read(table)
    waits = [
        now.time - before.time
        for before, now in itertools.pairwise(log)
        if now.by == "bot" and now.kind == "move"
    ]
    beats = {round(wait / 0.8, 3) for wait in waits}
    assert len(waits) > 10
    assert beats <= {1, 2, 3}
    assert len(beats) > 1
