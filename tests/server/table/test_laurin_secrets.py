"""Twin tables of laurin: whoever does not know others' treasure gets the same from both, to the letter.

Two hosts with the same ids, names, clocks and public moves. At one of them the treasure of
others is another one, as `sample` gives it to the first seat. What a seat and a watcher get is
compared: pictures, the lines of the program interface, records, and when all of it comes.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

from msgspec.structs import replace

from engine import codec
from engine.laurin.game import GAME
from engine.laurin.model.cards import selections
from engine.laurin.model.moves import Bid, Buy, Lead, Place
from engine.laurin.model.state import State
from server.identity.accounts import Player
from server.sessions.api import parsing
from server.sessions.api.session import answer
from tests.engine.seeded_chance import luck
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, Simulation, settled
from tui.actions import action
from tui.actions.follows import Feeds

DORA = Player("dora", "Dora")
GAMES = {"laurin": GAME}
TABLE = "id1x1"
ASKED = (b'{"do":"view","table":"%s"}', b'{"do":"legal","table":"%s"}', b'{"do":"record","table":"%s"}')


class LaurinSecretsHost:
    """A host with one table, Ada at its first seat, Dora watching."""

    def __init__(self, clock: str = "none") -> None:
        self.stage = Simulation(games=GAMES, secret=lambda n: b"7" * n)
        self.clock = clock
        self.got: dict[str, list[tuple[float, bytes]]] = {ADA.id: [], DORA.id: []}
        """What somebody got, and when."""
        self._watching: dict[str, tuple[ReceivedSnapshots, Feeds, action.Place]] = {}

    async def begin(self) -> None:
        for player in (ADA, BERT, CY, DORA):
            self.stage.enter(player)
        ports = [self.stage.port(player) for player in (ADA, BERT, CY)]
        assert await ports[0].open_table("laurin", 3, {}, clock=self.clock) == TABLE
        for port in ports[1:]:
            await port.join(TABLE)
        await ports[0].start(TABLE)
        for player in (ADA, DORA):
            port, seen = self.stage.port(player), ReceivedSnapshots()
            port.follow_table(TABLE, seen.see)
            follows = Feeds(port, lambda: 4, lambda: None)
            await follows.watch(TABLE)
            place = action.Place(port, follows.texts, games=GAMES, follows=follows)
            self._watching[player.id] = seen, follows, place

    @property
    def table(self) -> Any:
        return self.stage.lobby.table(TABLE)

    @property
    def state(self) -> State:
        state: State = self.table.state.playthrough.state
        return state

    def become(self, state: State) -> None:
        """Others have another treasure from now on."""
        playthrough = self.table.state.playthrough
        self.table._log.state = replace(self.table.state, playthrough=replace(playthrough, state=state))

    async def look(self) -> None:
        """Writes down what both got since the last look."""
        await settled()
        for who, (seen, follows, place) in self._watching.items():
            got: list[Any] = [*seen, *itertools.chain.from_iterable(follows.take_news())]
            seen.clear()
            got += [await answer(place, parsing.parse(line % TABLE.encode())) for line in ASKED]
            now = self.stage.time.now
            self.got[who] += [(now, codec.encode(one)) for one in got]

    async def play(self) -> None:
        """Whoever is asked first makes a move of which nothing but the cards of a bid may differ."""
        ask = self.table.state.asks[0]
        view = GAME.view(self.state, ask.seat)
        move = ask.timeout_move
        if ask.kind == "bid":
            pairs = [chosen for chosen in selections(view.hand) if len(chosen) == 2]
            move = Bid(pairs[-1])
        elif ask.kind == "buy" and ask.seat == 1:
            move = next((each for each in GAME.legal(view) if isinstance(each, Buy)), move)
        elif ask.kind in {"king", "king-free", "king-last", "place"}:
            moves = GAME.legal(view)
            move = next((each for each in moves if isinstance(each, Lead | Place)), move)
        player = (ADA, BERT, CY)[ask.seat - 1]
        await self.stage.port(player).submit(TABLE, ask.id, move)


def twin_of(state: State) -> State:
    """The same to the first seat, with other treasure in every other hand."""
    for number in range(200):
        twin: State = GAME.sample(GAME.view(state, 1), luck(f"twin {number}"))
        if all(mine != theirs for mine, theirs in zip(twin.hands[1:], state.hands[1:], strict=True)):
            return twin
    raise AssertionError("no twin")


async def twins(clock: str = "none") -> tuple[LaurinSecretsHost, LaurinSecretsHost]:
    hosts = LaurinSecretsHost(clock), LaurinSecretsHost(clock)
    for host in hosts:
        await host.begin()
    hosts[1].become(twin_of(hosts[0].state))
    for host in hosts:
        host.table.refresh()
        await host.look()
    return hosts


def about_to_turn_up(host: LaurinSecretsHost) -> bool:
    """Whether the bid that is asked for is the last one."""
    auction = host.state.position.auction
    return auction is not None and sum(count is None for count in auction.laid) == 1


async def test_twins_are_told_alike_until_bids_are_turned_up() -> None:
    """Ada and a watcher: pictures, lines, legal moves, records, step by step through a round."""
    hosts, steps = await twins(), 0
    while not about_to_turn_up(hosts[0]):
        for host in hosts:
            await host.play()
            await host.look()
        assert hosts[0].got == hosts[1].got, f"step {steps}"
        steps += 1
    assert steps > 8
    assert hosts[0].state.bids[1:] != hosts[1].state.bids[1:] or hosts[0].state.hands != hosts[1].state.hands


async def test_time_that_runs_out_says_nothing_of_treasure() -> None:
    """What the clock plays for others comes at the same moments and looks the same."""
    hosts = await twins("1m")
    for _ in range(12):
        for host in hosts:
            await host.stage.time.pass_by(30)
            await host.look()
        assert hosts[0].got == hosts[1].got
    assert hosts[0].table.state.seq > 8


async def test_a_running_record_holds_the_own_moves_alone() -> None:
    """No bid of others, no draw: whoever asks; and after the end everything."""
    host = LaurinSecretsHost()
    await host.begin()
    for _ in range(25):
        await host.play()
    for seat, player in enumerate((ADA, BERT, CY), start=1):
        text = await host.stage.port(player).record(TABLE)
        told = [
            line.split()[2] for line in text.splitlines() if line[:1] == "#" and line.split()[1].isdigit()
        ]
        assert told
        assert set(told) == {str(seat)}
        assert not re.search(r"^\d", text, re.MULTILINE)
    watched = await host.stage.port(DORA).record(TABLE)
    assert "bid" not in watched
    assert "deal" not in watched


async def test_nobody_elses_question_is_in_a_picture() -> None:
    """What time would play for another seat stays with that seat."""
    host = LaurinSecretsHost("1m")
    await host.begin()
    for _ in range(25):
        await host.play()
        await host.look()
    for _, text in host.got[DORA.id]:
        assert b'"timeout_move":{' not in text
    for _, text in host.got[ADA.id]:
        asked = re.findall(rb'"ask":\{"id":\d+,"seat":(\d)', text)
        assert set(asked) <= {b"1"}
